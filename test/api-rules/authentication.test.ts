import { type Ask, adminKey, aMerchant } from '../support/switch/switch-in-memory.ts';
import {
  accepted,
  asking,
  byAdmin,
  describeRules,
  letters,
  malformed,
  missing,
  type RouteRule,
  type Rule,
  type RuleContext,
  type RuleRequest,
  refused,
  routeOf,
  ruleContext,
  rulesOf,
} from './rule.ts';

const sale = { amount: 2_599, currency: 'EUR' };
const noKey = refused(401, 'IR_01', 'API key not provided or invalid API key used');

/** Asks with exactly this. */
const exactly =
  (operation: string, request: (context: RuleContext) => Ask | Promise<Ask>): RuleRequest =>
  async (context) =>
    context.world.ask(operation, await request(context));

/** A payment that waits, and its secret. */
const waiting = ({ done }: RuleContext): Promise<{ payment_id: string; client_secret: string }> =>
  done('payments.create', { body: sale });

/** A request that acts for a profile of the merchant which has nothing yet. */
async function actingForAnother({ world, done, merchant, newId }: RuleContext) {
  const params = { account_id: merchant.id };
  const body = { profile_name: newId('shop') };
  const { profile_id } = await done('profiles.create', { params, body });
  await world.ask('accounts.update', {
    key: adminKey,
    params,
    body: { merchant_id: merchant.id, default_profile: merchant.profileId },
  });
  return { params, headers: { 'x-profile-id': String(profile_id) } };
}

/** A key of the merchant that ends so. */
const keyUntil = async (context: RuleContext, expiration: string): Promise<string> =>
  (await byAdmin('api-keys.create', { name: 'Till', expiration })(context)).body.api_key;

const keys: Rule[] = [
  ...rulesOf('POST /payments', [
    ['a request without a key', exactly('payments.create', () => ({ body: sale })), noKey],
    [
      'a request with an empty key',
      exactly('payments.create', () => ({ body: sale, key: '' })),
      noKey,
    ],
    [
      'a request with a key of blanks',
      exactly('payments.create', () => ({ body: sale, key: '  ' })),
      noKey,
    ],
    [
      'blanks around the key are dropped',
      exactly('payments.create', ({ merchant }) => ({ body: sale, key: ` ${merchant.key} ` })),
      accepted(),
    ],
    [
      'the key is read from the header api-key in any case of letters',
      exactly('payments.create', ({ merchant }) => ({
        body: sale,
        headers: { 'API-Key': merchant.key },
      })),
      accepted(),
    ],
    [
      'a request with an unknown key',
      exactly('payments.create', () => ({ body: sale, key: `snd_${letters(64)}` })),
      noKey,
    ],
    [
      'a request with an expired key',
      exactly('payments.create', async (context) => ({
        body: sale,
        key: await keyUntil(context, '2020-01-01T00:00:00Z'),
      })),
      noKey,
    ],
    [
      'a request with a key that expires later',
      exactly('payments.create', async (context) => ({
        body: sale,
        key: await keyUntil(context, '2999-01-01T05:30:00.000+05:30'),
      })),
      accepted(),
    ],
  ]),
  ...[null, '2031-01-01', 1_893_456_000, 'tomorrow'].map(
    (expiration): Rule => [
      'POST /api_keys/{merchant_id}',
      `expiration ${JSON.stringify(expiration)}, which is no time`,
      byAdmin('api-keys.create', { name: 'Till', expiration }),
      malformed('expiration'),
    ],
  ),
  ...rulesOf('POST /payments', [
    [
      'an unknown member is refused before the key is checked',
      exactly('payments.create', () => ({ body: { ...sale, colour: 'red' } })),
      malformed('`colour`'),
    ],
    [
      'a member that is too long is refused before the key is checked',
      exactly('payments.create', () => ({
        body: { ...sale, merchant_order_reference_id: letters(256) },
      })),
      refused(422, 'IR_06'),
    ],
  ]),
];

