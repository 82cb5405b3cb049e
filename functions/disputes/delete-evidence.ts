import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { textResponse } from '#platform/http/response/raw-response.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkDisputeProfile, withoutEvidence } from '#switch/disputes/dispute.ts';
import { type DisputeStore, disputeStore } from '#switch/disputes/dispute-store.ts';
import { deleteEvidence as deleteEvidenceOperation } from '#switch/disputes/operations.ts';

interface Services {
  readonly disputes: DisputeStore;
}

/**
 * Detaches a file from a dispute's evidence; succeeds too when none is attached. The file itself
 * stays.
 */
export const deleteEvidence = implement(deleteEvidenceOperation, {
  load: ({ merchantId, body }, { disputes }: Services) => disputes.get(merchantId, body.dispute_id),

  async run({ body, caller, now }, { disputes }: Services, dispute) {
    checkDisputeProfile(dispute, caller);
    await disputes.settleOrThrow(dispute, (current) =>
      withoutEvidence(current, body.evidence_type, now),
    );
    return textResponse('');
  },
});

export const handler = lambda(deleteEvidence, () => ({ disputes: disputeStore(liveTable()) }));
