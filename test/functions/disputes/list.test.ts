import { DisputeStage, DisputeStatus } from '#vocabulary/dispute-statuses.ts';
import { loadStructure } from '../../support/documents/structure.ts';
import { disputeWebhook, signedWebhook } from '../../support/processors/processor-webhooks.ts';
import { disputedCards, switchWithDisputes } from '../../support/switch/switch-with-disputes.ts';
import { listStored } from '../../support/table/listed-in-memory.ts';

/** A merchant with disputes of four payments, which are listed as they stand. */
async function aListedShop() {
  const shop = await switchWithDisputes();
  const { clock } = shop.dependencies;
  const start = clock.now.getTime();
  const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
  const tell = async (paymentId: string, changes: object) => {
    const json = disputeWebhook({ payment: `${paymentId}_1`, currency: 'EUR', ...changes });
    const key = `key of ${shop.merchant.id}`;
    const { text, headers } = signedWebhook(json, key, clock.now, shop.port.items());
    expect((await shop.hear(text, headers)).status).toBe(200);
  };
  const payments: string[] = [];
  const disputes = [
    { id: 'du_1', status: 'needs_response', reason: 'fraudulent' },
    { id: 'du_2', status: 'lost', reason: 'product_not_received' },
    { id: 'du_3', status: 'won', reason: 'fraudulent', currency: 'USD' },
    { id: 'du_4', stage: 'inquiry', status: 'needs_response', reason: 'general' },
  ];
  for (const [index, dispute] of disputes.entries()) {
    const paymentId = await shop.pay('4242424242424242');
    payments.push(paymentId);
    clock.now = new Date(start + index * 10_000);
    await tell(paymentId, dispute);
  }
  await listStored(shop.port);
  const list = async (query: Record<string, string> = {}, more: object = {}) => {
    const { status, body } = await shop.ask('disputes.list', { query, ...more });
    expect([status, status === 200 || body]).toEqual([200, true]);
    return body.map((one: { connector_dispute_id: string }) => one.connector_dispute_id);
  };
  return { shop, payments, at, list, tell };
}

it('the list of disputes shows their present state, the last changed first', async () => {
  const { shop, list, payments, tell } = await aListedShop();
  expect(await list()).toEqual(['du_4', 'du_3', 'du_2', 'du_1']);
  shop.dependencies.clock.now = new Date(shop.dependencies.clock.now.getTime() + 60_000);
  await tell(payments[0] ?? '', { id: 'du_1', status: 'under_review', reason: 'fraudulent' });
  await listStored(shop.port);
  expect(await list()).toEqual(['du_1', 'du_4', 'du_3', 'du_2']);
  const { body } = await shop.ask('disputes.list');
  expect(body[0]).toEqual((await shop.dispute(body[0].dispute_id)).body);
  const isPublished = loadStructure()?.answer('GET', '/disputes/list');
  if (isPublished) expect([isPublished(body), isPublished.errors]).toEqual([true, null]);
});

it('the list of disputes shows every dispute of a payment that is disputed more than once', async () => {
  const { list, payments, tell, shop } = await aListedShop();
  await tell(payments[3] ?? '', { id: 'du_5', status: 'needs_response', reason: 'general' });
  await listStored(shop.port);
  expect((await list()).toSorted()).toEqual(['du_1', 'du_2', 'du_3', 'du_4', 'du_5']);
});

it('the list of disputes shows for each whether more was returned than was captured', async () => {
  const shop = await switchWithDisputes();
  const { paymentId, disputeId } = await shop.disputed();
  await shop.refund(paymentId, 6_000);
  await shop.submit(disputeId, { uncategorized_text: 'losing_evidence' });
  await shop.pass(6);
  await listStored(shop.port);
  expect((await shop.ask('disputes.list')).body).toMatchObject([
    { dispute_id: disputeId, dispute_status: 'dispute_lost', is_already_refunded: true },
  ]);
});

