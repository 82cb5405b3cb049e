import fc from 'fast-check';
import { loadStructure } from '../../support/documents/structure.ts';
import { aMerchant } from '../../support/switch/switch-in-memory.ts';
import { idsOf, type ListedShop, switchWithLists } from './switch-with-lists.ts';

const declined = '4000000000000002';

/** Payments a minute apart, oldest first. */
async function payments(
  world: ListedShop,
  requests: readonly object[],
): Promise<readonly string[]> {
  const made: string[] = [];
  for (const request of requests) {
    made.push(await world.pay(request));
    world.pass(60);
  }
  return made;
}

const four = [
  {},
  { customer_id: 'cus_1' },
  { amount: 700, currency: 'USD', merchant_order_reference_id: 'order 7' },
  { ...withCard(declined), customer_id: 'cus_1', email: 'Payer@Example.com' },
];

function withCard(card_number: string) {
  return {
    payment_method_data: {
      card: { card_number, card_exp_month: '12', card_exp_year: '2039', card_cvc: '314' },
    },
  };
}

it('a list shows a new payment and a new refund once the stream of the table has brought them', async () => {
  const world = await switchWithLists();
  const payment_id = await world.pay();
  await world.good('refunds.create', { body: { payment_id, amount: 5_000 } });
  const counts = async () => [
    (await world.good('payments.list', {})).size,
    (await world.good('refunds.list', { body: {} })).count,
  ];
  expect(await counts()).toEqual([0, 0]);
  await world.catchUp();
  expect(await counts()).toEqual([1, 1]);
});

