import type { paths } from '../api.js';
import type { Answer, OperationAt, Rest, UntypedCall, UntypedInit } from './calls.ts';

/** How a list is continued after a page, and the member that names an entry. */
type Paging =
  /** By the number of entries before it, in a parameter or member of this name. */
  | {
      readonly skip: 'offset' | 'skip';
      readonly id: string;
      /**
       * The last changed entry is the first, so an entry may move to a page that was read. Elsewhere
       * this depends on the `order` of the request.
       */
      readonly moves?: boolean;
      /** With one of these members the list has no second page, and refuses an offset. */
      readonly whole?: readonly string[];
    }
  /** By the `after` of the page, where it has one. */
  | { readonly cursor: 'after'; readonly id: string }
  /**
   * By this member of the page's last entry, in a parameter or member `before`: the list is newest
   * first, and the next page begins with that entry, so entries that were seen are left out.
   */
  | { readonly before: string; readonly from: string; readonly id: string }
  /** One page has all entries. */
  | 'one page';

type Skip = Extract<Paging, { readonly skip: string }>;
type Cursor = Extract<Paging, { readonly cursor: string }>;
type Before = Extract<Paging, { readonly before: string }>;

/** What lists by `before` show on a page that states no limit, and the most that they show. */
const usualLimit = 10;
const greatestLimit = 100;

const byOffset = <Id extends string>(id: Id) => ({ skip: 'offset', id }) as const;
const byChange = <Id extends string>(id: Id) => ({ skip: 'offset', id, moves: true }) as const;
const byPayment = { before: 'ending_before', from: 'payment_id', id: 'payment_id' } as const;
const byPayout = { before: 'ending_before', from: 'payout_id', id: 'payout_id' } as const;
const byTime = { before: 'created.lte', from: 'created_at', id: 'payment_link_id' } as const;
const events = { skip: 'offset', id: 'event_id', whole: ['object_id', 'event_id'] } as const;

