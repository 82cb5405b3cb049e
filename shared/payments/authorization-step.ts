import type { Payment } from './payment.ts';

/** What a step leads to that a payment takes before its money is asked for. */
export interface AuthorizationStep {
  /** As the step has saved it. */
  readonly payment: Payment;
  /** False for a payment that has failed, that waits for its customer, or that a sync will finish. */
  readonly mayAuthorize: boolean;
}
