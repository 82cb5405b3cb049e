import { limitWithin } from '#platform/lists/list-request.ts';
import type { Lists } from '#platform/lists/read-list.ts';
import type { Table } from '#platform/table/table.ts';
import type { Payment } from '../payments/payment.ts';
import { parsePayment, paymentKey } from '../payments/payment-store.ts';
import type { ListPaymentLinksRequest } from './operations.ts';
import { listedPaymentLinks } from './payment-link-list-entry.ts';

export interface ListServices {
  readonly lists: Lists;
  readonly table: Pick<Table, 'batchGet'>;
}

/** The merchant, and the profile that the caller acts for, if any: only its links are listed. */
export interface ListScope {
  readonly merchantId: string;
  readonly profileId?: string | undefined;
}

/**
 * The payments of the matching links, newest link first. Throws `invalid_request` for a limit
 * outside 1 to 100.
 */
export async function listLinkedPayments(
  { merchantId, profileId }: ListScope,
  request: ListPaymentLinksRequest,
  { lists, table }: ListServices,
): Promise<Payment[]> {
  const { created: at } = request;
  const { entities } = await lists.read({
    kind: listedPaymentLinks,
    owner: `MERCHANT#${merchantId}`,
    from: bound([at, request['created.gte'], shifted(request['created.gt'], 1)], Math.max),
    until: bound([at, request['created.lte'], shifted(request['created.lt'], -1)], Math.min),
    anyOf: profileId === undefined ? {} : { profile: [profileId] },
    limit: limitWithin(request.limit, { usual: 10, most: 100 }),
  });
  const keys = entities.map(({ paymentId }) => paymentKey(merchantId, paymentId));
  if (keys.length === 0) return [];
  const payments = (await table.batchGet(keys, { eventual: true })).map(parsePayment);
  const byId = new Map(payments.map((payment) => [payment.link?.id, payment]));
  return entities.flatMap(({ id }) => byId.get(id) ?? []);
}

type Time = string | null | undefined;

/** Times are stored in milliseconds, so strictly later means at least one millisecond later. */
const shifted = (at: Time, byMs: number): Time =>
  at == null ? at : new Date(Date.parse(at) + byMs).toISOString();

/** The tightest of these times, with any offsets; undefined when there is none. */
function bound(times: readonly Time[], of: (...ms: number[]) => number): string | undefined {
  const given = times.flatMap((time) => (time == null ? [] : [Date.parse(time)]));
  return given.length === 0 ? undefined : new Date(of(...given)).toISOString();
}
