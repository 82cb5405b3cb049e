import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { AskRefundServices } from '../../shared/refunds/ask-refund.ts';
import { liveRefundServices } from '../../shared/refunds/live-refund-services.ts';
import { syncRefund } from '../../shared/refunds/operations.ts';
import { shownRefund } from '../../shared/refunds/shown-refund.ts';

/** Shows a refund like a retrieve, for clients that say in a body what they want. */
export const sync = implement(syncRefund, {
  load: ({ merchantId, body }, { refunds }: AskRefundServices) =>
    refunds.get(merchantId, body.refund_id),

  run: (request, services: AskRefundServices, refund) =>
    shownRefund(refund, request, request.body.force_sync, services),
});

export const handler = lambda(sync, liveRefundServices);