describe('GET /payments/list', () => {
  it('GET /payments/list returns ten payments unless stated, newest first, in the published shape', async () => {
    const world = await switchWithLists();
    const made = await payments(
      world,
      Array.from({ length: 12 }, () => ({})),
    );
    const page = await world.list('payments.list');
    expect(page.size).toBe(10);
    expect(idsOf(page.data)).toEqual(made.toReversed().slice(0, 10));
    expect(Object.keys(page).sort()).toEqual(['data', 'size']);
    const published = loadStructure()?.validator('PaymentListResponse');
    if (published && !published(page)) {
      // Hyperswitch's own payments break the lengths and amounts that it publishes.
      const broken = (published.errors ?? []).map(({ keyword }) => keyword);
      expect(broken.filter((keyword) => !['minLength', 'minimum'].includes(keyword))).toEqual([]);
    }
  });

  it('GET /payments/list returns only the fields that lists show', async () => {
    const world = await switchWithLists();
    const [payment_id = ''] = await payments(world, [
      { email: 'payer@example.com', name: 'Payer', return_url: 'https://shop.example/' },
    ]);
    const whole = await world.good('payments.retrieve', { params: { payment_id } });
    const { data } = await world.list('payments.list');
    const [listed] = data;
    for (const name of [
      'status',
      'amount',
      'currency',
      'connector',
      'client_secret',
      'attempt_count',
      'created',
      'customer',
    ]) {
      expect([name, listed[name]]).toEqual([name, whole[name]]);
      expect(listed[name]).not.toBeNull();
    }
    for (const name of [
      'amount_received',
      'email',
      'name',
      'return_url',
      'expires_on',
      'refunds',
    ]) {
      expect([name, listed[name]]).toEqual([name, null]);
    }
    const { attempts: _, captures: __, ...keys } = whole;
    expect(Object.keys(listed).sort()).toEqual(Object.keys(keys).sort());
  });

  it('GET /payments/list is empty for a merchant without payments', async () => {
    const world = await switchWithLists();
    expect(await world.list('payments.list')).toEqual({ size: 0, data: [] });
  });

  it('GET /payments/list begins and ends at payments, which are on it themselves', async () => {
    const world = await switchWithLists();
    const [first = '', second = '', third = ''] = await payments(world, [{}, {}, {}]);
    const ids = async (query: Record<string, string>) =>
      idsOf((await world.list('payments.list', { query })).data);
    expect(await ids({ starting_after: second })).toEqual([third, second]);
    expect(await ids({ ending_before: second })).toEqual([second, first]);
    expect(await ids({ starting_after: second, ending_before: second })).toEqual([second]);
    expect(await ids({ starting_after: third, ending_before: first })).toEqual([]);
    const unknown = await world.ask('payments.list', { query: { starting_after: 'pay_none' } });
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'HE_02' } } });
  });

  it('GET /payments/list filters by times, which include their ends in either spelling', async () => {
    const world = await switchWithLists();
    const made = await payments(world, [{}, {}, {}]);
    const { data } = await world.list('payments.list');
    const [third, second, first] = idsOf(data);
    expect([first, second, third]).toEqual(made);
    const at = data[1].created;
    const ids = async (query: Record<string, string>) =>
      idsOf((await world.list('payments.list', { query })).data);
    expect(await ids({ created: at })).toEqual([second]);
    for (const name of ['created.lt', 'created.lte', 'created_lt', 'created_lte']) {
      expect([name, await ids({ [name]: at })]).toEqual([name, [second, first]]);
    }
    for (const name of ['created.gt', 'created.gte', 'created_gt', 'created_gte']) {
      expect([name, await ids({ [name]: at })]).toEqual([name, [third, second]]);
    }
    const zone = at.replace('Z', '+00:00');
    expect(await ids({ 'created.gte': zone, 'created.lte': zone, limit: '1' })).toEqual([second]);
  });

  it('GET /payments/list for a customer returns only that customer’s payments', async () => {
    const world = await switchWithLists();
    const made = await payments(world, four);
    const ids = async (query: Record<string, string>) =>
      idsOf((await world.list('payments.list', { query })).data);
    expect(await ids({ customer_id: 'cus_1' })).toEqual([made[3], made[1]]);
    expect(await ids({ customer_id: 'cus_1', limit: '1' })).toEqual([made[3]]);
    expect(await ids({ customer_id: 'nobody' })).toEqual([]);
  });

  it.each(['-1', 'ten', '99999999999'])(
    'GET /payments/list with limit %s answers 400',
    async (limit) => {
      const world = await switchWithLists();
      expect((await world.ask('payments.list', { query: { limit } })).status).toBe(400);
    },
  );

  it.each<Record<string, string>>([
    { status: 'succeeded' },
    { created: 'yesterday' },
    { offset: '1' },
  ])('GET /payments/list refuses %j', async (query) => {
    const world = await switchWithLists();
    expect((await world.ask('payments.list', { query })).status).toBe(400);
  });

  it('GET /payments/list never returns another merchant’s payments', async () => {
    const world = await switchWithLists();
    const other = await aMerchant(world.shop, 'shop_2');
    const theirs = await world.pay({ customer_id: 'cus_1' }, other);
    const ours = await world.pay({ customer_id: 'cus_1' });
    const queries: Record<string, string>[] = [{}, { customer_id: 'cus_1' }];
    for (const query of queries) {
      expect(idsOf((await world.list('payments.list', { query })).data)).toEqual([ours]);
      expect(idsOf((await world.list('payments.list', { query }, other)).data)).toEqual([theirs]);
    }
    const answer = await world.ask('payments.list', { query: { starting_after: theirs } });
    expect(answer.status).toBe(404);
  });

  it("GET /payments/list for a profile returns that profile's payments", async () => {
    const world = await switchWithLists();
    const second = await world.good('profiles.create', {
      params: { account_id: world.merchant.id },
      body: { profile_name: 'second' },
    });
    const first = await world.pay({ profile_id: world.merchant.profileId });
    const draft = { confirm: false, profile_id: second.profile_id };
    const other = await world.pay(draft);
    const of = async (name: string, profileId: string) =>
      idsOf((await world.list(name, { headers: { 'x-profile-id': profileId } })).data);
    for (const name of ['payments.list', 'payments.list-of-profile']) {
      expect(await of(name, world.merchant.profileId)).toEqual([first]);
      expect(await of(name, second.profile_id)).toEqual([other]);
      const all = await world.list(name);
      expect(idsOf(all.data).sort()).toEqual([first, other].sort());
      const stranger = await world.ask(name, { headers: { 'x-profile-id': 'pro_none' } });
      expect(stranger.status).toBe(401);
    }
  });
});

