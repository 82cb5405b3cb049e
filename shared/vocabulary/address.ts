import * as v from 'valibot';
import { Email, given, text } from '#platform/schema.ts';
import { Country } from './countries.ts';

/** A postal address. Every member may be absent. */
export const AddressDetails = v.strictObject({
  city: given(text(50)),
  country: given(Country),
  line1: given(text(200)),
  line2: given(text(50)),
  line3: given(text(50)),
  zip: given(text(50)),
  state: given(v.string()),
  first_name: given(text(255)),
  last_name: given(text(255)),
  origin_zip: given(text(50)),
});
export type AddressDetails = v.InferOutput<typeof AddressDetails>;

export const PhoneDetails = v.object({
  number: given(v.string()),
  country_code: given(v.string()),
});
export type PhoneDetails = v.InferOutput<typeof PhoneDetails>;

/** A postal address with phone and email. */
export const Address = v.object({
  address: given(AddressDetails),
  phone: given(PhoneDetails),
  email: given(Email),
});
export type Address = v.InferOutput<typeof Address>;

/** An address as responses show it, with all members present. */
export const AddressDetailsResponse = v.object({
  city: v.nullable(v.string()),
  country: v.nullable(Country),
  line1: v.nullable(v.string()),
  line2: v.nullable(v.string()),
  line3: v.nullable(v.string()),
  zip: v.nullable(v.string()),
  state: v.nullable(v.string()),
  first_name: v.nullable(v.string()),
  last_name: v.nullable(v.string()),
  origin_zip: v.nullable(v.string()),
});
export type AddressDetailsResponse = v.InferOutput<typeof AddressDetailsResponse>;

/** Fills absent members with `null`. */
export const presentAddressDetails = (address: AddressDetails): AddressDetailsResponse => ({
  city: address.city ?? null,
  country: address.country ?? null,
  line1: address.line1 ?? null,
  line2: address.line2 ?? null,
  line3: address.line3 ?? null,
  zip: address.zip ?? null,
  state: address.state ?? null,
  first_name: address.first_name ?? null,
  last_name: address.last_name ?? null,
  origin_zip: address.origin_zip ?? null,
});
