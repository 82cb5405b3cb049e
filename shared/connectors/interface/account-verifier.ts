import type { ConnectorError, Exchange } from './exchange.ts';

/**
 * A service at which customers sign in to their bank and choose accounts, which are then theirs for
 * certain. Data in, data out.
 */
export interface AccountVerifier {
  /** The name that merchants write in `connector_name`. */
  readonly name: string;
  /** Opens a session for the customer's page. */
  readonly openLink: Exchange<LinkRequest, LinkOutcome>;
  /** Takes the token of a finished session, and reads the accounts that the customer chose. */
  readonly exchangeToken: Exchange<{ readonly publicToken: string }, AccountsOutcome>;
  /** Reads the accounts again, for a charge. It changes nothing. */
  readonly listAccounts: Exchange<{ readonly accessToken: string }, AccountsOutcome>;
}

interface LinkRequest {
  /** Our payment's id. */
  readonly reference: string;
  readonly customerId?: string;
  /** ISO 3166-1 alpha-2, of the billing address. */
  readonly country: string;
  /** ISO 639-1; absent: the service's own. */
  readonly language?: string;
}

type LinkOutcome =
  | { readonly result: 'opened'; readonly linkToken: string }
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);

/** A bank account, with its numbers: only in memory, and never in a log. */
export type VerifiedAccount = {
  /** The service's own id. */
  readonly accountId: string;
  readonly name?: string;
  /** Such as `checking`. */
  readonly accountType?: string;
} & (
  | { readonly type: 'ach'; readonly accountNumber: string; readonly routingNumber: string }
  | { readonly type: 'bacs'; readonly accountNumber: string; readonly sortCode: string }
  | { readonly type: 'sepa'; readonly iban: string }
);

export type AccountsOutcome =
  | {
      readonly result: 'verified';
      /** By which the accounts are read again; a secret. */
      readonly accessToken: string;
      readonly accounts: readonly VerifiedAccount[];
    }
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);
