import type { Card } from './card.ts';
import type { ConnectorError, Exchange } from './exchange.ts';

/** Who finds out, beside any processor, that a customer is who they say. Data in, data out. */
export interface Authenticator {
  /** As merchants write it in `connector_name`. */
  readonly name: string;
  /** Starts the authentication of a card's customer. The processor accepts the reference once. */
  readonly start: Exchange<AuthenticationRequest, AuthenticationOutcome>;
  /** Asks what became of that. Changes nothing. */
  readonly sync: Exchange<AuthenticationReference, AuthenticationOutcome>;
}

export interface AuthenticationReference {
  /** Ours: the attempt's id. */
  readonly reference: string;
}

export interface AuthenticationRequest extends AuthenticationReference {
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  /** Without its code. Lives in memory only: never log it. */
  readonly card: Omit<Card, 'cvc'>;
  /** Where the customer goes after a challenge. */
  readonly returnUrl: string;
}

/** What a processor is shown of a customer who was authenticated. The cryptogram is secret. */
export interface AuthenticationData {
  readonly cryptogram?: string;
  readonly electronicCommerceIndicator?: string;
  readonly dsTransactionId?: string;
  readonly version?: string;
}

/** What names an authentication at the card network and at the bank. */
export interface AuthenticationIds {
  readonly version: string;
  readonly serverTransactionId: string;
  readonly acsTransactionId: string;
  readonly dsTransactionId: string;
}

/** What became of an authentication. */
export type AuthenticationOutcome =
  /** The customer has to act at this address. */
  | { readonly result: 'challenge'; readonly url: string; readonly ids: AuthenticationIds }
  | {
      readonly result: 'authenticated';
      readonly flow: 'frictionless' | 'challenge';
      readonly ids: AuthenticationIds;
      readonly authenticationData: AuthenticationData;
    }
  /** The bank says that it is not its customer, or the customer has given up. */
  | {
      readonly result: 'refused';
      readonly flow: 'frictionless' | 'challenge';
      readonly ids: AuthenticationIds;
    }
  /** The card's bank does not take part in 3-D Secure. */
  | { readonly result: 'not_enrolled' }
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);
