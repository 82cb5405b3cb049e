import { maxListed } from '#switch/payment-methods/payment-method-store.ts';
import { aMerchant } from '../../support/switch/switch-in-memory.ts';
import { aWallet, mastercard, told, type Wallet } from './a-wallet.ts';

type Query = Record<string, string>;
const amex = '378282246310005';

describe('the payment methods of a customer', () => {
  it("a customer's payment methods are listed with a token each, last used first", async () => {
    const wallet = await aWallet();
    const billing = { address: { country: 'GB' }, email: 'payer@example.com' };
    const first = await wallet.saved({ billing, payment_method_issuer: 'Example Bank' });
    wallet.pass(1);
    const second = await wallet.saved({}, { card_number: mastercard });
    wallet.pass(1);
    const id = first.payment_method_id;
    await wallet.services.paymentMethods.recordUse('shop_east', id, {
      now: wallet.dependencies.clock.now,
    });

    const { status, body } = await wallet.ask('list', { params: { customer_id: 'cus_1' } });
    expect(status).toBe(200);
    const { merchant_id: _, client_secret: __, ...shown } = first;
    expect(body).toEqual({
      is_guest_customer: null,
      customer_payment_methods: [
        {
          ...shown,
          payment_token: expect.stringMatching(/^token_[0-9A-Za-z]{20}$/),
          payment_method_issuer: 'Example Bank',
          payment_method_issuer_code: null,
          last_used_at: '2030-01-31T10:00:02.000Z',
          bank: null,
          surcharge_details: null,
          requires_cvv: true,
          default_payment_method_set: true,
          billing: {
            address: expect.objectContaining({ country: 'GB', city: null }),
            phone: null,
            email: 'payer@example.com',
          },
        },
        expect.objectContaining({
          payment_method_id: second.payment_method_id,
          default_payment_method_set: false,
          billing: null,
        }),
      ],
    });
  });

  it("a customer's payment methods are listed up to the requested limit, and the query is understood", async () => {
    const wallet = await aWallet();
    for (const card_number of ['4242424242424242', mastercard, amex]) {
      await wallet.saved({}, { card_number });
    }
    const query = {
      limit: '2',
      accepted_countries: 'GB,DE',
      accepted_currencies: 'EUR',
      card_networks: 'VISA,Mastercard',
      amount: '100',
      recurring_enabled: 'true',
      client_secret: 'x',
      unheard_of: '1',
    };
    expect(await wallet.listed('cus_1', query)).toHaveLength(2);
    expect(await wallet.listed('cus_1', { limit: '0' })).toEqual([]);
    const params = { customer_id: 'cus_1' };
    const numbers: Query[] = [{ limit: 'x' }, { limit: '-1' }, { limit: '1,2' }, { amount: '1.5' }];
    for (const wrong of numbers) {
      const answer = await wallet.ask('list', { params, query: wrong });
      expect(told(answer).slice(0, 2)).toEqual([400, 'IR_06']);
    }
    const words: Query[] = [{ accepted_countries: 'XX' }, { card_networks: 'mine' }];
    for (const wrong of words) {
      expect((await wallet.ask('list', { params, query: wrong })).status).toBe(400);
    }
  });

  it("a customer's payment methods are listed up to a hundred, the newest", async () => {
    const wallet = await aWallet();
    const { paymentMethods } = wallet.services;
    const { payment_method_id } = await wallet.saved();
    const one = await paymentMethods.get('shop_east', payment_method_id);
    for (let count = 1; count <= maxListed; count++) {
      const createdAt = new Date(Date.parse(one.createdAt) + count).toISOString();
      await paymentMethods.create({ ...one, id: `pm_${count}`, createdAt, lastUsedAt: createdAt });
    }
    const listed = await wallet.listed();
    expect(listed).toHaveLength(maxListed);
    expect(listed[0].payment_method_id).toBe(`pm_${maxListed}`);
    expect(listed.at(-1).payment_method_id).toBe('pm_1');
  });

  it("a customer's payment methods are listed only to the customer and the merchant", async () => {
    const wallet = await aWallet();
    await wallet.customer('cus_2');
    const { payment_method_id } = await wallet.saved();
    expect(await wallet.listed('cus_2')).toEqual([]);
    const other = await aMerchant(wallet, 'shop_west');
    await wallet.ask('customers.create', { body: { customer_id: 'cus_1' } }, other);
    const params = { customer_id: 'cus_1' };
    const { body } = await wallet.ask('list', { params }, other);
    expect(body.customer_payment_methods).toEqual([]);
    const notFound = [404, 'HE_02', 'Payment method does not exist in our records'];
    const card = { nick_name: 'mine' };
    for (const [name, request] of [
      ['retrieve', {}],
      ['update', { body: { card } }],
      ['delete', {}],
    ] as const) {
      const asked = { ...request, params: { method_id: payment_method_id } };
      expect(told(await wallet.ask(name, asked, other))).toEqual(notFound);
    }
    const asDefault = { params: { customer_id: 'cus_1', payment_method_id } };
    expect(told(await wallet.ask('set-default', asDefault, other))).toEqual(notFound);
    expect(wallet.cardsInVault()).toHaveLength(1);
  });
});

