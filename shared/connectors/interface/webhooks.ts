import type { ToldDispute } from './disputes.ts';
import type { Credentials } from './exchange.ts';
import type { PaymentOutcome } from './payments.ts';
import type { PayoutOutcome } from './payouts.ts';
import type { RefundOutcome } from './refunds.ts';

/** A request that says it comes from a processor, as it arrived. */
export interface IncomingWebhook {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a processor told us by itself. */
export type News =
  | {
      readonly about: 'payment';
      /** Our attempt's id. */
      readonly reference: string;
      readonly outcome: PaymentOutcome;
    }
  | {
      readonly about: 'refund';
      /** Our refund's id. */
      readonly reference: string;
      readonly outcome: RefundOutcome;
    }
  | {
      readonly about: 'payout';
      /** The id of our attempt at the payout. */
      readonly reference: string;
      readonly outcome: PayoutOutcome;
    }
  | {
      readonly about: 'dispute';
      /** Of the payment that is disputed: our attempt's id. */
      readonly reference: string;
      readonly dispute: ToldDispute;
    }
  /** It is genuine and none of our business. */
  | { readonly about: 'nothing' };

export interface NewsReader {
  /** Whether the processor sent it, lately. Compares in constant time. */
  isGenuine(webhook: IncomingWebhook, credentials: Credentials, now: Date): boolean;
  /** Throws when it cannot read it. Only called for what is genuine. */
  read(webhook: IncomingWebhook): News;
}
