import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { AskRefundServices } from '../../shared/refunds/ask-refund.ts';
import { liveRefundServices } from '../../shared/refunds/live-refund-services.ts';
import { retrieveRefund } from '../../shared/refunds/operations.ts';
import { shownRefund } from '../../shared/refunds/shown-refund.ts';

/**
 * Shows a refund. With `force_sync` the connector is asked first what became of it; when that fails
 * the answer is the refund as we know it.
 */
export const retrieve = implement(retrieveRefund, {
  load: ({ merchantId, params }, { refunds }: AskRefundServices) =>
    refunds.get(merchantId, params.refund_id),

  run: (request, services: AskRefundServices, refund) =>
    shownRefund(refund, request, request.query.force_sync, services),
});

export const handler = lambda(retrieve, liveRefundServices);
