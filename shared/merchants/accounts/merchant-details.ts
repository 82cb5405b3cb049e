import * as v from 'valibot';
import { chosenName, text } from '#platform/schema.ts';
import { AddressDetails, presentAddressDetails } from '#vocabulary/address.ts';
import { Country } from '#vocabulary/countries.ts';
import { orNull } from '#vocabulary/or-null.ts';

/** A merchant's contact details. */
export const MerchantDetails = v.strictObject({
  primary_contact_person: orNull(text(255)),
  primary_phone: orNull(text(255)),
  primary_email: orNull(text(255)),
  secondary_contact_person: orNull(text(255)),
  secondary_phone: orNull(text(255)),
  secondary_email: orNull(text(255)),
  website: orNull(text(255)),
  about_business: orNull(text(255)),
  address: orNull(v.pipe(AddressDetails, v.transform(presentAddressDetails))),
  merchant_tax_registration_id: orNull(v.string()),
});
export type MerchantDetails = v.InferOutput<typeof MerchantDetails>;

/** A line of business in a country. Each gets a profile of its own. */
export const BusinessDetails = v.strictObject({
  country: Country,
  // The profile's name is `{country}_{business}`, of at most 64 characters.
  business: chosenName(61),
});
export type BusinessDetails = v.InferOutput<typeof BusinessDetails>;

/** The profiles are written in one transaction with their account, which has at most 100 items. */
const maxBusinesses = 90;

/** One line of business or a list of them; the output is always a list. */
export const PrimaryBusinessDetails = v.union([
  v.pipe(
    v.array(BusinessDetails),
    v.maxLength(maxBusinesses, `more than ${maxBusinesses} lines of business`),
  ),
  v.pipe(
    BusinessDetails,
    v.transform((only) => [only]),
  ),
]);
export type PrimaryBusinessDetails = v.InferOutput<typeof PrimaryBusinessDetails>;