/** Every list of the API, by method and path. */
export const pagingOf = {
  'GET /account/{account_id}/business_profile': 'one page',
  'GET /account/{account_id}/connectors': 'one page',
  'GET /account/{account_id}/profile': 'one page',
  'GET /account/{account_id}/profile/connectors': 'one page',
  'GET /accounts/list': 'one page',
  'GET /api_keys/{merchant_id}/list': { skip: 'skip', id: 'key_id' },
  'GET /blocklist': byOffset('fingerprint_id'),
  'GET /blocklist/batch': byOffset('job_id'),
  'GET /customers/list': byOffset('customer_id'),
  'GET /customers/list_with_count': byOffset('customer_id'),
  'GET /customers/payment_methods': 'one page',
  'GET /customers/{customer_id}/mandates': 'one page',
  'GET /customers/{customer_id}/payment_methods': 'one page',
  'GET /disputes/evidence/{dispute_id}': 'one page',
  'GET /disputes/list': byChange('dispute_id'),
  'GET /disputes/profile/list': byChange('dispute_id'),
  'GET /events/{merchant_id}/undelivered': { cursor: 'after', id: 'event_id' },
  'GET /events/{merchant_id}/{event_id}/attempts': 'one page',
  'GET /mandates/list': byOffset('mandate_id'),
  'GET /payments/list': byPayment,
  'GET /payments/profile/list': byPayment,
  'GET /payouts/list': byPayout,
  'GET /payouts/profile/list': byPayout,
  'GET /routing': byOffset('id'),
  'GET /routing/active': 'one page',
  'GET /routing/list/profile': byOffset('id'),
  'GET /routing/payouts': byOffset('id'),
  'GET /routing/payouts/active': 'one page',
  'GET /routing/payouts/list/profile': byOffset('id'),
  'GET /webhook_endpoints/{merchant_id}': 'one page',
  'POST /events/profile/list': events,
  'POST /events/{merchant_id}': events,
  'POST /payment_link/list': byTime,
  'POST /payments/list': byOffset('payment_id'),
  'POST /payments/profile/list': byOffset('payment_id'),
  'POST /payouts/list': byOffset('payout_id'),
  'POST /payouts/profile/list': byOffset('payout_id'),
  'POST /refunds/list': byChange('refund_id'),
  'POST /refunds/profile/list': byChange('refund_id'),
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

/** The entries of a list, page by page. */
export type EntriesOf<N extends ListName> = AsyncGenerator<
  EntryOf<Answer<OperationOf<N>>>,
  void,
  undefined
>;

/** Iterates over a list, such as `GET /payments/list`. Parameters are those of its first page. */
export type ListCall = <N extends ListName>(name: N, ...rest: Rest<OperationOf<N>>) => EntriesOf<N>;

export const isListName = (place: string): place is ListName => Object.hasOwn(pagingOf, place);

/** The parameters of a list as its first page has them, and a way to send for a page. */
interface Reading {
  readonly first: Readonly<Record<string, unknown>>;
  /** Returns the answer to the first page's request with these parameters changed. */
  page(changed: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/**
 * Sends for one page after the other, and gives each entry once, also where entries are added,
 * changed or removed meanwhile: by the loop that reads them, or by others.
 */
export function iterate(
  name: ListName,
  init: UntypedInit = {},
  call: UntypedCall,
): AsyncGenerator<never, void, undefined> {
  const isPost = name.startsWith('POST ');
  const path = name.slice(name.indexOf(' ') + 1);
  const first = membersOf(isPost ? init.body : memberOf(init.params, 'query'));
  const page: Reading['page'] = (changed) => {
    const asked = { ...first, ...changed };
    return isPost
      ? call('post', path, { ...init, body: asked })
      : call('get', path, { ...init, params: { ...membersOf(init.params), query: asked } });
  };
  // Every entry has the type of its operation: see `EntryOf`.
  return readPages(pagingOf[name], { first, page }) as AsyncGenerator<never, void, undefined>;
}

function readPages(paging: Paging, reading: Reading): AsyncGenerator<unknown, void, undefined> {
  if (paging === 'one page') return readOnePage(reading);
  if ('cursor' in paging) return readByCursor(paging, reading);
  if ('before' in paging) return readByLastEntry(paging, reading);
  const isWhole = paging.whole?.some((name) => (reading.first[name] ?? undefined) !== undefined);
  return isWhole ? readOnePage(reading) : readByPosition(paging, reading);
}

async function* readOnePage({ page }: Reading) {
  yield* entriesOf(await page({}));
}

/** A page may be empty, because its entries are filtered after they were read. */
async function* readByCursor({ id }: Cursor, { page }: Reading) {
  const entries = givenEntries(id);
  for (let next = {}; ; ) {
    const answer = await page(next);
    yield* entries.newOf(entriesOf(answer));
    const after = memberOf(answer, 'after') ?? undefined;
    if (after === undefined) return;
    next = { after };
  }
}

/**
 * Where a full page has no new entry, because more entries were created at one moment than it
 * holds, the next page is longer. Throws when even the longest page does not reach past such a
 * moment.
 */
async function* readByLastEntry({ before, from, id }: Before, { first, page }: Reading) {
  const entries = givenEntries(id);
  let limit = Math.max(2, Number(first.limit ?? usualLimit));
  let next: Readonly<Record<string, unknown>> = longEnough(first);
  for (;;) {
    const shown = entriesOf(await page(next));
    const found = entries.newOf(shown);
    yield* found;
    const last = found.at(-1);
    if (last !== undefined) {
      next = { ...next, [before]: memberOf(last, from) };
    } else if (shown.length < limit) {
      return;
    } else {
      if (limit >= greatestLimit) throw new Error(tooManyAtOnce(limit));
      limit = Math.min(2 * shown.length, greatestLimit);
      next = { ...next, limit };
    }
  }
}

const tooManyAtOnce = (count: number) =>
  `At least ${count} entries were created at one moment, and no page continues after them.`;

/**
 * Each page begins with the last entry of the page before. A page with no entry that was given shows
 * that entries before it are gone and others have taken their places: an earlier page is read then.
 * Only a page that follows one without a new entry needs no such proof, as the loop changed nothing
 * in between; and so the reading ends, whatever others change.
 */
async function* readByPosition({ skip, id, moves }: Skip, { first, page }: Reading) {
  const entries = givenEntries(id);
  const start = Number(first[skip] ?? 0);
  const limit = longEnough(first);
  let longest = Math.max(2, Number(first.limit ?? 0));
  let opening: ReadonlySet<string> | undefined;
  let isSecondReading = false;
  let at = start;
  let back = 0;
  let isContinued = true;
  for (;;) {
    const answer = await page(at === start ? limit : { ...limit, [skip]: at });
    const shown = entriesOf(answer);
    longest = Math.max(longest, shown.length);
    if (!isContinued && at > start && !shown.some(entries.isGiven)) {
      back = Math.max(longest, 2 * back);
      at = Math.max(start, at - back);
      continue;
    }
    back = 0;
    const found = entries.newOf(shown);
    yield* found;
    isContinued = found.length === 0;
    if (isSecondReading && shown.some((entry) => opening?.has(JSON.stringify(entry)))) return;
    opening ??= new Set(shown.map((entry) => JSON.stringify(entry)));
    if (found.length > 0) {
      at += Math.max(0, shown.length - 1);
    } else if (!isLast(shown, at, answer, start + entries.count())) {
      at += shown.length > 1 ? shown.length - 1 : longest - 1;
    } else if (isSecondReading || opening.size === 0 || !(moves ?? first.order)) {
      return;
    } else {
      // Entries that changed while the list was read have moved to its front, before those of the
      // first page that have not changed.
      isSecondReading = true;
      at = start;
    }
  }
}

/**
 * Whether the list ends with a page that has no new entry. A page may be short before the end: a
 * list leaves out entries that the loop has just changed, until their places are given away.
 */
function isLast(shown: readonly unknown[], at: number, answer: unknown, known: number): boolean {
  const total = memberOf(answer, 'total_count');
  return shown.length < 2 && at + shown.length >= (typeof total === 'number' ? total : known);
}

/** A page of one entry would only repeat the entry before. */
const longEnough = ({ limit }: Reading['first']) => (Number(limit) === 1 ? { limit: 2 } : {});

/** The entries of a list that were given already, by the member that names one. */
function givenEntries(id: string) {
  const given = new Set<unknown>();
  const nameOf = (entry: unknown) => memberOf(entry, id) ?? JSON.stringify(entry);
  return {
    count: () => given.size,
    isGiven: (entry: unknown) => given.has(nameOf(entry)),
    /** The entries of a page that were not given yet; from now on they were. */
    newOf: (shown: readonly unknown[]): readonly unknown[] =>
      shown.filter((entry) => given.size < given.add(nameOf(entry)).size),
  };
}

const entriesOf = (answer: unknown): readonly unknown[] =>
  [
    answer,
    ...['data', 'events', 'customer_payment_methods'].map((name) => memberOf(answer, name)),
  ].find((one) => Array.isArray(one)) ?? [];

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const memberOf = (value: unknown, name: string): unknown => membersOf(value)[name];