describe('disputes are counted by status', () => {
  type Ask = Parameters<Awaited<ReturnType<typeof aListedShop>>['shop']['ask']>[1];
  const none = Object.fromEntries(DisputeStatus.options.map((status) => [status, 0]));

  async function aCountedShop() {
    const listed = await aListedShop();
    const count = async (asked: Ask = {}, name = 'disputes.aggregate') => {
      const { status, body } = await listed.shop.ask(name, asked);
      expect([status, Object.keys(body)]).toEqual([200, ['status_with_count']]);
      return body.status_with_count;
    };
    return { ...listed, count };
  }

  it("a merchant's disputes are counted by status, with zero for the others", async () => {
    const { count, shop, payments, tell } = await aCountedShop();
    const all = { ...none, dispute_opened: 2, dispute_lost: 1, dispute_won: 1 };
    expect(await count()).toEqual(all);
    expect(await count({}, 'disputes.aggregate-of-profile')).toEqual(all);
    await tell(payments[0] ?? '', { id: 'du_1', status: 'under_review', reason: 'fraudulent' });
    await listStored(shop.port);
    expect(await count()).toEqual({ ...all, dispute_opened: 1, dispute_challenged: 1 });
    const empty = await switchWithDisputes();
    expect((await empty.ask('disputes.aggregate')).body).toEqual({ status_with_count: none });
  });

  it('disputes are counted within a time range, both ends included', async () => {
    const { count, at } = await aCountedShop();
    const within = (start_time: string, end_time?: string) =>
      count({ query: { start_time, ...(end_time && { end_time }) } });
    expect(await within(at(10))).toEqual({
      ...none,
      dispute_opened: 1,
      dispute_lost: 1,
      dispute_won: 1,
    });
    expect(await within(at(10), at(20))).toEqual({ ...none, dispute_lost: 1, dispute_won: 1 });
    expect(await within(at(31))).toEqual(none);
    expect(await within(at(20), at(10))).toEqual(none);
  });

  it('disputes are counted by their creation, whatever has changed since', async () => {
    const { count, at, shop, payments, tell } = await aCountedShop();
    shop.dependencies.clock.now = new Date(shop.dependencies.clock.now.getTime() + 60_000);
    await tell(payments[0] ?? '', { id: 'du_1', status: 'under_review', reason: 'fraudulent' });
    await listStored(shop.port);
    const query = { start_time: at(0), end_time: at(5) };
    expect(await count({ query })).toEqual({ ...none, dispute_challenged: 1 });
  });

  it('disputes are counted for the profile that the request names', async () => {
    const { count, shop } = await aCountedShop();
    const other = await shop.ask('profiles.create', {
      params: { account_id: shop.merchant.id },
      body: { profile_name: 'another' },
    });
    for (const name of ['disputes.aggregate', 'disputes.aggregate-of-profile']) {
      const of = (id: string) => count({ headers: { 'x-profile-id': id } }, name);
      expect(await of(shop.merchant.profileId)).toMatchObject({ dispute_opened: 2 });
      expect(await of(other.body.profile_id)).toEqual(none);
    }
  });

  it.each<Record<string, string>>([{ start_time: 'yesterday' }, { colour: 'red' }])(
    'disputes are not counted for an invalid time: %j',
    async (query) => {
      const shop = await switchWithDisputes();
      const { status, body } = await shop.ask('disputes.aggregate', { query });
      expect([status, body.error.code]).toEqual([400, 'IR_06']);
    },
  );
});

