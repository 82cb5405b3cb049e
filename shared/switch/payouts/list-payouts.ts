import type { ListScope } from '#platform/lists/counts-by-status.ts';
import { limitWithin, timesOf } from '#platform/lists/list-request.ts';
import { type Lists, listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { liveTable } from '#platform/table/table.ts';
import type { FilterPayoutsRequest, ListPayoutsQuery } from './list-operations.ts';
import { listedPayouts } from './payout-list-entry.ts';
import { type PayoutStore, payoutStore } from './payout-store.ts';
import { presentPayout } from './present-payout.ts';

interface PayoutListServices {
  readonly lists: Lists;
  readonly payouts: Pick<PayoutStore, 'get'>;
}

/** The latest or the earliest of these times. */
const bound = (times: readonly (string | null | undefined)[], which: 'latest' | 'earliest') =>
  times
    .flatMap((time) => time ?? [])
    .sort((one, other) => Date.parse(one) - Date.parse(other))
    .at(which === 'latest' ? -1 : 0);

/**
 * The matching payouts, newest first, the payouts named as bounds included. Throws
 * `payout_not_found` for an unknown bound, and `invalid_request` for a limit beyond 100.
 */
export async function listPayoutsPage(
  { merchantId, profileId }: ListScope,
  query: ListPayoutsQuery,
  { lists, payouts }: PayoutListServices,
) {
  const limit = limitWithin(query.limit, { usual: 10, most: 100 });
  const createdAtOf = async (id: string | undefined) =>
    id === undefined ? undefined : (await payouts.get(merchantId, id)).createdAt;
  const [first, last] = await Promise.all([
    createdAtOf(query.starting_after),
    createdAtOf(query.ending_before),
  ]);
  const { entities } = await lists.read({
    kind: listedPayouts,
    owner: `MERCHANT#${merchantId}`,
    from: bound([first, query.created, query.start_time], 'latest'),
    until: bound([last, query.created, query.end_time], 'earliest'),
    anyOf: profileId === undefined ? {} : { profile: [profileId] },
    indexed: { customer: query.customer_id },
    limit,
  });
  const data = entities.map((payout) => presentPayout(payout));
  return { size: data.length, data, total_count: null };
}

const several = <T extends string>(value: T | readonly T[] | null | undefined): readonly T[] => {
  if (value == null) return [];
  return typeof value === 'string' ? [value] : value;
};

/**
 * The matching payouts, newest first, with their count on all pages. Throws `invalid_request` for a
 * limit beyond 20.
 */
export async function filterPayoutsPage(
  { merchantId, profileId }: ListScope,
  request: FilterPayoutsRequest,
  { lists }: Pick<PayoutListServices, 'lists'>,
) {
  const limit = limitWithin(request.limit, { usual: 10, most: 20 });
  const profiles = [request.profile_id, profileId].flatMap((id) => id ?? []);
  if (new Set(profiles).size > 1) return { size: 0, data: [], total_count: 0 };
  const { entities, total = 0 } = await lists.read({
    kind: listedPayouts,
    owner: `MERCHANT#${merchantId}`,
    ...timesOf(request),
    ...(request.payout_id != null && { ids: [request.payout_id] }),
    anyOf: {
      profile: profiles,
      connector: request.connector ?? [],
      currency: several(request.currency),
      status: request.status ?? [],
      method: request.payout_method ?? [],
      entity: several(request.entity_type),
    },
    indexed: {
      customer: request.customer_id ?? undefined,
      order: request.merchant_order_reference_id ?? undefined,
    },
    offset: request.offset ?? 0,
    limit,
    counted: true,
  });
  const data = entities.map((payout) => presentPayout(payout));
  return { size: data.length, data, total_count: total };
}

/** The services that payout lists need. */
export const livePayoutListServices = (): PayoutListServices => ({
  lists: listsOver(liveTable(), cachedShards(liveTable())),
  payouts: payoutStore(liveTable()),
});
