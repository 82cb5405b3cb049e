import type { Payment } from './payment.ts';

/** The result of a step before the authorization: external 3-D Secure or the fraud screening. */
export interface AuthorizationStep {
  /** The payment as the step saved it. */
  readonly payment: Payment;
  /** False when the payment has failed, awaits its customer, or is left to a sync. */
  readonly mayAuthorize: boolean;
}