describe('POST /payments/list', () => {
  const filtered = async (world: ListedShop, body: object) =>
    world.list('payments.filter', { body });

  it('POST /payments/list returns ten payments unless stated, with their total', async () => {
    const world = await switchWithLists();
    const made = await payments(
      world,
      Array.from({ length: 12 }, () => ({})),
    );
    const page = await filtered(world, {});
    expect(page).toMatchObject({ count: 10, total_count: 12 });
    expect(idsOf(page.data)).toEqual(made.toReversed().slice(0, 10));
    const rest = await filtered(world, { offset: 10 });
    expect(rest).toMatchObject({ count: 2, total_count: 12 });
    expect(idsOf(rest.data)).toEqual(made.toReversed().slice(10));
    expect(await filtered(world, { offset: 12 })).toEqual({ count: 0, total_count: 12, data: [] });
  });

  it.each([
    [{ status: ['succeeded'] }, [2, 1, 0]],
    [{ status: ['failed'] }, [3]],
    [{ status: ['failed', 'succeeded'] }, [3, 2, 1, 0]],
    [{ status: ['cancelled'] }, []],
    [{ status: [] }, [3, 2, 1, 0]],
    [{ currency: ['USD'] }, [2]],
    [{ currency: ['EUR'], status: ['succeeded'] }, [1, 0]],
    [{ connector: ['stripe_test'] }, [3, 2, 1, 0]],
    [{ connector: ['fauxpay'] }, []],
    [{ payment_method: ['card'] }, [3, 2, 1, 0]],
    [{ payment_method: ['wallet'] }, []],
    [{ payment_method_type: ['credit'] }, [3, 2, 1, 0]],
    [{ payment_method_type: ['debit'] }, []],
    [{ card_network: ['Visa'] }, [3, 2, 1, 0]],
    [{ card_network: ['Mastercard'] }, []],
    [{ card_discovery: ['manual'] }, [3, 2, 1, 0]],
    [{ card_discovery: ['saved_card'] }, []],
    [{ authentication_type: ['three_ds'] }, []],
    [{ authentication_type: ['no_three_ds'] }, [3, 2, 1, 0]],
    [{ customer_id: 'cus_1' }, [3, 1]],
    [{ customer_id: 'cus_1', status: ['failed'] }, [3]],
    [{ customer_email: 'payer@example.com' }, [3]],
    [{ customer_email: 'payer@example.com', customer_id: 'cus_1' }, [3]],
    [{ customer_email: 'payer@example.com', merchant_order_reference_id: 'order 7' }, []],
    [{ merchant_order_reference_id: 'order 7' }, [2]],
    [{ amount_filter: { start_amount: 5_000 } }, [3, 1, 0]],
    [{ amount_filter: { end_amount: 4_999 } }, [2]],
    [{ amount_filter: { start_amount: 700, end_amount: 700 } }, [2]],
    [{ amount_filter: { start_amount: 701, end_amount: 4_999 } }, []],
    [{ order: { on: 'amount', by: 'asc' } }, [2, 0, 1, 3]],
    [{ order: { on: 'created', by: 'asc' } }, [0, 1, 2, 3]],
    [{ order: { by: 'asc' } }, [0, 1, 2, 3]],
    [{ order: { on: 'attempt_count' } }, [3, 2, 1, 0]],
    [{ order: { on: 'modified' } }, [3, 2, 1, 0]],
    [{ profile_id: 'pro_none' }, []],
    [{ merchant_connector_id: ['mca_none'] }, []],
    [{ nothing_we_know: 1 }, [3, 2, 1, 0]],
  ])(
    'POST /payments/list with %j returns and counts the matching payments',
    async (body, expected) => {
      const world = await switchWithLists();
      const made = await payments(world, four);
      const page = await filtered(world, body);
      expect(idsOf(page.data).map((id) => made.indexOf(id))).toEqual(expected);
      expect(page).toMatchObject({ count: expected.length, total_count: expected.length });
      const first = await filtered(world, { ...body, limit: 1 });
      expect(first.total_count).toBe(expected.length);
      expect(first.data).toEqual(page.data.slice(0, 1));
    },
  );

  it('POST /payments/list sorts by amount, by attempts and by the last change', async () => {
    const world = await switchWithLists();
    const [one = '', two = '', three = ''] = await payments(world, [
      { amount: 300, confirm: false },
      { amount: 100 },
      { amount: 200 },
    ]);
    await world.good('payments.update', {
      params: { payment_id: one },
      body: { description: 'x' },
    });
    const ids = async (order: object) => idsOf((await filtered(world, { order })).data);
    expect(await ids({ on: 'amount' })).toEqual([one, three, two]);
    expect(await ids({ on: 'amount', by: 'asc' })).toEqual([two, three, one]);
    expect(await ids({ on: 'modified' })).toEqual([one, three, two]);
    expect(await ids({ on: 'modified', by: 'asc' })).toEqual([two, three, one]);
  });

  it('POST /payments/list finds a payment by its id when it matches the other filters', async () => {
    const world = await switchWithLists();
    const [payment_id = ''] = await payments(world, four);
    const one = await filtered(world, { payment_id });
    expect([idsOf(one.data), one.total_count]).toEqual([[payment_id], 1]);
    for (const body of [
      { status: ['failed'] },
      { currency: ['USD'] },
      { start_time: '2027-01-01T00:00:00Z' },
    ]) {
      expect(await filtered(world, { payment_id, ...body })).toMatchObject({ total_count: 0 });
    }
    expect(await filtered(world, { payment_id: 'pay_none' })).toMatchObject({ total_count: 0 });
  });

  it('POST /payments/list accepts times, both included; an end without a start is ignored', async () => {
    const world = await switchWithLists();
    const made = await payments(world, [{}, {}, {}]);
    const { data } = await filtered(world, {});
    const at = data[1].created;
    const of = async (body: object) => idsOf((await filtered(world, body)).data);
    expect(await of({ start_time: at })).toEqual([made[2], made[1]]);
    expect(await of({ start_time: at, end_time: at })).toEqual([made[1]]);
    expect(await of({ end_time: at })).toEqual(made.toReversed());
    expect(await of({ start_time: at, end_time: data[2].created })).toEqual([]);
  });

  it('POST /payments/list follows a payment from status to status', async () => {
    const world = await switchWithLists();
    const [payment_id = ''] = await payments(world, [{ capture_method: 'manual' }]);
    const total = async (status: string) =>
      (await filtered(world, { status: [status] })).total_count;
    expect([await total('requires_capture'), await total('succeeded')]).toEqual([1, 0]);
    await world.good('payments.capture', { params: { payment_id }, body: {} });
    expect([await total('requires_capture'), await total('succeeded')]).toEqual([0, 1]);
  });

  it.each([
    { status: ['paid'] },
    { status: 'succeeded' },
    { currency: ['EURO'] },
    { limit: '10' },
    { offset: -1 },
    { order: { on: 'name' } },
    { start_time: 'now' },
    { amount_filter: { start_amount: 'x' } },
  ])('POST /payments/list refuses %j', async (body) => {
    const world = await switchWithLists();
    expect((await world.ask('payments.filter', { body })).status).toBe(400);
  });

  it("POST /payments/list for a profile returns that profile's payments", async () => {
    const world = await switchWithLists();
    const second = await world.good('profiles.create', {
      params: { account_id: world.merchant.id },
      body: { profile_name: 'second' },
    });
    await world.pay({ profile_id: world.merchant.profileId });
    const other = await world.pay({ confirm: false, profile_id: second.profile_id });
    const headers = { 'x-profile-id': second.profile_id };
    for (const name of ['payments.filter', 'payments.filter-of-profile']) {
      const page = await world.list(name, { headers, body: {} });
      expect([idsOf(page.data), page.total_count]).toEqual([[other], 1]);
      const body = { profile_id: world.merchant.profileId };
      expect(await world.list(name, { headers, body })).toMatchObject({ total_count: 0 });
    }
  });
});

