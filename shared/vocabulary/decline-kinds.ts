/**
 * The kinds of declines, by the payer's next step. The set is closed: every code of a processor
 * belongs to one of them.
 */
export const declineKinds = [
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'limit_exceeded',
  /** Every decline whose reason only the payer's bank may give, such as a stolen card. */
  'call_issuer',
  'not_supported',
  'authentication_failed',
  'try_again_later',
  'blocked_by_merchant',
  'use_another_card',
  'unknown',
] as const;

export type DeclineKind = (typeof declineKinds)[number];
