import type { PaymentOutcome } from '#connectors/interface/payments.ts';

/** The outcomes after which another attempt may be made. */
export type OutcomeWithoutCharge = Extract<
  PaymentOutcome,
  { readonly result: 'declined' | 'not_sent' }
>;

/**
 * Whether an outcome says for certain that no money moved. A capture that failed leaves the
 * customer's money reserved.
 */
export const tookNothing = (outcome: PaymentOutcome): outcome is OutcomeWithoutCharge =>
  outcome.result === 'not_sent' ||
  (outcome.result === 'declined' && outcome.attemptStatus !== 'capture_failed');
