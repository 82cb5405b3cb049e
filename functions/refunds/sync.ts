import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveRefundServices } from '#switch/refunds/live-refund-services.ts';
import { syncRefund } from '#switch/refunds/operations.ts';
import { syncAndPresentRefund } from '#switch/refunds/retrieve-refund.ts';
import type { RefundServices } from '#switch/refunds/send-refund.ts';

/** Retrieves a refund like `refunds.retrieve`, with the options in a body. */
export const sync = implement(syncRefund, {
  load: ({ merchantId, body }, { refunds }: RefundServices) =>
    refunds.get(merchantId, body.refund_id),

  run: (request, services: RefundServices, refund) =>
    syncAndPresentRefund(refund, request, request.body.force_sync, services),
});

export const handler = lambda(sync, liveRefundServices);