describe('a payment token', () => {
  const tokensOf = async (wallet: Wallet) =>
    (await wallet.listed()).map(({ payment_token }: { payment_token: string }) => payment_token);
  const standsFor = async (wallet: Wallet, token: string, merchantId = 'shop_east') =>
    (await wallet.services.paymentMethods.byToken(merchantId, token, wallet.dependencies.clock.now))
      ?.id;

  it('a payment token is new on every call, and names one payment method of one merchant', async () => {
    const wallet = await aWallet();
    const one = await wallet.saved();
    const two = await wallet.saved({}, { card_number: mastercard });
    const tokens = [...(await tokensOf(wallet)), ...(await tokensOf(wallet))];
    expect(new Set(tokens).size).toBe(4);
    const found = await Promise.all(tokens.map((token) => standsFor(wallet, token)));
    const [a, b] = [one.payment_method_id, two.payment_method_id];
    expect(found.sort()).toEqual([a, a, b, b].sort());
    expect(await standsFor(wallet, tokens[0] ?? '', 'shop_west')).toBeUndefined();
    for (const wrong of ['', 'token_', `${tokens[0]}x`, 'token_00000000000000000000']) {
      expect(await standsFor(wallet, wrong)).toBeUndefined();
    }
    expect(await standsFor(wallet, `${tokens[0]?.slice(0, -1)}!`)).toBeUndefined();
  });

  it('a payment token costs one item a call, and none when the customer has no methods', async () => {
    const wallet = await aWallet();
    const count = () => wallet.port.items().filter(({ sk }) => sk === 'TOKENS').length;
    await wallet.listed();
    expect(count()).toBe(0);
    await wallet.saved();
    await wallet.saved({}, { card_number: mastercard });
    await wallet.listed();
    expect(count()).toBe(1);
  });

  it('a payment token is valid until it expires, to the millisecond, and not once its method is deleted', async () => {
    const wallet = await aWallet();
    const { payment_method_id } = await wallet.saved();
    wallet.pass(1);
    await wallet.saved({}, { card_number: mastercard });
    const [, token = ''] = await tokensOf(wallet);
    wallet.pass(899.999);
    expect(await standsFor(wallet, token)).toBe(payment_method_id);
    wallet.pass(0.001);
    expect(await standsFor(wallet, token)).toBeUndefined();

    const [other = '', again = ''] = await tokensOf(wallet);
    await wallet.services.paymentMethods.deleteToken('shop_east', again);
    expect(await standsFor(wallet, again)).toBeUndefined();
    expect(await standsFor(wallet, other)).toBeDefined();
    const before = wallet.port.items();
    await wallet.services.paymentMethods.deleteToken('shop_east', 'token_00000000000000000000');
    expect(wallet.port.items()).toEqual(before);
  });

  it("a payment token is valid for the profile's configured time", async () => {
    const wallet = await aWallet();
    const profile = { account_id: 'shop_east', profile_id: wallet.merchant.profileId };
    await wallet.good('profiles.update', {
      params: profile,
      body: { intent_fulfillment_time: 60 },
    });
    wallet.pass(10);
    const { payment_method_id } = await wallet.saved();
    const [token = ''] = await tokensOf(wallet);
    wallet.pass(59);
    expect(await standsFor(wallet, token)).toBe(payment_method_id);
    wallet.pass(1);
    expect(await standsFor(wallet, token)).toBeUndefined();
  });

  it('a payment token names nothing once the payment method was deleted', async () => {
    const wallet = await aWallet();
    const { payment_method_id } = await wallet.saved();
    const [token = ''] = await tokensOf(wallet);
    await wallet.good('delete', { params: { method_id: payment_method_id } });
    expect(await standsFor(wallet, token)).toBeUndefined();
  });
});

describe("the customer's payment methods for a payment", () => {
  const asPayer = (wallet: Wallet, client_secret: string, query: object = {}) =>
    wallet.ask('list-for-customer', {
      key: wallet.merchant.publishableKey,
      query: { client_secret, ...query },
    });
  const payment = (wallet: Wallet, changes: object = {}) =>
    wallet.good('payments.create', { body: { amount: 100, currency: 'EUR', ...changes } });

  it("a payment's customer's methods are listed to a client with the client secret", async () => {
    const wallet = await aWallet();
    const { payment_method_id } = await wallet.saved();
    const { client_secret } = await payment(wallet, { customer_id: 'cus_1' });
    const { status, body } = await asPayer(wallet, client_secret);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      is_guest_customer: false,
      customer_payment_methods: [{ payment_method_id }],
    });
    const [{ payment_token }] = body.customer_payment_methods;
    const { now } = wallet.dependencies.clock;
    const found = await wallet.services.paymentMethods.byToken('shop_east', payment_token, now);
    expect(found?.id).toBe(payment_method_id);
  });

  it("a payment's customer's methods are empty for a guest, or when no payment is named", async () => {
    const wallet = await aWallet();
    await wallet.saved();
    const { client_secret } = await payment(wallet);
    const guest = { customer_payment_methods: [], is_guest_customer: true };
    expect((await asPayer(wallet, client_secret)).body).toEqual(guest);
    expect((await wallet.ask('list-for-customer')).body).toEqual(guest);
  });

  it("a payment's customer's methods are refused to every other client", async () => {
    const wallet = await aWallet();
    const { client_secret, payment_id } = await payment(wallet, { customer_id: 'cus_1' });
    const mismatch = [400, 'IR_09'];
    for (const wrong of ['x', '_secret_', `${payment_id}_secret_x`, `a b_secret_x`]) {
      expect(told(await asPayer(wallet, wrong)).slice(0, 2)).toEqual(mismatch);
    }
    const unknown = await asPayer(wallet, 'pay_unknown_secret_x');
    expect(told(unknown).slice(0, 2)).toEqual([404, 'HE_02']);
    wallet.pass(901);
    expect(told(await asPayer(wallet, client_secret)).slice(0, 2)).toEqual([400, 'IR_08']);
  });
});
