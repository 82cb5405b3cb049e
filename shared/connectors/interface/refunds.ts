import type { ConnectorError } from './exchange.ts';
import type { Reference } from './payments.ts';

/** What names a refund at the processor, and the payment that it gives back. */
export interface RefundReference {
  /** Our refund's id. The processor takes it once only. */
  readonly reference: string;
  readonly connectorName: string;
  /** Of the refund, in minor units. */
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  readonly payment: Reference;
  readonly reason?: string;
  /** The processor's own id of the refund, once known. */
  readonly connectorRefundId?: string;
}

/** What became of a refund. Only `declined`, `not_sent` and `not_found` say that no money moved. */
export type RefundOutcome =
  | ({ readonly result: 'succeeded' } & ReportedRefund)
  /** The processor has it and has not decided. */
  | ({ readonly result: 'pending' } & ReportedRefund)
  | ({ readonly result: 'declined' } & ConnectorError & ReportedRefund)
  /** The answer is about another amount or currency than we asked. */
  | ({ readonly result: 'integrity_mismatch'; readonly fields: string } & ReportedRefund)
  /** No answer, or none that we can trust: it may have happened. Ask again. */
  | ({ readonly result: 'unknown' } & ConnectorError & ReportedRefund)
  /** Nothing of the request was taken by the processor. Never the outcome of a sync. */
  | ({ readonly result: 'not_sent' } & ConnectorError)
  /** The processor has never heard of the refund. Only ever the outcome of a sync. */
  | { readonly result: 'not_found' };

/** What a processor reports of a refund beside its result. Absent members were not reported. */
interface ReportedRefund {
  readonly connectorRefundId?: string;
  /** As the processor understood it, in minor units. */
  readonly amountMinor?: number;
  readonly currency?: string;
}
