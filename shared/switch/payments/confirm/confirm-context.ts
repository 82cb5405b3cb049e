import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { Mandate } from '../../mandates/mandate.ts';
import type { Scores } from '../../routing/dynamic/scores.ts';
import type { Payment } from '../payment.ts';
import type { StoredCredential } from '../payment-source/stored-credential.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

/*
 * The steps of a confirm, in order: check, load, plan, save, authenticate, screen, authorize, settle.
 * Each step reads one of these contexts and returns the next one, or its own result. No step changes
 * a context.
 */

/** The parts of a request that a confirm needs, whether it creates the payment or finds it. */
export interface ConfirmRequest {
  /** As stated, with the facts of its card's range. */
  readonly body: PaymentRequest;
  readonly now: Date;
  remainingMs(): number;
  readonly requestId: string;
  /**
   * The IP address of the customer's own device: the source of a request that the device sent, or
   * the address that the request of a merchant's server states.
   */
  readonly payerAddress?: string | undefined;
  /** The connectors that the customer's page names: routing prefers them where it has a choice. */
  readonly wishedConnectors?: readonly string[] | undefined;
}

/** A confirm whose request was checked. */
export interface CheckedConfirm extends ConfirmRequest {
  /** The payment before this confirm; a new payment has no attempt at a connector yet. */
  readonly payment: Payment;
  /** Of the merchant, as it was when the request came. */
  readonly configuration: Configuration;
  /** The request, completed from the stored fields of the payment. */
  readonly whole: PaymentRequest;
}

/** A confirm with all that its plan is made of. */
export interface LoadedConfirm extends CheckedConfirm {
  /** The stored credential that the request refers to; empty for its own payment method data. */
  readonly credential: StoredCredential;
  /** The mandate that is to get the payment's method; undefined where the request names none. */
  readonly mandateToChange?: Mandate | undefined;
  /** The profile's success rates; undefined where it does not route by them. */
  readonly scores: Scores | undefined;
}
