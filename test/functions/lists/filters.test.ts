import { loadStructure } from '../../support/documents/structure.ts';
import { connectForPayouts, payoutCards, toBank, toCard } from '../../support/entities/a-payout.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { adminKey, aMerchant } from '../../support/switch/switch-in-memory.ts';
import { switchWithLists } from './switch-with-lists.ts';

const range = { start_time: '2026-03-05T00:00:00Z' };

/** A merchant with payments in two statuses, one refund, and a payout to a bank and to a card. */
async function aShop() {
  const world = await switchWithLists();
  const payouts = await connectForPayouts(world.shop, world.merchant);
  const payment_id = await world.pay();
  await world.good('refunds.create', { body: { payment_id, amount: 100 } });
  const order = { amount: 6_540, currency: 'USD', customer_id: 'cus_1' };
  await world.good('payouts.create', { body: { ...order, ...toBank() } });
  const done = { confirm: true, auto_fulfill: true };
  await world.good('payouts.create', {
    body: { ...order, ...toCard(payoutCards.usual), ...done },
  });
  world.pass(24 * 3_600);
  const later = world.dependencies.clock.now.toISOString();
  await world.pay({ currency: 'USD', ...byCard('4000000000000002') });
  const accounts = await world.shop.ask('connector-accounts.list', {
    key: adminKey,
    params: { account_id: world.merchant.id },
  });
  const card = accounts.body.find(
    (one: { connector_name: string }) => one.connector_name === 'stripe_test',
  );
  const info = (id: string, type: string, label: string) => ({
    connector_label: label,
    merchant_connector_id: id,
    connector_type: type,
  });
  return {
    world,
    later,
    ofPayments: [info(card.merchant_connector_id, 'payment_processor', card.connector_label)],
    ofPayouts: [info(payouts, 'payout_processor', expect.any(String) as unknown as string)],
  };
}

describe('the filters of payments', () => {
  it('the payment filters contain the values that occur within a time range', async () => {
    const { world, later } = await aShop();
    const values = (body: object) => world.list('payments.filter-values', { body });
    expect(await values(range)).toMatchObject({
      connector: ['stripe_test'],
      currency: ['EUR', 'USD'],
      status: ['failed', 'succeeded'],
      payment_method: ['card'],
      authentication_type: ['no_three_ds'],
    });
    expect(await values({ start_time: later })).toMatchObject({
      currency: ['USD'],
      status: ['failed'],
    });
    expect(await values({ start_time: '2027-01-01T00:00:00Z' })).toEqual({
      connector: [],
      currency: [],
      status: [],
      payment_method: [],
      payment_method_type: [],
      authentication_type: [],
    });
  });

  it('the payment filters contain the values that occur, and those of the accounts', async () => {
    const { world, ofPayments } = await aShop();
    const before = await world.list('payments.filters');
    expect(before).toMatchObject({
      connector: { stripe_test: ofPayments },
      currency: ['EUR', 'USD'],
      status: ['failed', 'succeeded'],
      authentication_type: ['no_three_ds'],
      card_discovery: ['manual'],
    });
    expect(before.connector).toEqual({ stripe_test: ofPayments });
    expect(Object.keys(before.payment_method)).toContain('card');
    const made = await world.byAdmin('connector-accounts.create', {
      params: { account_id: world.merchant.id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'fauxpay',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'another key' },
        payment_methods_enabled: [
          {
            payment_method: 'wallet',
            payment_method_types: [
              {
                payment_method_type: 'paypal',
                accepted_currencies: { type: 'enable_only', list: ['NOK'] },
              },
            ],
          },
        ],
      },
    });
    expect(made.status).toBe(200);
    world.pass(60);
    const after = await world.list('payments.filters');
    expect(Object.keys(after.connector).sort()).toEqual(['fauxpay', 'stripe_test']);
    expect(after.currency).toEqual(['EUR', 'NOK', 'USD']);
    expect(after.payment_method).toMatchObject({ wallet: ['paypal'] });
  });

  it('the payment filters keep a connector that occurs though its account is gone', async () => {
    const { world, ofPayments } = await aShop();
    const [account] = ofPayments;
    const gone = await world.byAdmin('connector-accounts.delete', {
      params: {
        account_id: world.merchant.id,
        merchant_connector_id: account?.merchant_connector_id ?? '',
      },
    });
    expect(gone.status).toBe(200);
    world.pass(60);
    expect((await world.list('payments.filters')).connector).toEqual({ stripe_test: [] });
  });
});

