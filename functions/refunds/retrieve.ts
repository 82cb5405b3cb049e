import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveRefundServices } from '../../shared/refunds/live-refund-services.ts';
import { retrieveRefund } from '../../shared/refunds/operations.ts';
import { syncAndPresentRefund } from '../../shared/refunds/retrieve-refund.ts';
import type { RefundServices } from '../../shared/refunds/send-refund.ts';

/**
 * Shows a refund. With `force_sync` the connector is asked first what became of it; when that fails
 * the answer is the refund as we know it.
 */
export const retrieve = implement(retrieveRefund, {
  load: ({ merchantId, params }, { refunds }: RefundServices) =>
    refunds.get(merchantId, params.refund_id),

  run: (request, services: RefundServices, refund) =>
    syncAndPresentRefund(refund, request, request.query.force_sync, services),
});

export const handler = lambda(retrieve, liveRefundServices);
