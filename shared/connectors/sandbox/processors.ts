/**
 * The processors that the sandbox simulates, by the names that merchants write in `connector_name`.
 */
export const processors = [
  'phonypay',
  'fauxpay',
  'pretendpay',
  'stripe_test',
  'adyen_test',
  'checkout_test',
  'paypal_test',
] as const;

export type Processor = (typeof processors)[number];
