import { checkDisputeProfile, withoutEvidence } from '../../shared/disputes/dispute.ts';
import { type DisputeStore, disputeStore } from '../../shared/disputes/dispute-store.ts';
import { deleteEvidence as deleteEvidenceOperation } from '../../shared/disputes/operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { textResponse } from '../../shared/http/raw-response.ts';
import { liveTable } from '../../shared/table/table.ts';

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
