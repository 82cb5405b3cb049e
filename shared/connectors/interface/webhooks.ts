import type { ReportedDispute } from './disputes.ts';
import type { ConnectorAccess, ConnectorError, Exchange } from './exchange.ts';
import type { PaymentOutcome } from './payments.ts';
import type { PayoutOutcome } from './payouts.ts';
import type { RefundOutcome } from './refunds.ts';

/** An incoming webhook as it arrived, before its signature is verified. */
export interface IncomingWebhook {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The object of a webhook: our own reference where the processor repeats it, else the processor's
 * id. For a payment, a dispute and a capture it names the payment: our attempt's id.
 */
export type WebhookSubject =
  | { readonly reference: string; readonly connectorId?: string }
  | { readonly connectorId: string; readonly reference?: undefined };

/** A change that the processor had only received, and then refused. */
export interface FailedChange extends ConnectorError {
  readonly change: 'void' | 'increment';
}

/** One piece of news in a processor's webhook. */
export type WebhookContent =
  | {
      readonly kind: 'payment';
      readonly subject: WebhookSubject;
      readonly outcome: PaymentOutcome;
      /** Whether `authorized` means charged where the capture method is automatic. */
      readonly isByCaptureMethod?: boolean;
      /** The change that failed; `outcome` is then only the state after it. */
      readonly failed?: FailedChange;
    }
  | {
      readonly kind: 'capture';
      /** The payment of the capture. */
      readonly subject: WebhookSubject;
      readonly capture: WebhookSubject;
      /** In minor units, where the webhook states them. */
      readonly amountMinor?: number;
      readonly status: 'charged' | 'pending' | 'failed';
    }
  | { readonly kind: 'refund'; readonly subject: WebhookSubject; readonly outcome: RefundOutcome }
  | { readonly kind: 'payout'; readonly subject: WebhookSubject; readonly outcome: PayoutOutcome }
  | {
      readonly kind: 'dispute';
      readonly subject: WebhookSubject;
      /** Whether the processor's id is that of a capture, and not of the payment. */
      readonly isOfCapture?: boolean;
      readonly dispute: ReportedDispute;
    }
  | {
      readonly kind: 'mandate';
      /** The connector mandate: always the processor's id. */
      readonly subject: { readonly connectorId: string };
      /** Our id of its customer, where the processor repeats it. */
      readonly customerId?: string;
      readonly status: 'active' | 'revoked';
    }
  /** The webhook is genuine and about nothing that we track. */
  | { readonly kind: 'nothing' };

export interface WebhookParser {
  /**
   * Whether the processor signed it: false for any message of a stranger. Compares in constant
   * time. A webhook for which it throws counts as unsigned.
   */
  verifySignature?(webhook: IncomingWebhook, account: ConnectorAccess, now: Date): boolean;
  /**
   * Where only the processor can verify a webhook: an exchange instead of `verifySignature`. Its
   * answer counts instead of the webhook's content.
   */
  readonly verifyByAsking?: Exchange<IncomingWebhook, WebhookVerification>;
  /**
   * The webhook in the clear, where the processor encrypts it for a key of the account that sent
   * it. Called only for verified webhooks; throws where it cannot be read so.
   */
  decrypt?(webhook: IncomingWebhook, account: ConnectorAccess): IncomingWebhook;
  /**
   * All contents of the webhook, in their order; never empty. Throws when it cannot read the
   * webhook. The contents are believed only after the verification.
   */
  parse(webhook: IncomingWebhook): readonly WebhookContent[];
  /**
   * The time of the event that the webhook states; absent where it states none. Throws when it
   * cannot read the time.
   */
  happenedAt?(webhook: IncomingWebhook): Date;
  /** The text with which the processor wants to be answered; absent: an empty JSON object. */
  readonly acknowledgement?: string;
}

export type WebhookVerification =
  /** `contents`: the processor's report of the object, where its webhooks only name one. */
  | { readonly result: 'verified'; readonly contents?: readonly WebhookContent[] }
  | { readonly result: 'forged' }
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);

/**
 * Our own address, to be registered at the processor. Where the processor takes no idempotency key,
 * a repeat registers it once more at worst.
 */
export interface WebhookRegistration {
  /** The same for a repeat whose first answer was lost, and another for every other. */
  readonly reference: string;
  /** Where the processor sends its webhooks. */
  readonly url: string;
  /**
   * The processor's key for signatures, where `about.isWebhookSecretChosen` is true; never logged.
   */
  readonly secret?: string;
  /** Which events, in the processor's words; absent: every one that the adapter reads. */
  readonly events?: readonly string[];
}

export type WebhookRegistrationOutcome =
  | {
      readonly result: 'registered';
      readonly connectorWebhookId: string;
      /** The secret with which the processor will sign; never logged. */
      readonly secret?: string;
    }
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);
