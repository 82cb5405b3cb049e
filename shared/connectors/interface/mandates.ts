import type { ConnectorError } from './exchange.ts';

/** What a processor keeps for a merchant since an earlier payment. */
export interface MandateReference {
  /** As the merchant's account names it; one adapter may stand for several names. */
  readonly connectorName: string;
  /** The processor's own name for it. */
  readonly connectorMandateId: string;
}

/** What became of the wish that a processor forget something. Asking again is asking for the same. */
export type RevocationOutcome =
  | { readonly result: 'revoked' }
  /** A definite no; `status` is the HTTP status that it was said with. */
  | ({ readonly result: 'declined'; readonly status: number } & ConnectorError)
  /** No answer, or none that we can trust: it may have happened. */
  | ({ readonly result: 'unknown' } & ConnectorError)
  | ({ readonly result: 'not_sent' } & ConnectorError);
