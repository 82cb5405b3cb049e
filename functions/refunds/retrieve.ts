import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveRefundServices } from '#switch/refunds/live-refund-services.ts';
import { retrieveRefund } from '#switch/refunds/operations.ts';
import { syncAndPresentRefund } from '#switch/refunds/retrieve-refund.ts';
import type { RefundServices } from '#switch/refunds/send-refund.ts';

/**
 * Retrieves a refund. With `force_sync` the switch first syncs it with the connector. When the sync
 * fails, the answer is the refund as saved.
 */
export const retrieve = implement(retrieveRefund, {
  load: ({ merchantId, params }, { refunds }: RefundServices) =>
    refunds.get(merchantId, params.refund_id),

  run: (request, services: RefundServices, refund) =>
    syncAndPresentRefund(refund, request, request.query.force_sync, services),
});

export const handler = lambda(retrieve, liveRefundServices);
