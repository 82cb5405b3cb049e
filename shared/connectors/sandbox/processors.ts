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

/** Whether a connector is one of the simulated processors. */
export const isSimulated = (name: string): boolean => processors.some((one) => one === name);
