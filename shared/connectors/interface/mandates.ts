import type { ConnectorError } from './exchange.ts';

/** The mandate that a processor has stored since an earlier payment. */
export interface MandateReference {
  /** The connector name in the merchant's account; one adapter may serve several names. */
  readonly connectorName: string;
  /** The processor's own id of the mandate. */
  readonly connectorMandateId: string;
  /** The processor's own id of the customer, where the mandate belongs to one. */
  readonly connectorCustomerId?: string;
}

/** The outcome of revoking a mandate. A repeat asks for the same. */
export type RevocationOutcome =
  | { readonly result: 'revoked' }
  /** A definite refusal; `status` is the response's HTTP status. */
  | ({ readonly result: 'declined'; readonly status: number } & ConnectorError)
  /** No answer, or none that we can trust: the revocation may have happened. */
  | ({ readonly result: 'unknown' } & ConnectorError)
  | ({ readonly result: 'not_sent' } & ConnectorError);
