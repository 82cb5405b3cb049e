import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { checkDisputeProfile } from '#switch/disputes/dispute.ts';
import { liveDisputeServices } from '#switch/disputes/live-dispute-services.ts';
import { retrieveDispute } from '#switch/disputes/operations.ts';
import { isAlreadyRefunded, presentDispute } from '#switch/disputes/present-dispute.ts';
import { type DisputeServices, syncDisputeWithConnector } from '#switch/disputes/sync-dispute.ts';

/**
 * Retrieves a dispute. With `force_sync` the switch first syncs it with the connector. When the
 * sync fails, the answer is the dispute as saved.
 */
export const retrieve = implement(retrieveDispute, {
  load: ({ merchantId, params }, { disputes }: DisputeServices) =>
    disputes.getWithPayment(merchantId, params.dispute_id),

  async run({ caller, query, remainingMs, requestId }, services: DisputeServices, loaded) {
    const { dispute } = loaded;
    checkDisputeProfile(dispute, caller);
    const synced =
      query.force_sync === true
        ? await syncDisputeWithConnector(dispute, { remainingMs, requestId }, services)
        : dispute;
    // The payment was read before the sync, so a loss that the sync found is not in it yet.
    const lostMeanwhile = (synced.lostMinor ?? 0) - (dispute.lostMinor ?? 0);
    return presentDispute(synced, isAlreadyRefunded(loaded.payment, lostMeanwhile));
  },
});

export const handler = lambda(retrieve, liveDisputeServices);
