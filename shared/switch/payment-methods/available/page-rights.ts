import type { ReadRule } from '../../callers/access-rules.ts';
import type { IntentData } from './merchant-list-operations.ts';

/** Of a payment, by the page that lists its possible payment methods. */
export const pageReadRules = {
  payment_id: 'shown',
  status: 'shown',
  amount: 'shown',
  currency: 'shown',
  client_secret: 'shown',
  description: 'shown',
  customer_id: 'shown',
  return_url: 'shown',
  setup_future_usage: 'shown',
  billing: 'shown',
  shipping: 'shown',
  metadata: 'hidden',
  order_details: 'shown',
  created: 'shown',
  expires_on: 'shown',
  profile_id: 'shown',
  merchant_order_reference_id: 'shown',
  attempt_count: 'shown',
  installment_options: 'shown',
  capture_method: 'shown',
  merchant_name: 'shown',
} as const satisfies Record<keyof IntentData, ReadRule>;
