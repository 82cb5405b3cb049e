import type { PaymentMethod, PaymentMethodType } from '../../vocabulary/payment-methods.ts';
import type { DisputeEvidence, DisputeOutcome, DisputeReference } from './disputes.ts';
import type { Exchange } from './exchange.ts';
import type { MandateReference, RevocationOutcome } from './mandates.ts';
import type { Authorization, Capture, Increment, PaymentOutcome, Reference } from './payments.ts';
import type { PayoutInstruction, PayoutOutcome, PayoutReference } from './payouts.ts';
import type { RefundOutcome, RefundReference } from './refunds.ts';
import type { WebhookParser } from './webhooks.ts';

/**
 * What a processor can be asked. Everything here and in a processor's folder is data in, data out;
 * `connectors.ts` alone talks to the network.
 */
export interface Connector {
  /** As merchants write it in `connector_name`. */
  readonly name: string;
  /** Charges or reserves the customer's money. */
  readonly authorize: Exchange<Authorization, PaymentOutcome>;
  /**
   * Verifies that the customer's payment source could be charged, and stores it at the processor:
   * `captured`, with amount 0, if it could. Synced like a payment.
   */
  readonly verify?: Exchange<Authorization, PaymentOutcome>;
  /** Forgets what it keeps. */
  readonly revokeMandate?: Exchange<MandateReference, RevocationOutcome>;
  /** Asks what became of a payment. Changes nothing, so it may be asked at any time. */
  readonly sync: Exchange<Reference, PaymentOutcome>;
  /** Takes what was authorized, or a part of it. */
  readonly capture?: Exchange<Capture, PaymentOutcome>;
  /** Gives back what was authorized and not captured. */
  readonly void?: Exchange<Reference, PaymentOutcome>;
  /** Gives back what was captured and not settled yet. */
  readonly voidCaptured?: Exchange<Reference, PaymentOutcome>;
  /** Reserves more than was authorized, up to a new total. */
  readonly increment?: Exchange<Increment, PaymentOutcome>;
  /** Keeps what is reserved for longer. Asking again is asking for the same. */
  readonly extend?: Exchange<Reference, PaymentOutcome>;
  readonly refund?: Exchange<RefundReference, RefundOutcome>;
  /** Asks what became of a refund. Changes nothing. */
  readonly syncRefund?: Exchange<RefundReference, RefundOutcome>;
  /** Creates a payout at the processor, and pays it at once if the instruction says so. */
  readonly payout?: Exchange<PayoutInstruction, PayoutOutcome>;
  /** Has a payout paid that the processor knows of. */
  readonly fulfillPayout?: Exchange<PayoutReference, PayoutOutcome>;
  /** Asks what became of a payout. Changes nothing. */
  readonly syncPayout?: Exchange<PayoutReference, PayoutOutcome>;
  /** Gives up a payout that was not paid. */
  readonly cancelPayout?: Exchange<PayoutReference, PayoutOutcome>;
  /** Gives in to a dispute. Asking again is asking for the same. */
  readonly acceptDispute?: Exchange<DisputeReference, DisputeOutcome>;
  /** Shows what speaks against a dispute. */
  readonly submitEvidence?: Exchange<DisputeEvidence, DisputeOutcome>;
  /** Asks how a dispute stands. Changes nothing. */
  readonly syncDispute?: Exchange<DisputeReference, DisputeOutcome>;
  /**
   * How it supports payment methods without a card number; undefined for those that it does not
   * support.
   */
  supportedMethods?(method: PaymentMethod, type: PaymentMethodType): MethodSupport | undefined;
  /** Reads what the processor sends by itself; absent where it sends nothing. */
  readonly webhooks?: WebhookParser;
}

/** What a processor can do with a payment method. */
export interface MethodSupport {
  /** The shapes of the method's data that it reads; the empty name where the data has no shape. */
  readonly variants: readonly string[];
  /** Whether money can be reserved first and captured later. */
  readonly supportsManualCapture: boolean;
  /** Whether money can be given back. */
  readonly supportsRefunds: boolean;
}
