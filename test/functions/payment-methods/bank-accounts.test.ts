import { savedMethodsIn } from '#switch/checkout/saved-methods.ts';
import { portThatDies } from '../../support/runner/faults.ts';
import { aMerchant, container, switchInMemory } from '../../support/switch/switch-in-memory.ts';

const customer_id = 'cus_payer';
const billing = {
  email: 'payer@example.com',
  address: {
    first_name: 'Jane',
    last_name: 'Doe',
    line1: '1467 Harrison Street',
    city: 'San Francisco',
    zip: '94122',
    country: 'US',
  },
};
const debit = { payment_method: 'bank_debit', payment_method_type: 'ach' };

/** A merchant whose processor takes bank debits of accounts that a verifier confirms. */
async function aShop() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const ask = (name: string, request: object = {}) =>
    world.ask(name, { key: merchant.key, ...request });
  const good = async (name: string, request: object = {}) => {
    const { status, body, text } = await ask(name, request);
    if (status !== 200) throw new Error(`${name}: ${text}`);
    return body;
  };
  const params = { account_id: merchant.id };
  const verifier = await good('connector-accounts.create', {
    params,
    body: {
      connector_type: 'payment_method_auth',
      connector_name: 'plaid',
      connector_account_details: { auth_type: 'BodyKey', api_key: 'client_one', key1: 'secret' },
    },
  });
  const types = ['ach', 'sepa', 'bacs'];
  const { merchant_connector_id } = verifier;
  await good('connector-accounts.create', {
    params,
    body: {
      connector_type: 'payment_processor',
      connector_name: 'adyen_test',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of bank debits' },
      payment_methods_enabled: [
        {
          payment_method: 'bank_debit',
          payment_method_types: types.map((payment_method_type) => ({ payment_method_type })),
        },
      ],
      pm_auth_config: {
        enabled_payment_methods: types.map((payment_method_type) => ({
          payment_method: 'bank_debit',
          payment_method_type,
          connector_name: 'plaid',
          mca_id: merchant_connector_id,
        })),
      },
    },
  });
  await good('customers.create', { body: { customer_id, email: 'payer@example.com' } });
  const payment = (changes: object = {}) =>
    good('payments.create', {
      body: { amount: 6_540, currency: 'USD', customer_id, billing, ...changes },
    });
  const first = await payment();
  const exchange = (public_token: string, changes: object = {}) =>
    ask('payment-methods.exchange-bank-accounts', {
      body: { payment_id: first.payment_id, public_token, ...debit, ...changes },
    });
  const saved = async () =>
    (
      await good('payment-methods.list-for-customer', {
        key: merchant.publishableKey,
        query: { client_secret: first.client_secret },
      })
    ).customer_payment_methods;
  const charge = async (payment_token: string, changes: object = {}) => {
    const { payment_id } = await payment();
    return ask('payments.confirm', {
      params: { payment_id },
      body: { ...debit, payment_token, ...changes },
    });
  };
  return { ...world, merchant, verifier, ask, good, payment, first, exchange, saved, charge };
}

