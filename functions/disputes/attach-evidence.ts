import * as v from 'valibot';
import { checkDisputeProfile, type Dispute, withEvidence } from '../../shared/disputes/dispute.ts';
import { type DisputeStore, disputeStore } from '../../shared/disputes/dispute-store.ts';
import { EvidenceType } from '../../shared/disputes/evidence.ts';
import {
  type AttachEvidenceRequest,
  attachEvidence as attachEvidenceOperation,
} from '../../shared/disputes/operations.ts';
import { mayAttach } from '../../shared/disputes/statuses.ts';
import { SwitchError } from '../../shared/errors.ts';
import { attachmentOf, newFile } from '../../shared/files/file.ts';
import { type FileRecords, fileRecords } from '../../shared/files/file-records.ts';
import type { FileStore } from '../../shared/files/file-store.ts';
import { liveFileStore } from '../../shared/files/live-file-store.ts';
import { fileOf, namedDispute } from '../../shared/files/upload.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { derivedId } from '../../shared/ids.ts';
import { liveTable } from '../../shared/table/table.ts';

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
  if (!mayAttach(dispute)) throw new SwitchError('dispute_status_invalid');
}

function kindOf({ evidence_type }: AttachEvidenceRequest): EvidenceType {
  if (v.is(EvidenceType, evidence_type)) return evidence_type;
  throw new SwitchError('file_purpose_missing');
}

export const handler = lambda(attachEvidence, () => ({
  disputes: disputeStore(liveTable()),
  fileRecords: fileRecords(liveTable()),
  files: liveFileStore(),
}));
