import type { Address } from '#vocabulary/address.ts';
import type { Form } from './requests.ts';

/** First and last name, as far as they are known. */
export const nameOf = (address: Address | null | undefined): string | undefined =>
  [address?.address?.first_name, address?.address?.last_name].filter(Boolean).join(' ') ||
  undefined;

export const addressForm = (address: Address['address']): Form => ({
  city: address?.city,
  country: address?.country,
  line1: address?.line1,
  line2: address?.line2,
  postal_code: address?.zip,
  state: address?.state,
});
