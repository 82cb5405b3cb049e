import { Turnout } from '../../../packages/node/src/index.ts';
import { aServer, type Handler, json, type Received } from './a-server.ts';

const asked = ({ received }: { readonly received: readonly Received[] }) =>
  received.map(({ url, body }) => (body ? JSON.parse(body) : url));

async function all<T>(entries: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

it('a list with an offset is read to the first empty page', async () => {
  await using server = await aServer(
    json({ count: 2, total_count: 3, data: [{ refund_id: 'ref_1' }, { refund_id: 'ref_2' }] }),
    json({ count: 1, total_count: 3, data: [{ refund_id: 'ref_3' }] }),
    json({ count: 0, total_count: 3, data: [] }),
  );
  const turnout = new Turnout({ apiKey: 'snd_test', baseUrl: server.url });
  const refunds = await all(
    turnout.list('POST /refunds/list', { body: { limit: 2, offset: 10, currency: ['EUR'] } }),
  );
  expect(refunds.map(({ refund_id }) => refund_id)).toEqual(['ref_1', 'ref_2', 'ref_3']);
  expect(asked(server)).toEqual(
    [10, 12, 13].map((offset) => ({ limit: 2, offset, currency: ['EUR'] })),
  );
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

it('a list of payments with more at one moment than the longest page has ends with an error', async () => {
  await using server = await aServer(paymentsAtMoments(named(150, () => 1)));
  const turnout = new Turnout({ apiKey: 'snd_test', baseUrl: server.url });
  await expect(all(turnout.list('GET /payments/list'))).rejects.toThrow(
    'At least 100 entries were created at one moment',
  );
});

it('a list of undelivered events follows the cursor of each page', async () => {
  await using server = await aServer(
    json({ events: [{ event_id: 'evt_1' }], after: 'next' }),
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
