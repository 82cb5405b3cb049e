import * as v from 'valibot';
import { Email, given, Identifier } from '#platform/schema.ts';
import { CustomerDocument } from './document.ts';

const optionalText = given(v.string());

/** The customer. Members here win over the older fields at the root. */
export const CustomerDetails = v.object({
  id: given(Identifier),
  name: optionalText,
  email: given(Email),
  phone: optionalText,
  phone_country_code: optionalText,
  tax_registration_id: optionalText,
  document_details: given(CustomerDocument),
});
export type CustomerDetails = v.InferOutput<typeof CustomerDetails>;
