import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkDisputeProfile } from '#switch/disputes/dispute.ts';
import { type DisputeStore, disputeStore } from '#switch/disputes/dispute-store.ts';
import {
  type DisputeEvidenceBlock,
  listEvidence as listEvidenceOperation,
} from '#switch/disputes/operations.ts';
import { type FileRecords, fileRecords } from '#switch/files/file-records.ts';
import { EvidenceType } from '#vocabulary/dispute-evidence.ts';

interface Services {
  readonly disputes: DisputeStore;
  readonly fileRecords: FileRecords;
}

/** Lists the files attached to a dispute, and whether the bytes of each still exist. */
export const listEvidence = implement(listEvidenceOperation, {
  load: ({ merchantId, params }, { disputes }: Services) =>
    disputes.get(merchantId, params.dispute_id),

  async run({ caller }, { fileRecords }: Services, dispute): Promise<DisputeEvidenceBlock[]> {
    checkDisputeProfile(dispute, caller);
    const { merchantId, evidence = {} } = dispute;
    const ids = Object.values(evidence).map(({ fileId }) => fileId);
    const there = new Set((await fileRecords.find(merchantId, ids)).map(({ id }) => id));
    return EvidenceType.options.flatMap((evidence_type) => {
      const file = evidence[evidence_type];
      if (!file) return [];
      const { fileId, name = null, size, type } = file;
      const available = there.has(fileId);
      const facts = { file_name: name, file_size: size, file_type: type, available };
      return [{ evidence_type, file_metadata_response: { file_id: fileId, ...facts } }];
    });
  },
});

export const handler = lambda(listEvidence, () => ({
  disputes: disputeStore(liveTable()),
  fileRecords: fileRecords(liveTable()),
}));
