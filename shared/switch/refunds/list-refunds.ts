import type { ListScope } from '#platform/lists/counts-by-status.ts';
import { amountsOf, limitWithin, timesOf } from '#platform/lists/list-request.ts';
import type { Lists } from '#platform/lists/read-list.ts';
import { listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { liveTable } from '#platform/table/table.ts';
import type { ListRefundsRequest } from './list-operations.ts';
import { presentRefund } from './present-refund.ts';
import { listedRefundId, listedRefunds } from './refund-list-entry.ts';
import { type RefundStore, refundStore } from './refund-store.ts';

interface ListServices {
  readonly lists: Lists;
  readonly refunds: Pick<RefundStore, 'placesOf'>;
}

/**
 * The matching refunds, last changed first, with their count on all pages. With a time or an amount
 * filter, every row that changed since then is read. Throws `invalid_request` for a limit beyond
 * 100.
 */
export async function refundsPage(
  { merchantId, profileId }: ListScope,
  request: ListRefundsRequest,
  { lists, refunds }: ListServices,
) {
  const { payment_id, refund_id } = request;
  const limit = limitWithin(request.limit, { usual: 10, most: 100 });
  const profiles = [request.profile_id, profileId].flatMap((id) => id ?? []);
  if (new Set(profiles).size > 1) return { count: 0, total_count: 0, data: [] };
  const isNamed = payment_id != null || refund_id != null;
  const named = isNamed && {
    ids: (
      await refunds.placesOf(merchantId, {
        paymentId: payment_id ?? undefined,
        refundId: refund_id ?? undefined,
      })
    ).map(({ id, paymentId }) => listedRefundId(id, paymentId)),
  };
  const { entities, total = 0 } = await lists.read({
    kind: listedRefunds,
    owner: `MERCHANT#${merchantId}`,
    ...named,
    ...timesOf(request),
    anyOf: {
      profile: profiles,
      connector: request.connector ?? [],
      account: request.merchant_connector_id ?? [],
      currency: request.currency ?? [],
      status: request.refund_status ?? [],
    },
    between: amountsOf(request.amount_filter),
    offset: request.offset ?? 0,
    limit,
    counted: true,
  });
  const data = entities.map(presentRefund);
  return { count: data.length, total_count: total, data };
}

/** The services that refund lists need. */
export const liveListServices = (): ListServices => ({
  lists: listsOver(liveTable(), cachedShards(liveTable())),
  refunds: refundStore(liveTable()),
});
