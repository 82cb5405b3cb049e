import type { Card } from './card.ts';
import type { ConnectorError, Exchange } from './exchange.ts';

/**
 * A service that authenticates a customer by 3-D Secure, outside any processor. Data in, data out.
 */
export interface Authenticator {
  /** The name that merchants write in `connector_name`. */
  readonly name: string;
  /** Starts the authentication of a card's customer. The processor accepts the reference once. */
  readonly start: Exchange<AuthenticationRequest, AuthenticationOutcome>;
  /** Syncs the authentication. It changes nothing. */
  readonly sync: Exchange<AuthenticationReference, AuthenticationOutcome>;
}

export interface AuthenticationReference {
  /** Our attempt's id. */
  readonly reference: string;
}

export interface AuthenticationRequest extends AuthenticationReference {
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  /** The card without its code. It lives in memory only: never log it. */
  readonly card: Omit<Card, 'cvc'>;
  /** The URL to which the customer is redirected after a challenge. */
  readonly returnUrl: string;
  /** Whether the bank shall ask its customer, though it would not by itself. */
  readonly forceChallenge?: boolean;
}

/** The proof of an authentication for a processor. The cryptogram is secret. */
export interface AuthenticationData {
  readonly cryptogram?: string;
  readonly electronicCommerceIndicator?: string;
  readonly dsTransactionId?: string;
  /** The id of the 3-D Secure server, where it is known. */
  readonly serverTransactionId?: string;
  readonly version?: string;
  /** `Y`: authenticated; `A`: attempted, at an issuer that takes no part. */
  readonly transactionStatus?: 'Y' | 'A';
}

/** The ids of an authentication at the card network and at the bank. */
export interface AuthenticationIds {
  readonly version: string;
  readonly serverTransactionId: string;
  readonly acsTransactionId: string;
  readonly dsTransactionId: string;
}

/** The outcome of an authentication. */
export type AuthenticationOutcome =
  /** The customer has to act at this URL. */
  | { readonly result: 'challenge'; readonly url: string; readonly ids: AuthenticationIds }
  | {
      readonly result: 'authenticated';
      readonly flow: 'frictionless' | 'challenge';
      readonly ids: AuthenticationIds;
      readonly authenticationData: AuthenticationData;
    }
  /** The bank states that this is not its customer, or the customer abandoned the challenge. */
  | {
      readonly result: 'refused';
      readonly flow: 'frictionless' | 'challenge';
      readonly ids: AuthenticationIds;
    }
  /** The card's bank does not take part in 3-D Secure. */
  | { readonly result: 'not_enrolled' }
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);
