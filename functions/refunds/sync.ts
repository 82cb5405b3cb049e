import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveRefundServices } from '../../shared/refunds/live-refund-services.ts';
import { syncRefund } from '../../shared/refunds/operations.ts';
import { syncAndPresentRefund } from '../../shared/refunds/retrieve-refund.ts';
import type { RefundServices } from '../../shared/refunds/send-refund.ts';

/** Retrieves a refund like `refunds.retrieve`, with the options in a body. */
export const sync = implement(syncRefund, {
  load: ({ merchantId, body }, { refunds }: RefundServices) =>
    refunds.get(merchantId, body.refund_id),

  run: (request, services: RefundServices, refund) =>
    syncAndPresentRefund(refund, request, request.body.force_sync, services),
});

export const handler = lambda(sync, liveRefundServices);
