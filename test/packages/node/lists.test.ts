import fc from 'fast-check';
import * as v from 'valibot';
import { Turnout } from '../../../packages/node/src/index.ts';
import { aServer, type Handler, json, type Received } from './a-server.ts';

const asked = ({ received }: { readonly received: readonly Received[] }) =>
  received.map(({ url, body }) => (body ? JSON.parse(body) : url));

async function all<T>(entries: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

const clientOf = ({ url }: { readonly url: string }) =>
  new Turnout({ apiKey: 'snd_test', baseUrl: url });

const Page = v.object({ limit: v.optional(v.number(), 10), offset: v.optional(v.number(), 0) });

interface ListChanges {
  readonly hasTotal?: boolean;
  /** Whether the list leaves an entry out, whose place is not given away yet. */
  readonly isGone?: (id: string) => boolean;
  readonly changesOf?: (id: string) => number;
}

/** A list of refunds by offset, whose rows the test changes between two answers. */
async function aListByOffset(
  rows: string[],
  { hasTotal = true, isGone = () => false, changesOf = () => 0 }: ListChanges = {},
) {
  const server = await aServer((response, request) => {
    const { limit, offset } = v.parse(Page, JSON.parse(request.body));
    const shown = rows.slice(offset, offset + limit).filter((id) => !isGone(id));
    const data = shown.map((refund_id) => ({ refund_id, changes: changesOf(refund_id) }));
    json(hasTotal ? { total_count: rows.length, data } : { data })(response, request);
  });
  const list = (body: Readonly<Record<string, number>>) =>
    clientOf(server).list('POST /refunds/list', { body });
  return { server, list, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `ref_${index}`);

it('a list with an offset is read to its end, each page from the last entry of the page before', async () => {
  await using refunds = await aListByOffset(numbered(13));
  const found = await all(refunds.list({ limit: 2, offset: 10 }));
  expect(found.map(({ refund_id }) => refund_id)).toEqual(['ref_10', 'ref_11', 'ref_12']);
  expect(asked(refunds.server).map(({ offset }) => offset)).toEqual([10, 11, 12, 10]);
});

it('refunds that are made while their list is read come once, and so do all others', async () => {
  const rows = numbered(9);
  await using refunds = await aListByOffset(rows);
  const found: unknown[] = [];
  for await (const { refund_id } of refunds.list({ limit: 3 })) {
    found.push(refund_id);
    if (refund_id === 'ref_2' || refund_id === 'ref_6') rows.unshift(`new_${rows.length}`);
  }
  expect(found.sort()).toEqual([...numbered(9), 'new_10', 'new_9'].sort());
});

it('a refund that changes and so moves to the front of a page that was read is not left out', async () => {
  const rows = numbered(9);
  await using refunds = await aListByOffset(rows);
  const found: unknown[] = [];
  for await (const { refund_id } of refunds.list({ limit: 3 })) {
    if (found.push(refund_id) === 3) rows.unshift(...rows.splice(6, 1));
  }
  expect(found.sort()).toEqual(numbered(9));
});

it.each([
  ['with its total', true],
  ['without a total', false],
])('a loop that removes each entry of a list %s leaves none out', async (_, hasTotal) => {
  const rows = numbered(20);
  await using refunds = await aListByOffset(rows, { hasTotal });
  const found: unknown[] = [];
  for await (const { refund_id } of refunds.list({ limit: 3 })) {
    found.push(refund_id);
    rows.splice(rows.indexOf(String(refund_id)), 1);
  }
  expect(found).toEqual(numbered(20));
  expect(refunds.server.received.length).toBeLessThan(40);
});

it.each([
  ['with its total', true],
  ['without a total', false],
])(
  'a list %s that leaves out changed entries, whose places go later, is read to its end',
  async (_, hasTotal) => {
    const gone = new Set<string>();
    await using refunds = await aListByOffset(numbered(9), {
      hasTotal,
      isGone: (id) => gone.has(id),
    });
    const found: unknown[] = [];
    for await (const { refund_id } of refunds.list({ limit: 3 })) {
      found.push(refund_id);
      gone.add(String(refund_id));
    }
    expect(found).toEqual(numbered(9));
  },
);

it('each entry that stays in its list comes once, whatever others add, remove and move', async () => {
  const change = fc.record({
    after: fc.nat(12),
    what: fc.constantFrom('add', 'remove', 'change'),
    at: fc.nat(12),
  });
  const list = fc.record({
    count: fc.nat(12),
    limit: fc.integer({ min: 1, max: 5 }),
    hasTotal: fc.boolean(),
    changes: fc.array(change, { maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(list, async ({ count, limit, hasTotal, changes }) => {
      const rows = numbered(count);
      const removed = new Set<string>();
      const changed = new Map<string, number>();
      const changesOf = (id: string) => changed.get(id) ?? 0;
      await using refunds = await aListByOffset(rows, { hasTotal, changesOf });
      const found: unknown[] = [];
      for await (const { refund_id } of refunds.list({ limit })) {
        for (const { what, at } of changes.filter(({ after }) => after === found.length)) {
          const [row] = what === 'add' ? [] : rows.splice(at, 1);
          if (what === 'add') rows.unshift(`new_${rows.length}_${found.length}_${at}`);
          if (row !== undefined && what === 'change') {
            changed.set(row, changesOf(row) + 1);
            rows.unshift(row);
          } else if (row !== undefined) removed.add(row);
        }
        found.push(refund_id);
      }
      expect(new Set(found).size).toBe(found.length);
      const stayed = numbered(count).filter((id) => !removed.has(id));
      expect(found).toEqual(expect.arrayContaining(stayed));
    }),
    { numRuns: 300 },
  );
});

it('a list of events about one object has one page, as an offset is refused with it', async () => {
  await using server = await aServer(json({ events: [{ event_id: 'evt_1' }], total_count: 1 }));
  const params = { path: { merchant_id: 'shop' } };
  const events = clientOf(server).list('POST /events/{merchant_id}', {
    params,
    body: { object_id: 'pay_1' },
  });
  expect(await all(events)).toHaveLength(1);
  expect(asked(server)).toEqual([{ object_id: 'pay_1' }]);
});

it('a list of payments continues with the last payment of a page, which is not repeated', async () => {
  const payments = (...ids: readonly string[]) =>
    json({ size: ids.length, data: ids.map((payment_id) => ({ payment_id })) });
  await using server = await aServer(
    payments('pay_3', 'pay_2'),
    payments('pay_2', 'pay_1'),
    payments('pay_1'),
  );
  const turnout = new Turnout({ apiKey: 'snd_test', baseUrl: server.url });
  const query = { limit: 1, customer_id: 'cus_1' };
  const found = await all(turnout.list('GET /payments/list', { params: { query } }));
  expect(found.map(({ payment_id }) => payment_id)).toEqual(['pay_3', 'pay_2', 'pay_1']);
  // A page of one payment would only repeat the payment before.
  const list = '/payments/list?limit=2&customer_id=cus_1';
  expect(asked(server)).toEqual([
    list,
    `${list}&ending_before=pay_2`,
    `${list}&ending_before=pay_1`,
  ]);
});

/** A list of payments as the switch has it: newest first, from the time of `ending_before` on. */
function paymentsAtMoments(moments: Readonly<Record<string, number>>) {
  const newestFirst = Object.entries(moments).sort(
    ([id, at], [otherId, otherAt]) => otherAt - at || (id < otherId ? 1 : -1),
  );
  const answer: Handler = (response, request) => {
    const query = new URL(request.url, 'http://switch').searchParams;
    const until = moments[query.get('ending_before') ?? ''] ?? Number.POSITIVE_INFINITY;
    const data = newestFirst
      .filter(([, at]) => at <= until)
      .slice(0, Number(query.get('limit') ?? 10))
      .map(([payment_id]) => ({ payment_id }));
    json({ size: data.length, data })(response, request);
  };
  return answer;
}

const named = (count: number, at: (index: number) => number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`pay_${index}`, at(index)]));

it.each([
  ['five at one moment', 2, named(5, () => 1)],
  ['three at one moment, the oldest of all', 2, named(5, (index) => Math.max(index, 2))],
  ['three at one moment, the newest of all', 2, named(5, (index) => Math.min(index, 2))],
  ['forty at one moment without a stated limit', undefined, named(50, (index) => index % 5 && 1)],
  ['99 at one moment', 40, named(99, () => 1)],
] as const)(
  'a list of payments, %s, by pages of %s shows each payment once',
  async (_, limit, moments) => {
    await using server = await aServer(paymentsAtMoments(moments));
    const turnout = new Turnout({ apiKey: 'snd_test', baseUrl: server.url });
    const query = limit === undefined ? {} : { limit };
    const found = await all(turnout.list('GET /payments/list', { params: { query } }));
    const ids = found.map(({ payment_id }) => payment_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids)).toEqual(new Set(Object.keys(moments)));
    expect(server.received.length).toBeLessThanOrEqual(8);
  },
);

it('each payment comes once, however many share a moment, and though others are made meanwhile', async () => {
  const list = fc.record({
    moments: fc.array(fc.nat(4), { maxLength: 25 }),
    limit: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    madeAfter: fc.array(fc.nat(25), { maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(list, async ({ moments, limit, madeAfter }) => {
      const payments = named(moments.length, (index) => moments[index] ?? 0);
      const now: Record<string, number> = { ...payments };
      await using server = await aServer((response, request) =>
        paymentsAtMoments(now)(response, request),
      );
      const found: string[] = [];
      const query = { limit };
      for await (const { payment_id } of clientOf(server).list('GET /payments/list', {
        params: { query },
      })) {
        // Newer than all others, or at the moment of the newest.
        if (madeAfter.includes(found.length)) now[`new_${found.length}`] = 4 + (found.length % 2);
        found.push(payment_id);
      }
      expect(new Set(found).size).toBe(found.length);
      expect(found).toEqual(expect.arrayContaining(Object.keys(payments)));
    }),
    { numRuns: 200 },
  );
});

it('a list of payments with more at one moment than the longest page has ends with an error', async () => {
  await using server = await aServer(paymentsAtMoments(named(150, () => 1)));
  const turnout = new Turnout({ apiKey: 'snd_test', baseUrl: server.url });
  await expect(all(turnout.list('GET /payments/list'))).rejects.toThrow(
    'At least 100 entries were created at one moment',
  );
});

it('a list of undelivered events follows the cursor of each page, also of an empty one', async () => {
  await using server = await aServer(
    json({ events: [{ event_id: 'evt_1' }], after: 'next' }),
    json({ events: [], after: 'third' }),
    json({ events: [{ event_id: 'evt_2' }], after: null }),
  );
  const turnout = new Turnout({ apiKey: 'snd_test', baseUrl: server.url });
  const params = { path: { merchant_id: 'shop' } };
  expect(await all(turnout.list('GET /events/{merchant_id}/undelivered', { params }))).toHaveLength(
    2,
  );
  expect(asked(server)).toEqual([
    '/events/shop/undelivered',
    '/events/shop/undelivered?after=next',
    '/events/shop/undelivered?after=third',
  ]);
});

it('a list by time leaves out the entries of the same moment that a page repeats', async () => {
  const link = (id: string, created_at: string) => ({ payment_link_id: id, created_at });
  await using server = await aServer(
    json([link('plink_3', '2030-01-03'), link('plink_2', '2030-01-02')]),
    json([link('plink_2', '2030-01-02'), link('plink_1', '2030-01-02')]),
    json([link('plink_2', '2030-01-02'), link('plink_1', '2030-01-02')]),
  );
  const turnout = new Turnout({ apiKey: 'snd_test', baseUrl: server.url });
  const links = await all(turnout.list('POST /payment_link/list', { body: { limit: 2 } }));
  expect(links.map(({ payment_link_id }) => payment_link_id)).toEqual([
    'plink_3',
    'plink_2',
    'plink_1',
  ]);
});

it('a list of one page is read once, and a loop that ends early sends for no further page', async () => {
  await using server = await aServer(json([{ profile_id: 'pro_1' }, { profile_id: 'pro_2' }]));
  const turnout = new Turnout({ apiKey: 'snd_test', baseUrl: server.url });
  const params = { path: { account_id: 'shop' } };
  const profiles = turnout.list('GET /account/{account_id}/business_profile', { params });
  expect(await all(profiles)).toHaveLength(2);
  for await (const _ of turnout.list('GET /customers/list')) break;
  expect(server.received).toHaveLength(2);
});
