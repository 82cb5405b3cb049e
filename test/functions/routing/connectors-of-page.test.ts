import { byCard } from '../../support/switch/payments-in-memory.ts';
import { switchWithLists } from '../lists/switch-with-lists.ts';

const card = (payment_method_type: string) => ({
  payment_method: 'card',
  payment_method_types: [{ payment_method_type }],
});
const wallet = {
  payment_method: 'wallet',
  payment_method_types: [
    { payment_method_type: 'paypal', payment_experience: 'invoke_sdk_client' },
  ],
};
const byPaypal = {
  payment_method: 'wallet',
  payment_method_type: 'paypal',
  payment_experience: 'invoke_sdk_client',
  payment_method_data: { wallet: { paypal_sdk: { token: 'order_1' } } },
};

/** A merchant with four accounts, in this order: stripe_test, fauxpay, phonypay, paypal_test. */
async function aShop() {
  const world = await switchWithLists();
  const { merchant, good } = world;
  const { profileId: profile_id } = merchant;
  const params = { account_id: merchant.id };
  const connects = async (connector_name: string, more: object = {}): Promise<string> => {
    world.pass(1);
    const { merchant_connector_id } = await good('connector-accounts.create', {
      params,
      body: {
        connector_type: 'payment_processor',
        connector_name,
        connector_account_details: { auth_type: 'HeaderKey', api_key: `key of ${connector_name}` },
        ...more,
      },
    });
    return merchant_connector_id;
  };
  const [stripe] = await good('routing.retrieve-default', {});
  const ids = {
    stripe_test: stripe.merchant_connector_id,
    fauxpay: await connects('fauxpay'),
    phonypay: await connects('phonypay', { payment_methods_enabled: [card('credit')] }),
    paypal_test: await connects('paypal_test', { payment_methods_enabled: [wallet] }),
  } as const;
  const choice = (connector: keyof typeof ids) => ({
    connector,
    merchant_connector_id: ids[connector],
  });
  return {
    ...world,
    choice,
    activate: async (algorithm: object) => {
      const named = { name: 'an algorithm', description: 'All', profile_id, algorithm };
      const { id } = await good('routing.create', { body: named });
      await good('routing.activate', { params: { routing_algorithm_id: id }, body: {} });
    },
    disable: (connector: keyof typeof ids) =>
      good('connector-accounts.update', {
        params: { ...params, merchant_connector_id: ids[connector] },
        body: { connector_type: 'payment_processor', disabled: true, status: 'inactive' },
      }),
    /** The answer to a page that confirms with these connectors. */
    confirm: async (connector: unknown, terms: object = {}, how: object = {}) => {
      const order = { amount: 6_540, currency: 'USD', ...terms };
      const { payment_id, client_secret } = await good('payments.create', { body: order });
      const body = { client_secret, ...byCard(), payment_method_type: 'credit', connector, ...how };
      return world.shop.ask('payments.confirm', {
        key: merchant.publishableKey,
        params: { payment_id },
        body,
      });
    },
  };
}

const refused = {
  status: 401,
  body: {
    error: { code: 'IR_18', message: 'connector cannot be changed with a publishable key' },
  },
};

