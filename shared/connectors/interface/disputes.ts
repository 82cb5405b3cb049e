import type { EvidenceType } from '../../disputes/evidence.ts';
import type { DisputeStage, DisputeStatus } from '../../disputes/statuses.ts';
import type { ConnectorError } from './exchange.ts';

/** What names a dispute at the processor. */
export interface DisputeReference {
  /** As the merchant's account names it; one adapter may stand for several names. */
  readonly connectorName: string;
  readonly connectorDisputeId: string;
  /** Of the payment that is disputed: our attempt's id. */
  readonly reference: string;
}

/** What speaks against a dispute. */
export interface DisputeEvidence extends DisputeReference {
  /** What the merchant says, by the names that the Hyperswitch v1 API has for it. */
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly EvidenceFile[];
}

/** A file of the merchant's evidence, identified by its hash. */
interface EvidenceFile {
  readonly evidenceType: EvidenceType;
  readonly fileId: string;
  readonly name?: string;
  /** In bytes. */
  readonly size: number;
  readonly type: string;
  /** Of its bytes, in hex. */
  readonly sha256: string;
}

/** A dispute as its processor tells of it, in an answer or by itself. */
export interface ReportedDispute {
  readonly connectorDisputeId: string;
  /** In minor units of its own currency. */
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  readonly stage: DisputeStage;
  readonly status: DisputeStatus;
  /** The processor's own word for it. */
  readonly connectorStatus: string;
  readonly reason?: string;
  readonly reasonCode?: string;
  /** Times are ISO 8601. */
  readonly challengeRequiredBy?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** What a processor answers when it is asked about a dispute. */
export type DisputeOutcome =
  | { readonly result: 'reported'; readonly dispute: ReportedDispute }
  /** A definite no, with the HTTP status that it came with. */
  | ({ readonly result: 'declined'; readonly httpStatus?: number } & ConnectorError)
  /** No answer, or none that we can trust: it may have happened. Ask again. */
  | ({ readonly result: 'unknown' } & ConnectorError)
  /** Nothing of the request was taken by the processor. Never the outcome of a sync. */
  | ({ readonly result: 'not_sent' } & ConnectorError)
  /** The processor has never heard of the dispute. Only ever the outcome of a sync. */
  | { readonly result: 'not_found' };
