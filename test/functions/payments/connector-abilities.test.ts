import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

/** Made-up credentials for each processor. */
const credentials = {
  authorizedotnet: { auth_type: 'BodyKey', api_key: 'name', key1: 'key' },
  cybersource: {
    auth_type: 'SignatureKey',
    api_key: 'key',
    key1: 'merchant',
    api_secret: 'c2VjcmV0',
  },
  mollie: { auth_type: 'BodyKey', api_key: 'test_key', key1: 'profile' },
  stripe_test: { auth_type: 'HeaderKey', api_key: 'key' },
} as const;
type Name = keyof typeof credentials;

/** A shop whose only accounts are at these processors, in this order. None of them is reached. */
async function aShopAt(first: Name, ...others: readonly Name[]) {
  const world = switchInMemory();
  const sent: string[] = [];
  const { send } = world.dependencies;
  world.dependencies.send = (request, options) => {
    sent.push(request.url);
    return send(request, options);
  };
  const at = (connector_name: Name) => ({
    connector_name,
    connector_account_details: credentials[connector_name],
  });
  const merchant = await aMerchant(world, 'merchant_example', {}, at(first));
  for (const name of others) {
    // Accounts of one instant would stand in no order.
    world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 1_000);
    const { status } = await world.ask('connector-accounts.create', {
      key: adminKey,
      params: { account_id: merchant.id },
      body: { connector_type: 'payment_processor', ...at(name) },
    });
    expect(status).toBe(200);
  }
  world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 5_000);
  const accountAt = (name: Name) =>
    String(world.port.items().find((item) => item.connectorName === name)?.id);
  const pay = (body: object = {}) =>
    world.ask('payments.create', {
      key: merchant.key,
      body: aPaymentRequest({ confirm: true, ...byCard(), ...body }),
    });
  const payments = () => world.port.items().filter(({ sk }) => sk === 'PAYMENT');
  return { world, merchant, sent, accountAt, pay, payments };
}

const billedIn = (country: string) => ({ billing: { address: { country } } });
const saving = {
  customer_id: 'cus_1',
  setup_future_usage: 'off_session',
  customer_acceptance: { acceptance_type: 'offline' },
};
const ideal = {
  payment_method: 'bank_redirect',
  payment_method_type: 'ideal',
  payment_method_data: { bank_redirect: { ideal: {} } },
};
const przelewy24 = {
  payment_method: 'bank_redirect',
  payment_method_type: 'przelewy24',
  payment_method_data: { bank_redirect: { przelewy24: {} } },
};
const sofort = {
  payment_method: 'bank_redirect',
  payment_method_type: 'sofort',
  payment_method_data: { bank_redirect: { sofort: {} } },
};
const klarna = {
  payment_method: 'pay_later',
  payment_method_type: 'klarna',
  payment_method_data: { pay_later: { klarna_redirect: {} } },
};
const cardOf = (card_network: string) => {
  const { payment_method_data, ...request } = byCard();
  return {
    ...request,
    payment_method_data: { card: { ...payment_method_data.card, card_network } },
  };
};

/**
 * The missing abilities of a processor, and the refusal of a payment that has no other processor.
 */
const refusals: readonly [string, Name, object, object][] = [
  [
    'a capture method',
    'authorizedotnet',
    { capture_method: 'manual_multiple' },
    { code: 'IR_19', reason: 'manual_multiple is not supported by authorizedotnet' },
  ],
  [
    '3-D Secure',
    'authorizedotnet',
    { authentication_type: 'three_ds' },
    { code: 'IR_19', reason: 'three_ds is not supported by authorizedotnet' },
  ],
  ['a currency', 'authorizedotnet', { currency: 'JPY' }, { code: 'IR_39' }],
  ['a card network', 'authorizedotnet', cardOf('UnionPay'), { code: 'IR_39' }],
  ['a country', 'mollie', { currency: 'EUR', ...ideal, ...billedIn('DE') }, { code: 'IR_39' }],
  [
    'storing a payment method',
    'mollie',
    { currency: 'EUR', ...przelewy24, ...billedIn('PL'), ...saving },
    { code: 'IR_19', reason: 'przelewy24 mandate payment is not supported by mollie' },
  ],
  [
    'orders by telephone',
    'mollie',
    { payment_method_type: 'credit', payment_channel: 'telephone_order' },
    { code: 'IR_19', reason: 'telephone_order is not supported by mollie' },
  ],
  [
    'a payment method',
    'mollie',
    { currency: 'EUR', ...sofort },
    {
      code: 'IR_00',
      message: 'Selected payment method through mollie is not implemented',
    },
  ],
  [
    'a payment method that Hyperswitch refuses with a capital in its name',
    'cybersource',
    { currency: 'EUR', ...klarna },
    { code: 'IR_00', message: 'Selected payment method through Cybersource is not implemented' },
  ],
];