describe('the connectors that a customer’s page names', () => {
  it.each([
    [['phonypay'], 'phonypay'],
    [['phonypay', 'fauxpay'], 'fauxpay'],
    [['stripe_test', 'fauxpay', 'phonypay'], 'stripe_test'],
    [[], 'stripe_test'],
    [null, 'stripe_test'],
  ])('a page that names %j of the offered connectors pays by %s', async (names, taker) => {
    const shop = await aShop();
    expect((await shop.confirm(names)).body).toMatchObject({
      status: 'succeeded',
      connector: taker,
    });
  });

  it('a page pays with the connectors that the list of payment methods gave it', async () => {
    const shop = await aShop();
    const { merchant } = shop;
    const list = await shop.shop.ask('payment-methods.list-for-merchant', { key: merchant.key });
    const offered = list.body.payment_methods
      .find((one: { payment_method: string }) => one.payment_method === 'wallet')
      .payment_method_types.find(
        (one: { payment_method_type: string }) => one.payment_method_type === 'paypal',
      )
      .payment_experience.flatMap(
        (one: { eligible_connectors: string[] }) => one.eligible_connectors,
      );
    expect(offered).toEqual(['fauxpay', 'paypal_test']);
    expect((await shop.confirm(offered, {}, byPaypal)).status).toBe(200);
  });

  it.each([
    ['a connector without an account', ['adyen_test']],
    ['a connector that offers another method only', ['paypal_test']],
    ['an offered connector beside another', ['fauxpay', 'adyen_test']],
  ])('a page that names %s is refused, and nothing changes', async (_, names) => {
    const shop = await aShop();
    expect(await shop.confirm(names)).toMatchObject(refused);
  });

  it('a page that names a connector without this type of the method is refused', async () => {
    const shop = await aShop();
    const debit = { payment_method_type: 'debit' };
    expect(await shop.confirm(['phonypay'], {}, debit)).toMatchObject(refused);
  });

  it('a page’s names never widen the connectors that the merchant stated', async () => {
    const shop = await aShop();
    const terms = { connector: ['fauxpay', 'stripe_test'] };
    expect((await shop.confirm(['phonypay'], terms)).body.connector).toBe('stripe_test');
    expect((await shop.confirm(['fauxpay'], terms)).body.connector).toBe('fauxpay');
  });

  it.each([
    ['one connector', { type: 'single', data: 'fauxpay' }],
    ['shares', { type: 'volume_split', data: [['fauxpay', 100]] }],
  ])('a page’s names leave the merchant’s rule of %s in force', async (_, { type, data }) => {
    const shop = await aShop();
    const split = { connector: shop.choice('fauxpay'), split: 100 };
    await shop.activate({ type, data: Array.isArray(data) ? [split] : shop.choice('fauxpay') });
    expect((await shop.confirm(['phonypay'])).body.connector).toBe('fauxpay');
  });

  it('a page’s names order a priority list, and the accounts outside of it stay behind', async () => {
    const shop = await aShop();
    const data = [shop.choice('fauxpay'), shop.choice('phonypay')];
    await shop.activate({ type: 'priority', data });
    expect((await shop.confirm(['phonypay'])).body.connector).toBe('phonypay');
    expect((await shop.confirm(['stripe_test'])).body.connector).toBe('fauxpay');
  });

  it('a page’s names leave the routing that the merchant stated for the payment in force', async () => {
    const shop = await aShop();
    const routing = { type: 'priority', data: [shop.choice('fauxpay'), shop.choice('phonypay')] };
    expect((await shop.confirm(['phonypay'], { routing })).body.connector).toBe('fauxpay');
  });

  it('a page that names only accounts that were disabled meanwhile pays by the others', async () => {
    const shop = await aShop();
    await shop.disable('phonypay');
    expect((await shop.confirm(['phonypay'])).body).toMatchObject({
      status: 'succeeded',
      connector: 'stripe_test',
    });
  });

  it('a page that names a disabled account is refused as without eligible connectors where no other takes the method', async () => {
    const shop = await aShop();
    for (const one of ['stripe_test', 'fauxpay', 'phonypay'] as const) await shop.disable(one);
    const named = await shop.confirm(['phonypay']);
    const unnamed = await shop.confirm(undefined);
    expect([named.status, named.body.error.code]).toEqual([400, 'IR_39']);
    expect(named.body.error.message).toBe(unnamed.body.error.message);
  });

  it('a payment stores the merchant’s connectors, and never those of the page', async () => {
    const shop = await aShop();
    const { body } = await shop.confirm(['phonypay']);
    const { payments } = shop.shop.services;
    const stored = await payments.get(shop.merchant.id, body.payment_id);
    expect(stored.requestFields).not.toHaveProperty('connector');
    expect(stored.clientFieldPaths ?? []).not.toContain('connector');
  });
});
