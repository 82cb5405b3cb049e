import type { Address } from '#vocabulary/address.ts';
import { addressAs } from '../formats/addresses.ts';

/** An address as Braintree takes it, for the customer and for the delivery. */
export const addressIn = (address: NonNullable<Address['address']>) => ({
  ...addressAs(names, address),
  postalCode: postalCodeIn(address.zip),
  // The meaning of `countryCode` depends on the API's version: this one always has two letters.
  countryCodeAlpha2: address.country ?? undefined,
});

/** Braintree refuses a postal code of more than nine letters and digits, so it is left out. */
export const postalCodeIn = (code: string | null | undefined): string | undefined =>
  (code ?? '').replace(/[ -]/g, '').length <= 9 ? code || undefined : undefined;

const names = {
  firstName: 'first_name',
  lastName: 'last_name',
  addressLine1: 'line1',
  addressLine2: 'line2',
  adminArea2: 'city',
  adminArea1: 'state',
} as const;
