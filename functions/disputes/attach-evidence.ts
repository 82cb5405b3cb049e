import * as v from 'valibot';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { derivedId } from '#platform/ids.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkDisputeProfile, type Dispute, withEvidence } from '#switch/disputes/dispute.ts';
import { type DisputeStore, disputeStore } from '#switch/disputes/dispute-store.ts';
import {
  type AttachEvidenceRequest,
  attachEvidence as attachEvidenceOperation,
} from '#switch/disputes/operations.ts';
import { attachmentOf, newFile } from '#switch/files/file.ts';
import { type FileRecords, fileRecords } from '#switch/files/file-records.ts';
import type { FileStore } from '#switch/files/file-store.ts';
import { liveFileStore } from '#switch/files/live-file-store.ts';
import { fileOf, namedDispute } from '#switch/files/upload.ts';
import { EvidenceType } from '#vocabulary/dispute-evidence.ts';
import { mayAttach } from '#vocabulary/dispute-statuses.ts';

interface Services {
  readonly disputes: DisputeStore;
  readonly fileRecords: FileRecords;
  readonly files: FileStore;
}

/**
 * Stores a file and attaches it to a dispute; it replaces a file of the same kind. The bytes are
 * stored before any record refers to them. Bytes left behind by a crash expire.
 */
export const attachEvidence = implement(attachEvidenceOperation, {
  precheck(body) {
    fileOf(body);
    namedDispute(body);
    kindOf(body);
  },

  load: ({ merchantId, body }, { disputes }: Services) =>
    disputes.get(merchantId, namedDispute(body)),

  async run({ body, caller, now, invocationId }, services: Services, dispute) {
    checkDisputeProfile(dispute, caller);
    checkAttachable(dispute);
    const upload = fileOf(body);
    const { merchantId, profileId, id: disputeId } = dispute;
    const id = derivedId('file', merchantId, invocationId);
    const file = newFile(upload, { merchantId, id, profileId, disputeId }, now);
    await services.files.put(file, upload.bytes, file.type);
    await services.fileRecords.save(file);
    await services.disputes.settleOrThrow(dispute, (current) => {
      checkAttachable(current);
      return withEvidence(current, { [kindOf(body)]: attachmentOf(file) }, now);
    });
    return { file_id: id };
  },
});

function checkAttachable(dispute: Dispute): void {
  const { status } = dispute;
  if (!mayAttach(dispute)) throw new SwitchError('dispute_status_invalid', { status });
}

function kindOf({ evidence_type }: AttachEvidenceRequest): EvidenceType {
  if (evidence_type === undefined || evidence_type === '') {
    throw new SwitchError('missing_param', { field: 'evidence_type' });
  }
  if (v.is(EvidenceType, evidence_type)) return evidence_type;
  throw new SwitchError('file_purpose_missing', {
    param: 'evidence_type',
    hint: 'Send the kind of the evidence, such as `receipt`.',
  });
}

export const handler = lambda(attachEvidence, () => ({
  disputes: disputeStore(liveTable()),
  fileRecords: fileRecords(liveTable()),
  files: liveFileStore(),
}));
