import type { Address } from '#vocabulary/address.ts';
import type { Form } from './requests.ts';

export const addressForm = (address: Address['address']): Form => ({
  city: address?.city,
  country: address?.country,
  line1: address?.line1,
  line2: address?.line2,
  postal_code: address?.zip,
  state: address?.state,
});
