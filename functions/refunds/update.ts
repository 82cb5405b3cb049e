import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { updateRefund } from '#switch/refunds/operations.ts';
import { presentRefund } from '#switch/refunds/present-refund.ts';
import { checkRefundProfile, updatedRefund } from '#switch/refunds/refund.ts';
import { type RefundStore, refundStore } from '#switch/refunds/refund-store.ts';

interface Services {
  readonly refunds: RefundStore;
}

/** Changes the merchant's notes on a refund. Nothing is sent to the connector. */
export const update = implement(updateRefund, {
  load: ({ merchantId, params }, { refunds }: Services) =>
    refunds.get(merchantId, params.refund_id),

  async run({ caller, body, now }, { refunds }: Services, refund) {
    checkRefundProfile(refund, caller);
    // A concurrent outcome from the connector is kept: `settleOrThrow` applies both changes.
    const saved = await refunds.settleOrThrow(refund, (current) =>
      updatedRefund(current, body, now),
    );
    return presentRefund(saved);
  },
});

export const handler = lambda(update, () => ({ refunds: refundStore(liveTable()) }));