const or = <T>(value: T, ...others: readonly unknown[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant<unknown>(value) }, fc.constantFrom(...others));
const none = [undefined, null] as const;

const anyFilter = fc.record(
  {
    payment_id: or('pay_x', '', 7, ...none),
    customer_id: or('cus_1', 'a b', [], ...none),
    customer_email: or('payer@example.com', 'x', 1, ...none),
    merchant_order_reference_id: or('order 7', 'x'.repeat(256), {}, ...none),
    limit: or(10, 0, -1, 51, 1.5, '1', 1e20, ...none),
    offset: or(1, -1, 1e9, 1e20, 'x', ...none),
    amount_filter: or({ start_amount: 1 }, {}, [], { end_amount: -5 }, 7, ...none),
    start_time: or(
      '2026-03-05T10:00:00Z',
      '0001-01-01T00:00:00Z',
      '2026-02-30T00:00:00Z',
      1,
      ...none,
    ),
    end_time: or('2026-03-05T11:00:00+02:00', '9999-12-31T23:59:59Z', '', ...none),
    connector: or(['stripe_test'], [], [''], 'x', [null], ...none),
    status: or(['succeeded'], ['x'], [1], {}, ...none),
    order: or({ on: 'amount' }, { by: 'up' }, {}, 'x', ...none),
  },
  { requiredKeys: [] },
);

it('any request for a list is answered or refused, and nothing is written', async () => {
  const world = await switchWithLists();
  await payments(world, four);
  await world.catchUp();
  const before = world.stored();
  await fc.assert(
    fc.asyncProperty(anyFilter, async (body) => {
      const answer = await world.ask('payments.filter', { body });
      expect([200, 400, 422]).toContain(answer.status);
      expect(world.stored()).toEqual(before);
    }),
  );
});
