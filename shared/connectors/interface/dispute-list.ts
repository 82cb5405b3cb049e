import type { ConnectorError } from './exchange.ts';
import type { WebhookContent } from './webhooks.ts';

/** A page of the disputes of a time span. */
export interface DisputePage {
  /** The connector name in the merchant's account; one adapter may serve several names. */
  readonly connectorName: string;
  readonly from: Date;
  readonly till: Date;
  /** The place of the page, as the page before stated it; absent for the first one. */
  readonly at?: string;
}

/** A listed dispute, as a webhook of the processor would report it. */
export type ListedDispute = Extract<WebhookContent, { readonly kind: 'dispute' }>;

export type DisputePageOutcome =
  | {
      readonly result: 'listed';
      /** Without those that no payment of a switch can have. */
      readonly disputes: readonly ListedDispute[];
      /** The place of the next page; absent on the last one. */
      readonly nextPage?: string;
    }
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);
