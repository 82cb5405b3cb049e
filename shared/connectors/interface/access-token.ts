import type { ConnectorError } from './exchange.ts';

/** The outcome of asking a processor for an access token. Asking moves no money. */
export type AccessTokenOutcome =
  | {
      readonly result: 'issued';
      /** It lives in memory and, sealed under the merchant's key, in the table: never log it. */
      readonly accessToken: string;
      /** How long it is valid from now, in seconds. */
      readonly expiresInSeconds: number;
    }
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);
