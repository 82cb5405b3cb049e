import type { ConnectorError } from './exchange.ts';

/** What names a payout at the processor, and what we believe it to be worth. */
export interface PayoutReference {
  /** The id of our attempt. The processor takes it once only, so it is paid once at most. */
  readonly reference: string;
  /** As the merchant's account names it; one adapter may stand for several names. */
  readonly connectorName: string;
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  /** The processor's own id of the payout, once known. */
  readonly connectorTransactionId?: string;
}

/** Where the money goes. It lives in memory only: never log it, never store it as it is. */
export interface PayoutDestination {
  readonly kind: 'card' | 'bank' | 'wallet' | 'bank_redirect' | 'passthrough' | 'bank_transfer';
  /** What alone tells the account from all others: a card number, an IBAN, an address. */
  readonly account: string;
  /** Everything that is known of it, in the words of the Hyperswitch v1 API. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A payout as a processor gets it. */
export interface PayoutInstruction extends PayoutReference {
  readonly destination: PayoutDestination;
  /** Whether it is paid at once, or waits for `fulfillPayout`. */
  readonly fulfill: boolean;
  /** Where the processor may tell us by itself what becomes of it. */
  readonly notificationUrl?: string;
}

/** What a processor reports of a payout beside its result. Absent members were not reported. */
export interface ReportedPayout {
  readonly connectorTransactionId?: string;
  /** As the processor understood it, in minor units. */
  readonly amountMinor?: number;
  readonly currency?: string;
}

/**
 * The result of a payout. Only `created`, `vendor_account_needed`, `declined`, `ineligible`,
 * `cancelled`, `expired`, `not_sent` and `not_found` mean that no money was paid, and only
 * `reversed` that the money came back.
 */
export type PayoutOutcome =
  /** The processor has created it and waits for the instruction to pay. */
  | ({ readonly result: 'created' } & ReportedPayout)
  /** The recipient has to open an account with the processor first. */
  | ({ readonly result: 'vendor_account_needed' } & ReportedPayout)
  /** To be paid, and not decided. */
  | ({ readonly result: 'pending' } & ReportedPayout)
  /** On its way. */
  | ({ readonly result: 'initiated' } & ReportedPayout)
  | ({ readonly result: 'paid' } & ReportedPayout)
  | ({ readonly result: 'declined' } & ConnectorError & ReportedPayout)
  /** This destination can never be paid to. */
  | ({ readonly result: 'ineligible' } & ConnectorError & ReportedPayout)
  | ({ readonly result: 'cancelled' } & ReportedPayout)
  | ({ readonly result: 'expired' } & ReportedPayout)
  /** It was on its way, and came back. */
  | ({ readonly result: 'reversed' } & ConnectorError & ReportedPayout)
  /** The answer is about another amount or currency than we asked. */
  | ({ readonly result: 'integrity_mismatch'; readonly fields: string } & ReportedPayout)
  /** No answer, or none that we can trust: it may have been paid. Ask again. */
  | ({ readonly result: 'unknown' } & ConnectorError & ReportedPayout)
  /** Nothing of the request was taken by the processor. Never the outcome of a sync. */
  | ({ readonly result: 'not_sent' } & ConnectorError)
  /** The processor has never heard of the payout. Only ever the outcome of a sync. */
  | { readonly result: 'not_found' };
