import type { ConnectorError } from './exchange.ts';

/** What a processor says of credentials. Asking moves no money and changes nothing. */
export type CredentialsOutcome =
  | { readonly result: 'accepted' }
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);
