import { checkDisputeProfile } from '../../shared/disputes/dispute.ts';
import { liveDisputeServices } from '../../shared/disputes/live-dispute-services.ts';
import { retrieveDispute } from '../../shared/disputes/operations.ts';
import { isAlreadyRefunded, presentDispute } from '../../shared/disputes/present-dispute.ts';
import {
  type DisputeServices,
  syncDisputeWithConnector,
} from '../../shared/disputes/sync-dispute.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';

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