describe('a payment whose only processor lacks an ability', () => {
  it.each(refusals)(
    'a payment whose only processor cannot do %s is refused, and nothing is saved or sent',
    async (_, name, body, error) => {
      const shop = await aShopAt(name);
      const answer = await shop.pay(body);
      expect(answer.status).toBe('message' in error ? 501 : 400);
      expect(answer.body.error).toMatchObject(error);
      expect(shop.payments()).toEqual([]);
      expect(shop.sent).toEqual([]);
    },
  );
});

describe('a payment whose first processor lacks an ability', () => {
  it.each(refusals)(
    'a payment that its first processor cannot do because of %s goes to the next',
    async (_, name, body) => {
      const shop = await aShopAt(name, 'stripe_test');
      const { body: payment } = await shop.pay(body);
      expect(payment).toMatchObject({ connector: 'stripe_test' });
      expect(shop.sent).toHaveLength(1);
    },
  );

  it('a payment that its first processor cannot do goes to the next even when the request names the processor', async () => {
    const shop = await aShopAt('stripe_test', 'authorizedotnet');
    const routing = { type: 'single', data: 'authorizedotnet' };
    const { body: payment } = await shop.pay({ currency: 'JPY', routing });
    expect(payment).toMatchObject({ connector: 'stripe_test', status: 'succeeded' });
  });

  it('a payment that its first processor cannot do is refused when the request names the account', async () => {
    const shop = await aShopAt('stripe_test', 'authorizedotnet');
    const merchant_connector_id = shop.accountAt('authorizedotnet');
    const data = { connector: 'authorizedotnet', merchant_connector_id };
    const answer = await shop.pay({
      authentication_type: 'three_ds',
      routing: { type: 'single', data },
    });
    expect(answer.body.error).toMatchObject({ code: 'IR_19' });
    expect(shop.sent).toEqual([]);
  });

  it('a payment that its first processor cannot do is refused when only the processor stores the card', async () => {
    const shop = await aShopAt('stripe_test', 'authorizedotnet');
    const answer = await shop.pay({
      payment_method: 'card',
      payment_method_data: undefined,
      currency: 'JPY',
      customer_id: 'cus_1',
      off_session: true,
      recurring_details: {
        type: 'processor_payment_token',
        data: {
          processor_payment_token: '100-200',
          merchant_connector_id: shop.accountAt('authorizedotnet'),
        },
      },
    });
    expect({ status: answer.status, ...answer.body.error }).toMatchObject({
      status: 400,
      code: 'IR_39',
    });
    expect(shop.sent).toEqual([]);
  });
});

const three_ds_data = {
  authentication_cryptogram: {
    cavv: { authentication_cryptogram: '3q2+78r+ur7erb7vyv66vv////8=' },
  },
  ds_trans_id: 'c4e59ceb-a382-4d6a-bc87-385d591fa09d',
  version: '2.1.0',
  eci: '05',
  transaction_status: 'Y',
};

it('a payment authenticated elsewhere requests no authentication from the processor', async () => {
  const shop = await aShopAt('authorizedotnet');
  const { status } = await shop.pay({ authentication_type: 'three_ds', three_ds_data });
  expect(status).toBe(200);
});

it.each(['three_ds', 'no_three_ds'])(
  'a payment authenticated elsewhere with %s passes over a processor that takes no proof',
  async (authentication_type) => {
    const shop = await aShopAt('mollie');
    const { status, body } = await shop.pay({ authentication_type, three_ds_data });
    expect({ status, ...body.error }).toMatchObject({
      status: 400,
      code: 'IR_19',
      reason: 'the proof of an authentication elsewhere is not supported by mollie',
    });
    expect(shop.sent).toEqual([]);
  },
);