describe('bank accounts that customers verify', () => {
  it('a session for bank accounts is opened at the verifier of the processor, for a browser too', async () => {
    const { ask, first, merchant } = await aShop();
    const body = { payment_id: first.payment_id, language: 'en', ...debit };
    const { status, body: link } = await ask('payment-methods.link-bank-account', { body });
    expect([status, link]).toEqual([
      200,
      { link_token: expect.stringMatching(/^link-sandbox-/), connector: 'plaid' },
    ]);
    const key = merchant.publishableKey;
    const ofBrowser = await ask('payment-methods.link-bank-account', {
      key,
      body: { ...body, client_secret: first.client_secret },
    });
    expect(ofBrowser.status).toBe(200);
    const wrong = await ask('payment-methods.link-bank-account', {
      key,
      body: { ...body, client_secret: `${first.payment_id}_secret_wrong` },
    });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'IR_09']);
  });

  it('the exchanged bank accounts are on the customer’s list with only their last digits, and their numbers are nowhere', async () => {
    const { exchange, saved, port } = await aShop();
    const answer = await exchange('public-sandbox-all');
    expect([answer.status, answer.text]).toEqual([200, '']);
    const list = await saved();
    expect(
      list.map(({ payment_method, payment_method_type, bank, card, requires_cvv }: never) => ({
        payment_method,
        payment_method_type,
        bank,
        card,
        requires_cvv,
      })),
    ).toEqual(
      expect.arrayContaining(
        [
          ['ach', '6789'],
          ['bacs', '2345'],
          ['sepa', '3000'],
        ].map(([payment_method_type, mask]) => ({
          payment_method: 'bank_debit',
          payment_method_type,
          bank: { mask },
          card: null,
          requires_cvv: false,
        })),
      ),
    );
    const stored = JSON.stringify(port.items().filter(({ pk }) => pk.startsWith('MERCHANT#')));
    for (const secret of ['000123456789', '00012345', 'DE89370400440532013000', 'access-sandbox']) {
      expect(stored).not.toContain(secret);
    }
  });

  it('the bank accounts that are exchanged twice, also at once, are saved once', async () => {
    const { exchange, saved, port } = await aShop();
    const answers = await Promise.all([1, 2, 3].map(() => exchange('public-sandbox-all')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await exchange('public-sandbox-ach');
    expect(await saved()).toHaveLength(3);
    expect(port.items().filter(({ sk }) => sk === 'PAYMENT_METHOD')).toHaveLength(3);
  });

  it('an exchange that is cut off at any call of the table is repeated, and saves each bank account once', async () => {
    let calls = 1;
    for (let isCutOff = true; isCutOff; calls += 1) {
      const shop = await aShop();
      const dying = portThatDies(shop.port, calls);
      const body = { payment_id: shop.first.payment_id, public_token: 'public-sandbox-all' };
      await container(dying.port, shop.dependencies).ask('payment-methods.exchange-bank-accounts', {
        key: shop.merchant.key,
        body: { ...body, ...debit },
      });
      isCutOff = dying.hasDied();

      expect((await shop.exchange('public-sandbox-all')).status).toBe(200);
      expect(await shop.saved()).toHaveLength(3);
      expect(shop.port.items().filter(({ sk }) => sk === 'PAYMENT_METHOD')).toHaveLength(3);
      const [{ payment_token }] = await shop.saved();
      expect((await shop.charge(payment_token)).body.status).not.toBe('failed');
    }
    expect(calls).toBeGreaterThan(6);
  });

  it('a verified bank account is a saved method of a payment page that takes its debit', async () => {
    const { exchange, saved, charge } = await aShop();
    await exchange('public-sandbox-ach');
    const list = { customer_payment_methods: await saved() };
    const ach = { name: 'Direct debit (ACH)', type: 'ach', mark: 'anybank' } as const;
    const offered = {
      ...ach,
      id: 'bank_debit.ach',
      method: 'bank_debit',
      fields: [],
      known: [],
      surcharge: 0,
    };
    const [account] = savedMethodsIn(list, [offered], new Date());
    expect(account).toMatchObject({
      name: 'Direct debit (ACH)',
      last4: expect.stringMatching(/^\d{4}$/),
    });
    const { token = '', debit: { method, type } = {} } = account ?? {};
    const { body } = await charge(token, { payment_method: method, payment_method_type: type });
    expect(body).toMatchObject({ status: 'processing', payment_method_type: 'ach' });
  });

  it('a verified bank account is charged by its payment token, with the numbers from its verifier', async () => {
    const { exchange, saved, charge, dependencies } = await aShop();
    await exchange('public-sandbox-ach');
    const [{ payment_token }] = await saved();
    const sent: string[] = [];
    const { send } = dependencies;
    dependencies.send = (request, options) => {
      sent.push(request.body ?? '');
      return send(request, options);
    };
    const { status, body } = await charge(payment_token);
    expect([status, body.status, body.payment_method, body.payment_method_type]).toEqual([
      200,
      'processing',
      'bank_debit',
      'ach',
    ]);
    expect(sent.filter((text) => text.includes('000123456789'))).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain('000123456789');
    expect(body.payment_method_data.bank_debit.ach.account_number).toMatch(/6789$/);
  });

  it('a new payment is created and confirmed at once by the payment token of a bank account', async () => {
    const { exchange, saved, payment } = await aShop();
    await exchange('public-sandbox-sepa', { payment_method_type: 'sepa' });
    const [{ payment_token }] = await saved();
    const body = await payment({
      currency: 'EUR',
      confirm: true,
      payment_token,
      payment_method: 'bank_debit',
      payment_method_type: 'sepa',
    });
    expect(body).toMatchObject({ status: 'processing', payment_method_type: 'sepa' });
  });

  it('a bank account of another customer, a deleted one and an unknown token are not charged', async () => {
    const { exchange, saved, charge, ask, good, payment } = await aShop();
    await exchange('public-sandbox-ach');
    const [{ payment_token, payment_method_id }] = await saved();
    await good('customers.create', { body: { customer_id: 'cus_other' } });
    const { payment_id } = await payment({ customer_id: 'cus_other' });
    const params = { payment_id };
    const foreign = await ask('payments.confirm', { params, body: { ...debit, payment_token } });
    expect([foreign.status, foreign.body.error.code]).toEqual([400, 'IR_16']);
    await good('payment-methods.delete', { params: { method_id: payment_method_id } });
    for (const token of [payment_token, `token_${'a'.repeat(20)}`]) {
      const gone = await charge(token);
      expect([gone.status, gone.body.error.code]).toEqual([422, 'IR_29']);
    }
    expect(await saved()).toEqual([]);
    // Its number is free again.
    await exchange('public-sandbox-ach');
    expect(await saved()).toHaveLength(1);
  });

  it('a charge of a bank account whose verifier does not answer fails before anything is saved', async () => {
    const { exchange, saved, charge, dependencies, port } = await aShop();
    await exchange('public-sandbox-ach');
    const [{ payment_token }] = await saved();
    const { send } = dependencies;
    dependencies.send = async (request, options) =>
      request.url.endsWith('/bank-accounts')
        ? { kind: 'unknown', reason: 'timeout' }
        : send(request, options);
    const { status } = await charge(payment_token);
    expect(status).toBe(503);
    const payments = port.items().filter(({ sk }) => sk === 'PAYMENT');
    expect(payments.some((one) => one.status === 'processing')).toBe(false);
  });

  it('an exchange is refused for a token of no session, a payment without a customer or verifier, and another client’s secret', async () => {
    const { ask, exchange, good, first, merchant, saved } = await aShop();
    const refused = await exchange('public-sandbox-unheard');
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      400,
      'CE_00',
      'DC_50: The public token is unknown',
    ]);
    const { payment_id } = await good('payments.create', { body: { amount: 1, currency: 'USD' } });
    const guest = await exchange('public-sandbox-ach', { payment_id });
    expect([guest.status, guest.body.error.code]).toEqual([404, 'HE_02']);
    const becs = await exchange('public-sandbox-ach', { payment_method_type: 'becs' });
    expect([becs.status, becs.body.error.code, becs.body.error.message]).toEqual([
      404,
      'IR_37',
      'payment method auth connector name not found',
    ]);
    const client = await ask('payment-methods.exchange-bank-accounts', {
      key: merchant.publishableKey,
      body: {
        payment_id: first.payment_id,
        public_token: 'public-sandbox-ach',
        ...debit,
        client_secret: `${first.payment_id}_secret_wrong`,
      },
    });
    expect(client.status).toBe(400);
    const link = await ask('payment-methods.link-bank-account', { body: { payment_id, ...debit } });
    expect([link.status, link.body.error.code]).toEqual([400, 'IR_04']);
    expect(await saved()).toEqual([]);
  });

  it('the list of a payment names the verifier of a bank debit', async () => {
    const { ask, first, merchant } = await aShop();
    const { body } = await ask('payment-methods.list-for-merchant', {
      key: merchant.publishableKey,
      query: { client_secret: first.client_secret },
    });
    const types = body.payment_methods.flatMap(
      ({ payment_method_types }: { payment_method_types: object[] }) => payment_method_types,
    );
    const ach = types.find((one: never) => Object(one).payment_method_type === 'ach');
    expect(ach).toMatchObject({ pm_auth_connector: 'plaid' });
  });

  it.each([
    [{ enabled_payment_methods: [{}] }, 422, 'IR_06'],
    [
      {
        enabled_payment_methods: [{ ...debit, connector_name: 'plaid', mca_id: 'mca_unknown' }],
      },
      404,
      'IR_37',
    ],
  ])('the choice of a verifier %j is refused', async (pm_auth_config, status, code) => {
    const { ask, merchant } = await aShop();
    const answer = await ask('connector-accounts.create', {
      params: { account_id: merchant.id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'stripe_test',
        connector_label: 'another',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'key' },
        pm_auth_config,
      },
    });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });
});