const whose: Rule[] = [
  ...rulesOf('POST /account/{account_id}/connectors', [
    [
      'the admin key creates a connector account',
      byAdmin('connector-accounts.create', {
        connector_type: 'payment_processor',
        connector_name: 'adyen_test',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'key' },
      }),
      accepted(),
    ],
    [
      'the merchant’s own secret key creates a connector account',
      ({ ask, merchant }) =>
        ask('connector-accounts.create', {
          params: { account_id: merchant.id },
          body: {
            connector_type: 'payment_processor',
            connector_name: 'checkout_test',
            connector_account_details: { auth_type: 'HeaderKey', api_key: 'key' },
          },
        }),
      accepted(),
    ],
  ]),
  [
    'GET /account/{account_id}/connectors',
    'the secret key of another merchant',
    async ({ ask, world, newId }) => {
      const other = await aMerchant(world, newId('shop'));
      return ask('connector-accounts.list', { params: { account_id: other.id } });
    },
    noKey,
  ],
  [
    'POST /accounts',
    'a secret key creates no merchant account',
    asking('accounts.create', { merchant_id: 'x' }),
    noKey,
  ],
  [
    'POST /gsm/get',
    'a secret key reads no GSM rule',
    asking('gsm.retrieve', {
      connector: 'stripe_test',
      flow: 'x',
      sub_flow: 'x',
      code: 'x',
      message: 'x',
    }),
    noKey,
  ],
  ...rulesOf('POST /payments', [
    [
      'the admin key creates no payment',
      exactly('payments.create', () => ({ body: sale, key: adminKey })),
      noKey,
    ],
    [
      'a publishable key creates no payment',
      exactly('payments.create', ({ merchant }) => ({ body: sale, key: merchant.publishableKey })),
      noKey,
    ],
    [
      'X-Profile-Id of a profile that the merchant does not have',
      asking('payments.create', sale, { headers: { 'x-profile-id': 'pro_unknown' } }),
      noKey,
    ],
    ...['', 'a b', letters(65)].map(
      (merchantId): RouteRule => [
        `X-Connected-Merchant-Id ${JSON.stringify(merchantId)}, which no merchant can have`,
        asking('payments.create', sale, { headers: { 'x-connected-merchant-id': merchantId } }),
        refused(422, 'IR_06', 'Invalid X-Connected-Merchant-Id header'),
      ],
    ),
    [
      'an invalid key with an invalid X-Connected-Merchant-Id',
      exactly('payments.create', () => ({
        body: sale,
        key: 'snd_unknown',
        headers: { 'x-connected-merchant-id': 'merchant_2' },
      })),
      noKey,
    ],
  ]),
  ...(
    [
      ['payments.create', sale],
      ['payouts.create', sale],
      [
        'connector-accounts.create',
        {
          connector_type: 'payment_processor',
          connector_name: 'phonypay',
          connector_account_details: { auth_type: 'HeaderKey', api_key: 'key' },
        },
      ],
    ] as const
  ).map(
    ([operation, body]): Rule => [
      routeOf(operation),
      'a request for a profile that names another profile',
      async (context) => {
        const { headers, params } = await actingForAnother(context);
        const profile_id = context.merchant.profileId;
        return context.ask(operation, { headers, params, body: { ...body, profile_id } });
      },
      refused(404, 'HE_02', expect.stringContaining('Business profile with the given id')),
    ],
  ),
  ...['retrieve', 'update'].map(
    (verb): Rule => [
      routeOf(`connector-accounts.${verb}`),
      'a request for a profile about a connector account of another profile',
      async (context) => {
        const { headers, params } = await actingForAnother(context);
        const [{ merchant_connector_id }] = await context.done('connector-accounts.list', {
          params,
        });
        return context.ask(`connector-accounts.${verb}`, {
          headers,
          params: { ...params, merchant_connector_id },
          ...(verb === 'update' && { body: { connector_type: 'payment_processor' } }),
        });
      },
      refused(404, 'HE_02', 'Merchant connector account does not exist in our records'),
    ],
  ),
  [
    'GET /payments/{payment_id}',
    'a payment of another merchant',
    async (context) => {
      const { payment_id } = await waiting(context);
      const other = await aMerchant(context.world, context.newId('shop'));
      return context.world.ask('payments.retrieve', { key: other.key, params: { payment_id } });
    },
    refused(404, 'HE_02', 'Payment does not exist in our records'),
  ],
];

