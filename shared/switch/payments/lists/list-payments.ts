import type { ListScope } from '#platform/lists/counts-by-status.ts';
import { amountsOf, limitWithin, timesOf } from '#platform/lists/list-request.ts';
import type { Lists } from '#platform/lists/read-list.ts';
import type { PaymentStore } from '../payment-store.ts';
import type { FilterPaymentsRequest, ListPaymentsQuery } from './operations.ts';
import { listedPayments } from './payment-list-entry.ts';
import { presentListedPayment } from './present-list-entry.ts';

export interface ListServices {
  readonly lists: Lists;
  readonly payments: Pick<PaymentStore, 'get'>;
}

const latest = (times: readonly (string | undefined)[]) =>
  bound(times, (one, other) => one > other);
const earliest = (times: readonly (string | undefined)[]) =>
  bound(times, (one, other) => one < other);

/** The tightest of these times, with any offsets. */
function bound(
  times: readonly (string | undefined)[],
  isTighter: (one: number, other: number) => boolean,
): string | undefined {
  return times.reduce((found, time) => {
    if (time === undefined || found === undefined) return time ?? found;
    return isTighter(Date.parse(time), Date.parse(found)) ? time : found;
  }, undefined);
}

/**
 * The matching payments, newest first. The payments named as bounds are included, and so are
 * payments created exactly at a stated time, even for `lt` and `gt`, as in Hyperswitch v1. Throws
 * `payment_not_found` for an unknown bound, and `invalid_request` for a limit beyond 100.
 */
export async function listPaymentsPage(
  scope: ListScope,
  query: ListPaymentsQuery,
  services: ListServices,
) {
  const { customer_id, starting_after, ending_before, created } = query;
  const limit = limitWithin(query.limit, { usual: 10, most: 100 });
  const createdAtOf = async (id: string | undefined) =>
    id === undefined ? undefined : (await services.payments.get(scope.merchantId, id)).createdAt;
  const [first, last] = await Promise.all([
    createdAtOf(starting_after),
    createdAtOf(ending_before),
  ]);
  const { entities } = await services.lists.read({
    kind: listedPayments,
    owner: `MERCHANT#${scope.merchantId}`,
    from: latest([first, created, ...timesUnder(query, ['gt', 'gte'])]),
    until: earliest([last, created, ...timesUnder(query, ['lt', 'lte'])]),
    anyOf: scope.profileId === undefined ? {} : { profile: [scope.profileId] },
    indexed: { customer: customer_id },
    limit,
  });
  const data = entities.map((p) => presentListedPayment(p));
  return { size: data.length, data };
}

const timesUnder = (query: ListPaymentsQuery, bounds: readonly ('gt' | 'gte' | 'lt' | 'lte')[]) =>
  bounds.flatMap((name) => [query[`created.${name}`], query[`created_${name}`]]);

const sortedBy = { amount: 'amount', attempt_count: 'attempts', modified: 'modified' } as const;

/**
 * The matching payments, with their count on all pages. Facets with few values (statuses,
 * currencies, connectors …) are counted in advance. Filters by amount, and any order but the
 * creation time's, read every row of the stated time. Throws `invalid_request` for a limit beyond
 * 50.
 */
export async function filterPaymentsPage(
  { merchantId, profileId }: ListScope,
  request: FilterPaymentsRequest,
  { lists }: Pick<ListServices, 'lists'>,
) {
  const { on = 'created', by = 'desc' } = request.order ?? {};
  const limit = limitWithin(request.limit, { usual: 10, most: 50 });
  const profiles = [request.profile_id, profileId].flatMap((id) => id ?? []);
  if (new Set(profiles).size > 1) return { count: 0, total_count: 0, data: [] };
  const { entities, total = 0 } = await lists.read({
    kind: listedPayments,
    owner: `MERCHANT#${merchantId}`,
    ...timesOf(request),
    ...(request.payment_id != null && { ids: [request.payment_id] }),
    anyOf: {
      profile: profiles,
      connector: request.connector ?? [],
      currency: request.currency ?? [],
      status: request.status ?? [],
      method: request.payment_method ?? [],
      type: request.payment_method_type ?? [],
      authentication: request.authentication_type ?? [],
      account: request.merchant_connector_id ?? [],
      network: request.card_network ?? [],
      discovery: request.card_discovery ?? [],
    },
    indexed: {
      customer: request.customer_id ?? undefined,
      order: request.merchant_order_reference_id ?? undefined,
      email: request.customer_email?.toLowerCase(),
    },
    between: amountsOf(request.amount_filter),
    ...(on !== 'created' && { sortBy: sortedBy[on] }),
    ascending: by === 'asc',
    offset: request.offset ?? 0,
    limit,
    counted: true,
  });
  const data = entities.map((p) => presentListedPayment(p));
  return { count: data.length, total_count: total, data };
}