/** A shop whose account takes credit cards with these limits. */
async function aShopThatTakes(limits: object) {
  const shop = await aShopAt('stripe_test');
  const { world, merchant } = shop;
  const updated = await world.ask('connector-accounts.update', {
    key: adminKey,
    params: { account_id: merchant.id, merchant_connector_id: shop.accountAt('stripe_test') },
    body: {
      connector_type: 'payment_processor',
      payment_methods_enabled: [
        {
          payment_method: 'card',
          payment_method_types: [{ payment_method_type: 'credit', ...limits }],
        },
      ],
    },
  });
  expect(updated.status).toBe(200);
  world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 10_000);
  return shop;
}

it('a payment skips an account that does not enable the network of its card number, stated or not', async () => {
  const ofVisa = { card_networks: ['Visa'] };
  const ofMastercard = { card_networks: ['Mastercard'] };
  const answers = await Promise.all(
    [ofVisa, ofMastercard].map(async (limits) => (await aShopThatTakes(limits)).pay()),
  );
  expect(answers.map(({ body }) => body.connector ?? body.error?.code)).toEqual([
    'stripe_test',
    'IR_39',
  ]);
});

it('a payment skips an account that does not accept the country', async () => {
  const shop = await aShopThatTakes({
    accepted_countries: { type: 'enable_only', list: ['NL'] },
  });
  const answers = await Promise.all(
    ['NL', 'DE'].map((country) => shop.pay({ billing: { address: { country } } })),
  );
  expect(answers.map(({ body }) => body.connector ?? body.error?.code)).toEqual([
    'stripe_test',
    'IR_39',
  ]);
});

describe('the list of payment methods', () => {
  const types = (body: { payment_methods: { payment_method_types: object[] }[] }) =>
    body.payment_methods.flatMap(({ payment_method_types }) => payment_method_types);

  const shownFor = async (
    { world, merchant }: Awaited<ReturnType<typeof aShopAt>>,
    changes: object,
  ) => {
    const { body: payment } = await world.ask('payments.create', {
      key: merchant.key,
      body: aPaymentRequest({ currency: 'EUR', ...changes }),
    });
    const { body } = await world.ask('payment-methods.list-for-merchant', {
      key: merchant.publishableKey,
      params: {},
      query: { client_secret: payment.client_secret },
    });
    return types(body);
  };

  async function aShopThatEnables() {
    const shop = await aShopAt('mollie');
    const { world, merchant } = shop;
    const updated = await world.ask('connector-accounts.update', {
      key: adminKey,
      params: { account_id: merchant.id, merchant_connector_id: shop.accountAt('mollie') },
      body: {
        connector_type: 'payment_processor',
        payment_methods_enabled: [
          {
            payment_method: 'card',
            payment_method_types: [
              { payment_method_type: 'credit', card_networks: ['Visa', 'Discover'] },
              { payment_method_type: 'debit', card_networks: ['Discover'] },
            ],
          },
          {
            payment_method: 'bank_redirect',
            payment_method_types: [
              { payment_method_type: 'ideal' },
              { payment_method_type: 'giropay' },
              { payment_method_type: 'przelewy24' },
            ],
          },
        ],
      },
    });
    expect(updated.status).toBe(200);
    world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 10_000);
    return shop;
  }

  const visa = expect.objectContaining({
    payment_method_type: 'credit',
    card_networks: [expect.objectContaining({ card_network: 'Visa' })],
  });
  const withIdeal = expect.objectContaining({ payment_method_type: 'ideal' });

  it.each([
    ['what both the account and the processor have', billedIn('NL'), [visa, withIdeal]],
    ['nothing of another country', billedIn('DE'), [visa]],
    ['nothing in another currency', { ...billedIn('NL'), currency: 'USD' }, [visa]],
    [
      'nothing that cannot be captured later',
      { ...billedIn('NL'), capture_method: 'manual' },
      [visa],
    ],
    ['what can be stored', { ...billedIn('NL'), ...saving }, [visa, withIdeal]],
    ['nothing that cannot be stored', { ...billedIn('PL'), ...saving }, [visa]],
  ])('the list of payment methods shows %s', async (_, changes, expected) => {
    expect(await shownFor(await aShopThatEnables(), changes)).toEqual(expected);
  });

  it('the list of payment methods refuses a payment of a type that only the account has', async () => {
    const { pay } = await aShopThatEnables();
    const answer = await pay({ allowed_payment_method_types: ['giropay'] });
    expect(answer.body.error).toMatchObject({ code: 'IR_39' });
  });
});