it('the refund filters contain the values that occur in refunds, and the accounts for payments', async () => {
  const { world, later, ofPayments } = await aShop();
  const values = { currency: ['EUR'], refund_status: ['succeeded'] };
  expect(await world.list('refunds.filter-values', { body: range })).toEqual({
    connector: ['stripe_test'],
    ...values,
  });
  expect(await world.list('refunds.filters')).toEqual({
    connector: { stripe_test: ofPayments },
    ...values,
  });
  expect(await world.list('refunds.filter-values', { body: { start_time: later } })).toEqual({
    connector: [],
    currency: [],
    refund_status: [],
  });
});

it('the payout filters contain the values that occur in payouts, and the accounts for payouts', async () => {
  const { world, ofPayouts } = await aShop();
  const values = {
    currency: ['USD'],
    status: ['requires_confirmation', 'success'],
    payout_method: ['bank', 'card'],
  };
  for (const name of ['payouts.filter-values', 'payouts.filter-values-of-profile']) {
    const body = await world.list(name, { body: range });
    expect(body).toMatchObject(values);
    const isPublished = loadStructure()?.validator('PayoutListFilters');
    // The names of test processors are ours.
    const published = { ...body, connector: ['adyen'] };
    if (isPublished) expect([isPublished(published), isPublished.errors]).toEqual([true, null]);
  }
  expect(await world.list('payouts.filters')).toEqual({
    connector: { adyen_test: ofPayouts },
    ...values,
  });
});

describe.each(['payments', 'refunds', 'payouts'])('the filters of %s', (noun) => {
  it('the filters of a list are of the merchant, and of the profile that the request names', async () => {
    const { world } = await aShop();
    const other = await aMerchant(world.shop, 'shop_2');
    const { profile_id } = await world.good('profiles.create', {
      params: { account_id: world.merchant.id },
      body: { profile_name: 'another' },
    });
    world.pass(60);
    const headers = { 'x-profile-id': profile_id };
    expect((await world.list(`${noun}.filter-values`, { body: range })).currency).not.toEqual([]);
    expect((await world.list(`${noun}.filter-values`, { body: range }, other)).currency).toEqual(
      [],
    );
    for (const name of [`${noun}.filters`, `${noun}.filters-of-profile`]) {
      const ofOther = await world.list(name, { headers });
      expect(ofOther).toMatchObject({ connector: {}, currency: [] });
      expect(Object.keys(ofOther.connector)).toEqual([]);
      expect((await world.list(name, {}, other)).currency).toEqual([]);
    }
  });

  it.each([
    [{}, 400],
    [{ start_time: 'yesterday' }, 400],
    [{ start_time: '2026-03-05T10:00:00Z', end_time: '2026-03-05T09:59:59Z' }, 422],
  ])('the filters of a list are not shown to %j', async (body, expected) => {
    const world = await switchWithLists();
    const { status } = await world.ask(`${noun}.filter-values`, { body });
    expect([body, status]).toEqual([body, expected]);
    if (Object.keys(body).length === 0) return;
    const query = Object.fromEntries(Object.entries(body).map(([name, at]) => [name, String(at)]));
    expect((await world.ask(`${noun}.filters`, { query })).status).toBeGreaterThanOrEqual(400);
  });
});
