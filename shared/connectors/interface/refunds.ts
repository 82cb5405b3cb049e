import type { ConnectorError, ConnectorMetadata } from './exchange.ts';
import type { Reference } from './payments.ts';

/** The identifiers of a refund at the processor, and of its payment. */
export interface RefundReference {
  /** Our refund's id. The processor accepts it once. */
  readonly reference: string;
  readonly connectorName: string;
  /** The refund's amount, in minor units. */
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  readonly payment: Reference;
  readonly reason?: string;
  /** The processor's id of the capture that the refund gives back, once known. */
  readonly connectorCaptureId?: string;
  /** The URL for the processor's webhooks about the refund. */
  readonly notificationUrl?: string;
  /** The adapter's data of this refund; the payment's data are in `payment`. */
  readonly connectorMetadata?: ConnectorMetadata;
  /** The processor's own id of the refund, once known. */
  readonly connectorRefundId?: string;
}

/**
 * The outcome of a refund. Only `declined`, `not_sent` and `not_found` mean that no money moved.
 */
export type RefundOutcome =
  | ({ readonly result: 'succeeded' } & ReportedRefund)
  /** The processor has accepted it and has not decided. */
  | ({ readonly result: 'pending' } & ReportedRefund)
  /** A person at the processor decides. */
  | ({ readonly result: 'held' } & ReportedRefund)
  | ({ readonly result: 'declined' } & ConnectorError & ReportedRefund)
  /** The answer has another amount or currency than the request. */
  | ({ readonly result: 'integrity_mismatch'; readonly fields: string } & ReportedRefund)
  /** No answer, or none that we can trust: the refund may have happened. Sync again. */
  | ({ readonly result: 'unknown' } & ConnectorError & ReportedRefund)
  /** The processor processed nothing of the request. Never the outcome of a sync. */
  | ({ readonly result: 'not_sent' } & ConnectorError)
  /** The processor does not know the refund. Only the outcome of a sync. */
  | { readonly result: 'not_found' };

/** A processor's report of a refund beside its result. Absent members were not reported. */
interface ReportedRefund {
  readonly connectorRefundId?: string;
  /** As in `ReportedPayment`. */
  readonly connectorMetadata?: ConnectorMetadata;
  /** Whether the payment was voided instead, because nothing of it was settled yet. */
  readonly isByVoid?: true;
  /** The amount as the processor processed it, in minor units. */
  readonly amountMinor?: number;
  readonly currency?: string;
}
