import type { Lists } from '#platform/lists/read-list.ts';
import { listedMandates } from './mandate-list-entry.ts';
import type { ListMandatesQuery, MandateResponse } from './operations.ts';
import { presentMandate } from './present-mandate.ts';

export interface ListServices {
  readonly lists: Lists;
}

/** The matching mandates of a merchant, newest first; all of them unless a limit is stated. */
export async function mandatesPage(
  merchantId: string,
  query: ListMandatesQuery,
  { lists }: ListServices,
): Promise<MandateResponse[]> {
  const { mandate_status: status, connector, created_time: at, limit, offset } = query;
  const { entities } = await lists.read({
    kind: listedMandates,
    owner: `MERCHANT#${merchantId}`,
    from: latest([at, query['created_time.gte'], shifted(query['created_time.gt'], 1)]),
    until: earliest([at, query['created_time.lte'], shifted(query['created_time.lt'], -1)]),
    anyOf: { status: status ? [status] : [], connector: connector ? [connector] : [] },
    offset,
    limit,
  });
  return entities.map(presentMandate);
}

type Time = string | undefined;

/** Times are stored in milliseconds, so strictly later means at least one millisecond later. */
const shifted = (at: Time, byMs: number): Time =>
  at === undefined ? undefined : new Date(Date.parse(at) + byMs).toISOString();

const latest = (times: readonly Time[]) => bound(times, (one, other) => Math.max(one, other));
const earliest = (times: readonly Time[]) => bound(times, (one, other) => Math.min(one, other));

function bound(times: readonly Time[], of: (one: number, other: number) => number): Time {
  const given = times.flatMap((time) => (time === undefined ? [] : [Date.parse(time)]));
  return given.length === 0 ? undefined : new Date(given.reduce(of)).toISOString();
}
