import type { AddressDetails } from '#vocabulary/address.ts';
import type { ConnectorError } from './exchange.ts';

/** The identifiers of a payout at the processor, and the amount that we expect. */
export interface PayoutReference {
  /** Our attempt's id. The processor accepts it once, so the payout is paid once at most. */
  readonly reference: string;
  /** The connector name in the merchant's account; one adapter may serve several names. */
  readonly connectorName: string;
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  /** The processor's own id of the payout, once known. */
  readonly connectorTransactionId?: string;
}

/** The destination of the money. It lives in memory only: never log it, never store it as it is. */
export interface PayoutDestination {
  readonly kind: 'card' | 'bank' | 'wallet' | 'bank_redirect' | 'passthrough' | 'bank_transfer';
  /** The value that identifies the account: a card number, an IBAN, an address. */
  readonly account: string;
  /** All data of the destination, in the words of the Hyperswitch v1 API. */
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * The kinds of destinations that processors tell apart: a card, the accounts of each bank scheme,
 * wallets, and `token`, which another payment service gave out.
 */
export type PayoutTarget =
  | 'card'
  | 'ach'
  | 'bacs'
  | 'sepa'
  | 'pix'
  | 'trustly'
  | 'paypal'
  | 'venmo'
  | 'network_token'
  | 'interac'
  | 'open_banking'
  | 'token';

/** What is known of the recipient. It lives in memory only: never log it. */
export interface Payee {
  /** The merchant's own id of the customer. */
  readonly customerId?: string;
  readonly isCompany: boolean;
  /** The name of the account's or the card's holder, else the customer's. */
  readonly name?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly phone?: string;
  /** Such as `+49`. */
  readonly phoneCountryCode?: string;
  readonly address?: AddressDetails;
}

/** A fact of the recipient without which a processor pays nothing. */
export type PayeeNeed =
  | 'name'
  /** A person's first and last name, or a company's name. */
  | 'name_parts'
  | 'email'
  | 'line1'
  | 'city'
  | 'zip'
  | 'country';

/** A payout as a processor gets it. */
export interface PayoutInstruction extends PayoutReference {
  readonly destination: PayoutDestination;
  readonly payee: Payee;
  /** The wanted speed of a bank transfer. */
  readonly priority?: 'instant' | 'fast' | 'regular' | 'wire' | 'cross_border' | 'internal';
  /** The merchant's text about the payout. */
  readonly description?: string;
  /** Whether the processor pays at once, or waits for `fulfillPayout`. */
  readonly fulfill: boolean;
  /** The URL for the processor's webhooks about the payout. */
  readonly notificationUrl?: string;
}

/** A processor's report of a payout beside its result. Absent members were not reported. */
export interface ReportedPayout {
  readonly connectorTransactionId?: string;
  /** The amount as the processor processed it, in minor units. */
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
  /** The processor has accepted it and has not decided. */
  | ({ readonly result: 'pending' } & ReportedPayout)
  /** On its way. */
  | ({ readonly result: 'initiated' } & ReportedPayout)
  | ({ readonly result: 'paid' } & ReportedPayout)
  | ({ readonly result: 'declined' } & ConnectorError & ReportedPayout)
  /** The processor can never pay to this destination. */
  | ({ readonly result: 'ineligible' } & ConnectorError & ReportedPayout)
  | ({ readonly result: 'cancelled' } & ReportedPayout)
  | ({ readonly result: 'expired' } & ReportedPayout)
  /** The payout was on its way, and the money came back. */
  | ({ readonly result: 'reversed' } & ConnectorError & ReportedPayout)
  /** The answer has another amount or currency than the request. */
  | ({ readonly result: 'integrity_mismatch'; readonly fields: string } & ReportedPayout)
  /** No answer, or none that we can trust: the payout may have been paid. Sync again. */
  | ({ readonly result: 'unknown' } & ConnectorError & ReportedPayout)
  /** The processor processed nothing of the request. Never the outcome of a sync. */
  | ({ readonly result: 'not_sent' } & ConnectorError)
  /** The processor does not know the payout. Only the outcome of a sync. */
  | { readonly result: 'not_found' };
