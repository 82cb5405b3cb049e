import type { ReportedDispute } from './disputes.ts';
import type { Credentials } from './exchange.ts';
import type { PaymentOutcome } from './payments.ts';
import type { PayoutOutcome } from './payouts.ts';
import type { RefundOutcome } from './refunds.ts';

/** An incoming webhook as it arrived, before its signature is verified. */
export interface IncomingWebhook {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The content of a processor's webhook. */
export type WebhookContent =
  | {
      readonly kind: 'payment';
      /** Our attempt's id. */
      readonly reference: string;
      readonly outcome: PaymentOutcome;
    }
  | {
      readonly kind: 'refund';
      /** Our refund's id. */
      readonly reference: string;
      readonly outcome: RefundOutcome;
    }
  | {
      readonly kind: 'payout';
      /** The id of our attempt at the payout. */
      readonly reference: string;
      readonly outcome: PayoutOutcome;
    }
  | {
      readonly kind: 'dispute';
      /** The disputed payment: our attempt's id. */
      readonly reference: string;
      readonly dispute: ReportedDispute;
    }
  /** The webhook is genuine and about nothing that we track. */
  | { readonly kind: 'nothing' };

export interface WebhookParser {
  /** Whether the processor signed it recently. Compares in constant time. */
  verifySignature(webhook: IncomingWebhook, credentials: Credentials, now: Date): boolean;
  /** Throws when it cannot read the webhook. Call it only after `verifySignature`. */
  parse(webhook: IncomingWebhook): WebhookContent;
}