/** A retrieve of a payment that waits, with a changed client secret. */
const looked = (
  request: (payment: { client_secret: string }, context: RuleContext) => Ask,
): RuleRequest =>
  exactly('payments.retrieve', async (context) => {
    const payment = await waiting(context);
    return { params: { payment_id: payment.payment_id }, ...request(payment, context) };
  });

const clients: Rule[] = [
  ...rulesOf('GET /payments/{payment_id}', [
    ['a page’s request without a key', looked(() => ({})), missing('api_key')],
    [
      'a publishable key without the client secret',
      looked((_payment, { merchant }) => ({ key: merchant.publishableKey })),
      missing('client_secret'),
    ],
    [
      'a publishable key with the client secret',
      looked(({ client_secret }, { merchant }) => ({
        key: merchant.publishableKey,
        query: { client_secret },
      })),
      accepted({ status: 'requires_payment_method' }),
    ],
    [
      'an unknown publishable key with a client secret',
      looked(({ client_secret }) => ({
        key: `pk_snd_${'0'.repeat(32)}`,
        query: { client_secret },
      })),
      noKey,
    ],
    [
      'a secret key with the client secret',
      looked(({ client_secret }, { merchant }) => ({
        key: merchant.key,
        query: { client_secret },
      })),
      refused(422, 'IR_06', 'client_secret is not a valid parameter'),
    ],
    [
      'a publishable key with a wrong client secret',
      looked(({ client_secret }, { merchant }) => ({
        key: merchant.publishableKey,
        query: { client_secret: `${client_secret}x` },
      })),
      refused(
        400,
        'IR_09',
        'The client_secret provided does not match the client_secret associated with the Payment',
      ),
    ],
  ]),
  ...['payments.session-tokens', 'payments.post-session-tokens', 'polls.retrieve'].map(
    (operation): Rule => [
      routeOf(operation),
      'a secret key where only a page with a client secret may ask',
      exactly(operation, async (context) => {
        const { payment_id, client_secret } = await waiting(context);
        const { key } = context.merchant;
        const wallet = { payment_method: 'wallet', payment_method_type: 'paypal' };
        const request: Ask =
          operation === 'polls.retrieve'
            ? { key, params: { poll_id: 'poll_1' }, query: { client_secret } }
            : {
                key,
                params: { payment_id },
                body: { payment_id, client_secret, wallets: [], ...wallet },
              };
        return request;
      }),
      noKey,
    ],
  ),
];

describe('a key', () => {
  describeRules([...keys, ...whose]);
});

describe('a page with a secret', () => {
  describeRules(clients);
});

it('a request in the name of a connected merchant is refused, and changes nothing', async () => {
  const { world, ask } = await ruleContext();
  const { id } = await aMerchant(world, 'merchant_connected');
  const before = world.port.items();
  const headers = { 'x-connected-merchant-id': id };
  const answers = [
    await ask('payments.create', { body: sale, headers }),
    await ask('payments.list', { headers }),
    await ask('refunds.list', { headers, body: {} }),
  ];
  expect(answers.filter(({ status }) => status < 400)).toEqual([]);
  expect(world.port.items()).toEqual(before);
});

describe('every answer', () => {
  it('POST /payments: the answer names HyperSwitch in `via`, has a request id, and demands TLS for a year', async () => {
    const { ask } = await ruleContext();
    const { headers } = await ask('payments.create', { body: sale });
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      via: 'HyperSwitch',
      'x-request-id': expect.stringMatching(/./),
      'content-type': 'application/json',
    });
  });
});
