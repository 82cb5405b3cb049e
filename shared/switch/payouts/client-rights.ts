import type { ChangeRule, ReadRule } from '../callers/access-rules.ts';
import { passedOnChangeRules, passedOnReadRules } from './passed-on-fields.ts';
import type { PayoutRequest } from './request.ts';
import type { PayoutResponse } from './response.ts';

/** Of a payout, by each field of a confirm. A destination that the merchant stated stays. */
export const payeeChangeRules = {
  ...passedOnChangeRules,
  amount: "merchant's",
  currency: "merchant's",
  profile_id: "merchant's",
  billing: 'where open, by member',
  browser_info: "payer's own",
  customer: 'where open, by member',
  customer_id: "merchant's",
  email: 'where open',
  name: 'where open',
  phone: 'where open',
  phone_country_code: 'where open',
  auto_fulfill: "merchant's",
  payout_type: 'where open',
  payout_method_data: 'by its own rule',
  payout_token: 'by its own rule',
  payout_method_id: 'by its own rule',
  recurring: "merchant's",
  entity_type: 'where open',
  connector: "merchant's",
  routing: "merchant's",
  payout_link: "merchant's",
  payout_link_config: "merchant's",
  session_expiry: "merchant's",
  // Only a mask of it is kept, so a repetition is not recognized.
  source_bank_data: "merchant's",
  confirm: 'of no effect',
  client_secret: 'of no effect',
} as const satisfies Record<keyof PayoutRequest, ChangeRule>;

/** Of a payout: its amount, its destination and its outcome. */
export const payeeReadRules = {
  ...passedOnReadRules,
  payout_id: 'shown',
  merchant_id: 'shown',
  amount: 'shown',
  currency: 'shown',
  connector: 'shown',
  payout_type: 'shown',
  payout_method_data: 'shown',
  // The account of the merchant.
  source_bank_data: 'hidden',
  billing: 'shown',
  auto_fulfill: 'shown',
  customer_id: 'shown',
  customer: 'shown',
  client_secret: 'shown',
  entity_type: 'shown',
  recurring: 'shown',
  merchant_connector_id: 'hidden',
  status: 'shown',
  error_message: 'shown',
  error_code: 'shown',
  profile_id: 'shown',
  created: 'shown',
  connector_transaction_id: 'shown',
  attempts: 'hidden',
  payout_link: 'shown',
  email: 'shown',
  name: 'shown',
  phone: 'shown',
  phone_country_code: 'shown',
  unified_code: 'shown',
  unified_message: 'shown',
  payout_method_id: 'shown',
} as const satisfies Record<keyof PayoutResponse, ReadRule>;
