import type { EvidenceType } from '#vocabulary/dispute-evidence.ts';
import type { DisputeStage, DisputeStatus } from '#vocabulary/dispute-statuses.ts';
import type { ConnectorError } from './exchange.ts';

/** The identifiers of a dispute at the processor. */
export interface DisputeReference {
  /** The connector name in the merchant's account; one adapter may serve several names. */
  readonly connectorName: string;
  readonly connectorDisputeId: string;
  /** The disputed payment: our attempt's id. */
  readonly reference: string;
  /** The processor's own id of the disputed payment, once known. */
  readonly connectorTransactionId?: string;
}

/** Evidence against a dispute. */
export interface DisputeEvidence extends DisputeReference {
  /** The merchant's texts, by their field names in the Hyperswitch v1 API. */
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly EvidenceFile[];
}

/** A file of the merchant's evidence, identified by its hash. */
interface EvidenceFile {
  readonly evidenceType: EvidenceType;
  readonly fileId: string;
  readonly name?: string;
  /** The size, in bytes. */
  readonly size: number;
  readonly type: string;
  /** The SHA-256 of its bytes, in hex. */
  readonly sha256: string;
  /** The file's bytes, where its `about` has `takesEvidenceBytes`. */
  readonly bytes?: Uint8Array;
  /** The processor's own id of the file, once it was uploaded. */
  readonly connectorFileId?: string;
}

/** A file on its way to the processor; a repeat asks for the same. */
export interface EvidenceUpload extends DisputeReference {
  readonly file: EvidenceFile & { readonly bytes: Uint8Array };
}

export type UploadOutcome =
  | { readonly result: 'uploaded'; readonly connectorFileId: string }
  /** A definite refusal, with the response's HTTP status. */
  | ({ readonly result: 'declined'; readonly httpStatus?: number } & ConnectorError)
  | ({ readonly result: 'unknown' | 'not_sent' } & ConnectorError);

/** A dispute as its processor reports it, in a response or a webhook. */
export interface ReportedDispute {
  readonly connectorDisputeId: string;
  /** In minor units of its own currency. */
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  readonly stage: DisputeStage;
  readonly status: DisputeStatus;
  /** The processor's own name for the status. */
  readonly connectorStatus: string;
  readonly reason?: string;
  readonly reasonCode?: string;
  /** Times are ISO 8601. */
  readonly challengeRequiredBy?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** The outcome of a request about a dispute. */
export type DisputeOutcome =
  | { readonly result: 'reported'; readonly dispute: ReportedDispute }
  /** The change was made, and the processor reports nothing else of the dispute. */
  | {
      readonly result: 'changed';
      readonly status: DisputeStatus;
      /** The processor's own name for the status. */
      readonly connectorStatus: string;
    }
  /** A definite refusal, with the response's HTTP status. */
  | ({ readonly result: 'declined'; readonly httpStatus?: number } & ConnectorError)
  /** No answer, or none that we can trust: the change may have happened. Sync again. */
  | ({ readonly result: 'unknown' } & ConnectorError)
  /** The processor processed nothing of the request. Never the outcome of a sync. */
  | ({ readonly result: 'not_sent' } & ConnectorError)
  /** The processor does not know the dispute. Only the outcome of a sync. */
  | { readonly result: 'not_found' };
