import type { CustomerDetails } from '../customers/customer-details.ts';
import type { CustomerResponse } from '../customers/operations.ts';
import { passedOnReadRules } from '../customers/passed-on-fields.ts';
import type { ChangeRule, ReadRule } from './access-rules.ts';

/** Of the customer of a payment or a payout, by each member. A fact counts once, in any field. */
export const customerChangeRules = {
  id: "merchant's",
  name: 'where open, or of the method',
  email: 'where open, or of the method',
  phone: 'where open, or of the method',
  phone_country_code: 'where open, or of the method',
  tax_registration_id: 'where open',
  document_details: 'where open',
} as const satisfies Record<keyof CustomerDetails, ChangeRule>;

/** Of a customer, by the customer's own app: without the merchant's notes about the customer. */
export const customerReadRules = {
  ...passedOnReadRules,
  customer_id: 'shown',
  name: 'shown',
  email: 'shown',
  phone: 'shown',
  phone_country_code: 'shown',
  address: 'shown',
  created_at: 'shown',
  default_payment_method_id: 'shown',
  tax_registration_id: 'shown',
  document_details: 'shown',
} as const satisfies Record<keyof CustomerResponse, ReadRule>;
