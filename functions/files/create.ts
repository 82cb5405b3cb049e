import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { replayed } from '#platform/http/operation/idempotency.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { derivedId } from '#platform/ids.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkDisputeProfile } from '#switch/disputes/dispute.ts';
import { type DisputeStore, disputeStore } from '#switch/disputes/dispute-store.ts';
import { newFile } from '#switch/files/file.ts';
import { type FileRecords, fileRecords } from '#switch/files/file-records.ts';
import type { FileStore } from '#switch/files/file-store.ts';
import { liveFileStore } from '#switch/files/live-file-store.ts';
import { type CreateFileRequest, createFile } from '#switch/files/operations.ts';
import { fileOf, namedDispute } from '#switch/files/upload.ts';

interface Services {
  readonly disputes: DisputeStore;
  readonly fileRecords: FileRecords;
  readonly files: FileStore;
}

/**
 * Stores a file for a dispute, to be named when evidence is submitted. The bytes are stored before
 * any record refers to them.
 */
export const create = implement(createFile, {
  precheck(body) {
    fileOf(body);
    checkPurpose(body);
    namedDispute(body);
  },

  load: ({ merchantId, body }, { disputes }: Services) =>
    disputes.get(merchantId, namedDispute(body)),

  async run({ body, caller, now, invocationId, idempotentRequest }, services: Services, dispute) {
    checkDisputeProfile(dispute, caller);
    const upload = fileOf(body);
    const { merchantId, profileId, id: disputeId } = dispute;
    const id = derivedId('file', merchantId, invocationId);
    const file = newFile(upload, { merchantId, id, profileId, disputeId }, now);
    // A repeated request with the same idempotency key overwrites nothing.
    const earlier = idempotentRequest && (await services.fileRecords.getIfPresent(merchantId, id));
    if (earlier) {
      const isSame = earlier.sha256 === file.sha256 && earlier.disputeId === disputeId;
      if (!isSame) throw new SwitchError('idempotency_key_reused');
      return replayed({ file_id: id });
    }
    await services.files.put(file, upload.bytes, file.type);
    await services.fileRecords.save(file);
    return { file_id: id };
  },
});

function checkPurpose({ purpose }: CreateFileRequest): void {
  if (purpose !== 'dispute_evidence') throw new SwitchError('file_purpose_missing');
}

export const handler = lambda(create, () => ({
  disputes: disputeStore(liveTable()),
  fileRecords: fileRecords(liveTable()),
  files: liveFileStore(),
}));
