import type { PaymentMethod, PaymentMethodType } from '../../vocabulary/payment-methods.ts';
import type { DisputeEvidence, DisputeOutcome, DisputeReference } from './disputes.ts';
import type { Exchange } from './exchange.ts';
import type { MandateReference, RevocationOutcome } from './mandates.ts';
import type { Authorization, Capture, Increment, PaymentOutcome, Reference } from './payments.ts';
import type { PayoutInstruction, PayoutOutcome, PayoutReference } from './payouts.ts';
import type { RefundOutcome, RefundReference } from './refunds.ts';
import type { WebhookParser } from './webhooks.ts';

/**
 * The operations of a processor. This file and each processor's folder are data in, data out; only
 * `connectors.ts` uses the network.
 */
export interface Connector {
  /** The name that merchants write in `connector_name`. */
  readonly name: string;
  /** Charges or reserves the customer's money. */
  readonly authorize: Exchange<Authorization, PaymentOutcome>;
  /**
   * Verifies that the customer's payment source could be charged, and stores it at the processor:
   * `captured`, with amount 0, if it could. Synced like a payment.
   */
  readonly verify?: Exchange<Authorization, PaymentOutcome>;
  /** Revokes a mandate that the processor stores. */
  readonly revokeMandate?: Exchange<MandateReference, RevocationOutcome>;
  /** Syncs a payment. It changes nothing, so it may be sent at any time. */
  readonly sync: Exchange<Reference, PaymentOutcome>;
  /** Captures an authorization, or a part of it. */
  readonly capture?: Exchange<Capture, PaymentOutcome>;
  /** Releases an authorization that was not captured. */
  readonly void?: Exchange<Reference, PaymentOutcome>;
  /** Gives back a captured payment that is not settled yet. */
  readonly voidCaptured?: Exchange<Reference, PaymentOutcome>;
  /** Raises the authorized amount to a new total. */
  readonly increment?: Exchange<Increment, PaymentOutcome>;
  /** Extends an authorization. A repeat asks for the same. */
  readonly extend?: Exchange<Reference, PaymentOutcome>;
  readonly refund?: Exchange<RefundReference, RefundOutcome>;
  /** Syncs a refund. It changes nothing. */
  readonly syncRefund?: Exchange<RefundReference, RefundOutcome>;
  /** Creates a payout at the processor, and pays it at once if the instruction says so. */
  readonly payout?: Exchange<PayoutInstruction, PayoutOutcome>;
  /** Has the processor pay a payout that it has created. */
  readonly fulfillPayout?: Exchange<PayoutReference, PayoutOutcome>;
  /** Syncs a payout. It changes nothing. */
  readonly syncPayout?: Exchange<PayoutReference, PayoutOutcome>;
  /** Cancels a payout that was not paid. */
  readonly cancelPayout?: Exchange<PayoutReference, PayoutOutcome>;
  /** Accepts a dispute. A repeat asks for the same. */
  readonly acceptDispute?: Exchange<DisputeReference, DisputeOutcome>;
  /** Submits evidence against a dispute. */
  readonly submitEvidence?: Exchange<DisputeEvidence, DisputeOutcome>;
  /** Syncs a dispute. It changes nothing. */
  readonly syncDispute?: Exchange<DisputeReference, DisputeOutcome>;
  /**
   * How it supports payment methods without a card number; undefined for those that it does not
   * support.
   */
  supportedMethods?(method: PaymentMethod, type: PaymentMethodType): MethodSupport | undefined;
  /** Parses the processor's webhooks; absent when it sends none. */
  readonly webhooks?: WebhookParser;
}

/** How a processor supports a payment method. */
export interface MethodSupport {
  /** The shapes of the method's data that it reads; '' for data without a shape. */
  readonly variants: readonly string[];
  /** Whether it supports manual capture. */
  readonly supportsManualCapture: boolean;
  /** Whether it supports refunds. */
  readonly supportsRefunds: boolean;
}
