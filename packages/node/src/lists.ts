import type { paths } from '../api.js';
import type { Answer, OperationAt, Rest, UntypedCall, UntypedInit } from './calls.ts';

/** How a list is continued after a page. */
type Paging =
  /** By the number of entries so far, in a parameter or member of this name. */
  | { readonly skip: 'offset' | 'skip' }
  /** By the `after` of the page, where it has one. */
  | 'cursor of the page'
  /**
   * By this member of the page's last entry, in a parameter or member `before`: the list is newest
   * first, and the next page begins with that entry, so entries that were seen are left out.
   */
  | { readonly before: string; readonly from: string; readonly id: string }
  /** One page has all entries. */
  | 'one page';

/** What these lists show on a page that states no limit, and the most that they show. */
const usualLimit = 10;
const greatestLimit = 100;

const byOffset = { skip: 'offset' } as const;
const byPayment = { before: 'ending_before', from: 'payment_id', id: 'payment_id' } as const;
const byPayout = { before: 'ending_before', from: 'payout_id', id: 'payout_id' } as const;
const byTime = { before: 'created.lte', from: 'created_at', id: 'payment_link_id' } as const;

/** Every list of the API, by method and path. */
export const pagingOf = {
  'GET /account/{account_id}/business_profile': 'one page',
  'GET /account/{account_id}/connectors': 'one page',
  'GET /account/{account_id}/profile': 'one page',
  'GET /account/{account_id}/profile/connectors': 'one page',
  'GET /accounts/list': 'one page',
  'GET /api_keys/{merchant_id}/list': { skip: 'skip' },
  'GET /blocklist': byOffset,
  'GET /blocklist/batch': byOffset,
  'GET /customers/list': byOffset,
  'GET /customers/list_with_count': byOffset,
  'GET /customers/payment_methods': 'one page',
  'GET /customers/{customer_id}/mandates': 'one page',
  'GET /customers/{customer_id}/payment_methods': 'one page',
  'GET /disputes/evidence/{dispute_id}': 'one page',
  'GET /disputes/list': byOffset,
  'GET /disputes/profile/list': byOffset,
  'GET /events/{merchant_id}/undelivered': 'cursor of the page',
  'GET /events/{merchant_id}/{event_id}/attempts': 'one page',
  'GET /mandates/list': byOffset,
  'GET /payments/list': byPayment,
  'GET /payments/profile/list': byPayment,
  'GET /payouts/list': byPayout,
  'GET /payouts/profile/list': byPayout,
  'GET /routing': byOffset,
  'GET /routing/active': 'one page',
  'GET /routing/list/profile': byOffset,
  'GET /routing/payouts': byOffset,
  'GET /routing/payouts/active': 'one page',
  'GET /routing/payouts/list/profile': byOffset,
  'GET /webhook_endpoints/{merchant_id}': 'one page',
  'POST /events/profile/list': byOffset,
  'POST /events/{merchant_id}': byOffset,
  'POST /payment_link/list': byTime,
  'POST /payments/list': byOffset,
  'POST /payments/profile/list': byOffset,
  'POST /payouts/list': byOffset,
  'POST /payouts/profile/list': byOffset,
  'POST /refunds/list': byOffset,
  'POST /refunds/profile/list': byOffset,
} as const satisfies Readonly<Record<string, Paging>>;

export type ListName = keyof typeof pagingOf;

type OperationOf<N extends ListName> = N extends `GET ${infer P extends keyof paths}`
  ? OperationAt<P, 'get'>
  : N extends `POST ${infer P extends keyof paths}`
    ? OperationAt<P, 'post'>
    : never;

type EntryOf<A> = A extends readonly (infer E)[]
  ? E
  : A extends
        | { readonly data: readonly (infer E)[] }
        | { readonly events: readonly (infer E)[] }
        | { readonly customer_payment_methods: readonly (infer E)[] }
    ? E
    : never;

/** Iterates over a list, such as `GET /payments/list`. Parameters are those of its first page. */
export type ListCall = <N extends ListName>(
  name: N,
  ...rest: Rest<OperationOf<N>>
) => AsyncGenerator<EntryOf<Answer<OperationOf<N>>>, void, undefined>;

/**
 * Sends for one page after the other, until a page has no new entry. Where a full page has none,
 * because more entries were created at one moment than it holds, the next page is twice as long.
 * Throws when even the longest page does not reach past such a moment.
 */
export async function* iterate(
  name: ListName,
  init: UntypedInit | undefined,
  call: UntypedCall,
): AsyncGenerator<never, void, undefined> {
  const paging: Paging = pagingOf[name];
  const isPost = name.startsWith('POST ');
  const path = name.slice(name.indexOf(' ') + 1);
  const first = membersOf(isPost ? init?.body : memberOf(init?.params, 'query'));
  const repeats = typeof paging === 'object' && 'before' in paging;
  const seen = new Set<unknown>();
  let skipped = 0;
  // A page of one entry would only repeat the entry before.
  const isTooShort = repeats && Number(first.limit ?? usualLimit) < 2;
  let limit = isTooShort ? 2 : Number(first.limit ?? usualLimit);
  let next: Readonly<Record<string, unknown>> = isTooShort ? { limit } : {};
  for (;;) {
    const page = pageInit(init, isPost, { ...first, ...next });
    const answer = await call(isPost ? 'post' : 'get', path, page);
    const shown = entriesOf(answer);
    const entries = shown.filter((entry) => isNew(entry, paging, seen));
    // Every entry has the type of its operation: see `EntryOf`.
    yield* entries as never[];
    const last = entries.at(-1);
    if (paging === 'one page') return;
    if (repeats && last === undefined && shown.length >= limit) {
      if (limit >= greatestLimit) throw new Error(tooManyAtOnce(limit));
      limit = Math.min(2 * shown.length, greatestLimit);
      next = { ...next, limit };
    } else if (last === undefined) {
      return;
    } else if (paging === 'cursor of the page') {
      const after = memberOf(answer, 'after');
      if (after === undefined || after === null) return;
      next = { after };
    } else if ('skip' in paging) {
      skipped += entries.length;
      next = { [paging.skip]: Number(first[paging.skip] ?? 0) + skipped };
    } else {
      next = { ...next, [paging.before]: memberOf(last, paging.from) };
    }
  }
}

const tooManyAtOnce = (count: number) =>
  `At least ${count} entries were created at one moment, and no page continues after them.`;

/** The call for a page, by these parameters. */
function pageInit(
  init: UntypedInit = {},
  isPost: boolean,
  page: Readonly<Record<string, unknown>>,
): UntypedInit {
  if (isPost) return { ...init, body: page };
  return { ...init, params: { ...membersOf(init.params), query: page } };
}

const entriesOf = (answer: unknown): readonly unknown[] =>
  [
    answer,
    ...['data', 'events', 'customer_payment_methods'].map((name) => memberOf(answer, name)),
  ].find((one) => Array.isArray(one)) ?? [];

function isNew(entry: unknown, paging: Paging, seen: Set<unknown>): boolean {
  if (typeof paging === 'string' || !('id' in paging)) return true;
  const id = memberOf(entry, paging.id);
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const memberOf = (value: unknown, name: string): unknown => membersOf(value)[name];