describe('the filters of the list of disputes', () => {
  const found: readonly [string, Record<string, string>, readonly string[]][] = [
    ['of a status', { dispute_status: 'dispute_lost' }, ['du_2']],
    ['of one of some statuses', { dispute_status: 'dispute_lost,dispute_won' }, ['du_3', 'du_2']],
    ['of a stage', { dispute_stage: 'pre_dispute' }, ['du_4']],
    ['of one of some stages', { dispute_stage: 'pre_dispute,arbitration' }, ['du_4']],
    ['of a reason', { reason: 'fraudulent' }, ['du_3', 'du_1']],
    ['of a reason that nobody gave', { reason: 'bored' }, []],
    ['of a connector', { connector: 'stripe_test' }, ['du_4', 'du_3', 'du_2', 'du_1']],
    ['of another connector', { connector: 'fauxpay,pretendpay' }, []],
    ['in a currency', { currency: 'USD' }, ['du_3']],
    ['of a reason in a status', { reason: 'fraudulent', dispute_status: 'dispute_won' }, ['du_3']],
    ['on a page', { limit: '2' }, ['du_4', 'du_3']],
    ['on the next page', { limit: '2', offset: '2' }, ['du_2', 'du_1']],
    ['on a page of none', { limit: '0' }, []],
    ['of another account', { merchant_connector_id: 'mca_other' }, []],
    ['of another profile', { profile_id: 'pro_other' }, []],
  ];
  it.each(found)('the list of disputes filters: %s', async (_, query, expected) => {
    const { list } = await aListedShop();
    expect(await list(query)).toEqual(expected);
  });

  it('disputes are listed by profile and by connector account', async () => {
    const { shop, list } = await aListedShop();
    const { profileId } = shop.merchant;
    expect(await list({ profile_id: profileId })).toHaveLength(4);
    const [item] = shop.disputeItems();
    const account = { merchant_connector_id: String(item?.connectorAccountId) };
    expect(await list(account)).toHaveLength(4);
  });

  it('disputes are listed by their receipt at a time, before it or after it', async () => {
    const { list, at } = await aListedShop();
    expect(await list({ received_time: at(10) })).toEqual(['du_2']);
    expect(await list({ 'received_time.lt': at(10) })).toEqual(['du_1']);
    expect(await list({ 'received_time.lte': at(10) })).toEqual(['du_2', 'du_1']);
    expect(await list({ 'received_time.gt': at(10) })).toEqual(['du_4', 'du_3']);
    expect(await list({ 'received_time.gte': at(10) })).toEqual(['du_4', 'du_3', 'du_2']);
    const between = { 'received_time.gt': at(0), 'received_time.lt': at(30) };
    expect(await list(between)).toEqual(['du_3', 'du_2']);
    expect(await list({ start_time: at(10), end_time: at(20) })).toEqual(['du_3', 'du_2']);
    expect(await list({ start_time: at(20), end_time: at(10) })).toEqual([]);
  });

  it('disputes are listed by payment, by their id, or by both together', async () => {
    const { shop, list, payments } = await aListedShop();
    const { body } = await shop.ask('disputes.list');
    const named = body.find((one: { payment_id: string }) => one.payment_id === payments[3]);
    expect(await list({ payment_id: payments[1] ?? '' })).toEqual(['du_2']);
    expect(await list({ dispute_id: named.dispute_id })).toEqual(['du_4']);
    const either = { payment_id: payments[1] ?? '', dispute_id: named.dispute_id };
    expect(await list(either)).toEqual(['du_4', 'du_2']);
    const same = { payment_id: payments[3] ?? '', dispute_id: named.dispute_id };
    expect(await list(same)).toEqual(['du_4']);
    expect(await list({ dispute_id: 'dp_nobody' })).toEqual([]);
    expect(await list({ payment_id: payments[1] ?? '', dispute_status: 'dispute_won' })).toEqual(
      [],
    );
  });

  it('disputes are listed for the profile that the request names', async () => {
    const { shop, list } = await aListedShop();
    const other = await shop.ask('profiles.create', {
      params: { account_id: shop.merchant.id },
      body: { profile_name: 'another' },
    });
    const headers = (id: string) => ({ headers: { 'x-profile-id': id } });
    expect(await list({}, headers(shop.merchant.profileId))).toHaveLength(4);
    expect(await list({}, headers(other.body.profile_id))).toEqual([]);
    const both = { profile_id: shop.merchant.profileId };
    expect(await list(both, headers(other.body.profile_id))).toEqual([]);
    const { body } = await shop.ask('disputes.list-of-profile', headers(shop.merchant.profileId));
    expect(body).toHaveLength(4);
  });
});

const misunderstood: readonly Readonly<Record<string, string>>[] = [
  { dispute_status: 'lost' },
  { dispute_status: 'dispute_lost,' },
  { dispute_stage: 'final' },
  { currency: 'EURO' },
  { received_time: 'yesterday' },
  { limit: '-1' },
  { colour: 'red' },
];
it.each(misunderstood)(
  'the list of disputes is refused for an unknown query: %j',
  async (query) => {
    const shop = await switchWithDisputes();
    const { status, body } = await shop.ask('disputes.list', {
      query,
    });
    expect([status, body.error.code]).toEqual([400, 'IR_06']);
  },
);

it('the list of disputes shows both disputes of one payment', async () => {
  const shop = await switchWithDisputes();
  const { paymentId } = await shop.disputed(disputedCards.twice);
  await listStored(shop.port);
  const { body } = await shop.ask('disputes.list', { query: { payment_id: paymentId } });
  expect(body).toHaveLength(2);
});

it('the filters for disputes contain the values of all profiles or of one', async () => {
  const shop = await switchWithDisputes();
  const { status, body } = await shop.ask('disputes.filter');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    connector: { stripe_test: [{ connector_type: 'payment_processor' }] },
    dispute_status: [...DisputeStatus.options],
    dispute_stage: [...DisputeStage.options],
  });
  expect(body.currency).toContain('EUR');
  const isPublished = loadStructure()?.validator('DisputeListFilters');
  if (isPublished) expect([isPublished(body), isPublished.errors]).toEqual([true, null]);
  const other = await shop.ask('profiles.create', {
    params: { account_id: shop.merchant.id },
    body: { profile_name: 'another' },
  });
  const headers = { 'x-profile-id': other.body.profile_id };
  shop.dependencies.clock.now = new Date(shop.dependencies.clock.now.getTime() + 60_000);
  const ofOther = await shop.ask('disputes.filter-of-profile', { headers });
  expect(ofOther.body.connector).toEqual({});
});
