import type { SendOptions, Sent } from '#platform/http/egress/egress.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { loadStructure } from '../../support/documents/structure.ts';
import { comparing, ofFixed, programWhere } from '../../support/entities/decision-programs.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const google_pay = {
  merchant_info: { merchant_name: 'Example Retail' },
  allowed_payment_methods: [
    {
      type: 'CARD',
      parameters: { allowed_auth_methods: ['PAN_ONLY'], allowed_card_networks: ['VISA'] },
      tokenization_specification: { type: 'PAYMENT_GATEWAY', parameters: { gateway: 'example' } },
    },
  ],
};
const apple_pay = {
  session_token_data: { merchant_identifier: 'merchant.example' },
  payment_request_data: {
    label: 'Example Retail',
    supported_networks: ['visa'],
    merchant_capabilities: ['supports3DS'],
  },
};

async function aWorld(
  metadata: object | undefined,
  types = ['google_pay', 'apple_pay'],
  account: object = {},
) {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const made = await world.ask('connector-accounts.create', {
    key: adminKey,
    params: { account_id: merchant.id },
    body: {
      connector_type: 'payment_processor',
      connector_name: 'fauxpay',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'a key' },
      ...(metadata && { metadata }),
      payment_methods_enabled: [
        {
          payment_method: 'wallet',
          payment_method_types: types.map((payment_method_type) => ({ payment_method_type })),
        },
      ],
      ...account,
    },
  });
  expect(made.status).toBe(200);
  world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 3_000);
  const created = async (changes: object = {}) =>
    (await world.ask('payments.create', { key: merchant.key, body: aPaymentRequest(changes) }))
      .body;
  const ask = ({ payment_id, client_secret }: Record<string, string>, wallets: unknown) =>
    world.ask('payments.session-tokens', {
      key: merchant.publishableKey,
      body: { payment_id, client_secret, wallets },
    });
  return { merchant, world, created, ask };
}

describe('the wallets of a customer', () => {
  it("the customer's wallets show the surcharge too that the merchant’s program adds for each", async () => {
    const { world, merchant, created, ask } = await aWorld({ google_pay, apple_pay });
    const isGoogle = comparing('wallet', 'equal', 'enum_variant', 'google_pay');
    const algorithm = programWhere([isGoogle], ofFixed(101));
    const body = { merchant_surcharge_configs: {}, algorithm };
    await world.ask('routing.save-surcharge', { key: merchant.key, body });
    const payment = await created({ amount: 2_599, currency: 'EUR' });
    const { body: answer } = await ask(payment, ['google_pay', 'apple_pay']);
    expect(answer.session_token).toMatchObject([
      { wallet_name: 'google_pay', transaction_info: { total_price: '27.00' } },
      { wallet_name: 'apple_pay', payment_request_data: { total: { amount: '25.99' } } },
    ]);
  });

  it("the customer's wallets are opened with the merchant's details and the net total", async () => {
    const { created, ask } = await aWorld({ google_pay, apple_pay });
    const billing = { address: { country: 'DE' } };
    const payment = await created({ billing, amount: 2_599, currency: 'EUR', shipping_cost: 401 });
    const { status, body } = await ask(payment, ['google_pay', 'apple_pay', 'google_pay']);
    expect([status, body]).toEqual([
      200,
      {
        payment_id: payment.payment_id,
        client_secret: payment.client_secret,
        vault_details: null,
        session_token: [
          expect.objectContaining({
            wallet_name: 'google_pay',
            ...google_pay,
            transaction_info: {
              country_code: 'DE',
              currency_code: 'EUR',
              total_price_status: 'Final',
              total_price: '30.00',
            },
            connector: 'fauxpay',
            sdk_next_action: { next_action: 'confirm' },
          }),
          expect.objectContaining({
            wallet_name: 'apple_pay',
            payment_request_data: {
              country_code: 'DE',
              currency_code: 'EUR',
              total: { label: 'Example Retail', type: 'final', amount: '30.00' },
              supported_networks: ['visa'],
              merchant_capabilities: ['supports3DS'],
              merchant_identifier: 'merchant.example',
            },
            connector: 'fauxpay',
          }),
        ],
      },
    ]);
  });

  it.each(['collect', 'always_collect'])(
    "the customer's wallets ask for the addresses that a profile with %s collects",
    async (prefix) => {
      const { world, merchant, created, ask } = await aWorld({ google_pay, apple_pay });
      const update = (body: object) =>
        world.ask('profiles.update', {
          key: adminKey,
          params: { account_id: merchant.id, profile_id: merchant.profileId },
          body,
        });
      const asked = async () => {
        world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 3_000);
        const { body } = await ask(await created(), ['google_pay', 'apple_pay']);
        const [google, apple] = body.session_token;
        return [
          google.email_required,
          google.shipping_address_required,
          google.shipping_address_parameters.phone_number_required,
          google.allowed_payment_methods[0].parameters.billing_address_required,
          apple.payment_request_data.required_shipping_contact_fields,
          apple.payment_request_data.required_billing_contact_fields,
        ];
      };
      const none = undefined;
      expect(await asked()).toEqual([false, false, false, none, none, none]);
      await update({ [`${prefix}_shipping_details_from_wallet_connector`]: true });
      const shipping = ['postalAddress', 'phone', 'email'];
      expect(await asked()).toEqual([true, true, true, none, shipping, none]);
      await update({
        [`${prefix}_shipping_details_from_wallet_connector`]: false,
        [`${prefix}_billing_details_from_wallet_connector`]: true,
      });
      expect(await asked()).toEqual([false, false, false, true, none, ['postalAddress']]);
    },
  );

  it("PayPal's wallet is loaded with the account's public client id, and creates an order", async () => {
    const paypal_sdk = { client_id: 'client_1', data: 'not shown' };
    const { created, ask } = await aWorld({ paypal_sdk }, ['paypal']);
    const payment = await created({ amount: 2_599, currency: 'JPY', capture_method: 'manual' });
    const { body } = await ask(payment, ['paypal']);
    expect(body.session_token).toEqual([
      {
        wallet_name: 'paypal',
        connector: 'fauxpay',
        session_token: 'client_1',
        sdk_next_action: { next_action: 'post_session_tokens' },
        transaction_info: { flow: 'checkout', currency_code: 'JPY', total_price: '2599' },
        currency: 'JPY',
        intent: 'authorize',
      },
    ]);
    const isRight = loadStructure()?.answer('POST', '/payments/session_tokens');
    isRight?.({ ...body, payment_id: 'pay_0123456789abcdefghij0123456'.slice(0, 30) });
    expect(isRight?.errors ?? []).toEqual([]);
  });

  it("the customer's wallets have the published structure", async () => {
    const { created, ask } = await aWorld({ apple_pay });
    const isRight = loadStructure()?.answer('POST', '/payments/session_tokens');
    // Google Pay's published answer fits two of its own forms, where one is to fit.
    for (const wallets of [['apple_pay'], ['klarna'], []]) {
      const payment_id = 'pay_0123456789abcdefghij0123456'.slice(0, 30);
      const { body } = await ask(await created(), wallets);
      isRight?.({ ...body, payment_id });
      expect(isRight?.errors ?? []).toEqual([]);
    }
  });

  it.each([
    ['no account says anything of it', undefined, ['google_pay'], ['google_pay']],
    ['no account has it', { google_pay }, ['apple_pay'], ['google_pay']],
    ['nobody opens it in a browser', { google_pay }, ['google_pay'], ['klarna']],
  ])("the customer's wallets are not opened where %s", async (_, metadata, types, wallets) => {
    const { created, ask } = await aWorld(metadata, types);
    const { body } = await ask(await created(), wallets);
    expect(body.session_token).toEqual([{ wallet_name: 'no_session_token_received' }]);
  });

  it("the customer's wallets are all available ones, Apple Pay first, when the browser names none", async () => {
    const both = await aWorld({ google_pay, apple_pay });
    const tokens = (await both.ask(await both.created(), [])).body.session_token;
    expect(tokens).toMatchObject([
      { wallet_name: 'apple_pay', connector: 'fauxpay' },
      { wallet_name: 'google_pay', ...google_pay, connector: 'fauxpay' },
    ]);
    const nothing = await aWorld(undefined);
    expect((await nothing.ask(await nothing.created(), [])).body.session_token).toEqual([]);
  });

  it.each([[null], [[]]])(
    "the customer's wallets are opened by an account whose payment methods are %j, which are all",
    async (payment_methods_enabled) => {
      const { created, ask } = await aWorld({ google_pay }, [], { payment_methods_enabled });
      const { body } = await ask(await created(), ['google_pay']);
      expect(body.session_token).toMatchObject([{ wallet_name: 'google_pay' }]);
    },
  );
});

describe('a session with Apple', () => {
  const pem = (of: string) => `-----BEGIN ${of}-----\nMII=\n-----END ${of}-----\n`;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const identity = {
    merchant_identifier: 'merchant.example',
    display_name: 'Example Retail',
    certificate: base64(pem('CERTIFICATE')),
    certificate_keys: base64(pem('PRIVATE KEY')),
    initiative: 'web',
    initiative_context: 'shop.example',
  };
  /** Apple's answer, which no switch understands: only the page's browser does. */
  const session = {
    epochTimestamp: 1_795_000_000_000,
    expiresAt: 1_795_000_300_000,
    merchantSessionIdentifier: 'SSH1',
    merchantIdentifier: 'hash',
    domainName: 'shop.example',
    displayName: 'Example Retail',
    signature: '3080',
    operationalAnalyticsIdentifier: 'Example Retail:hash',
    retries: 0,
    pspId: 'hash',
  };

  /** A shop with this identity, and Apple's server with this answer. */
  async function atApple(data: object, answer: Sent) {
    const shop = await aWorld({ apple_pay: { ...apple_pay, session_token_data: data } });
    const asked: { request: HttpRequest; options: SendOptions }[] = [];
    shop.world.dependencies.send = async (request, options) => {
      asked.push({ request, options });
      return answer;
    };
    const payment = await shop.created();
    const tokens = async (wallets: readonly string[], headers: Record<string, string> = {}) => {
      const { payment_id, client_secret } = payment;
      const { status, body } = await shop.world.ask('payments.session-tokens', {
        key: shop.merchant.publishableKey,
        headers,
        body: { payment_id, client_secret, wallets },
      });
      expect(status).toBe(200);
      return body.session_token;
    };
    return { asked, tokens };
  }
  const opened: Sent = {
    kind: 'answered',
    response: { status: 200, headers: {}, body: JSON.stringify(session) },
  };

  it("a page's session is opened at Apple by the merchant's certificate, for the page's domain", async () => {
    const { asked, tokens } = await atApple(identity, opened);
    const [token] = await tokens(['apple_pay'], { 'x-merchant-domain': 'other.shop.example' });
    expect(asked).toEqual([
      {
        request: {
          method: 'POST',
          url: 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            merchantIdentifier: 'merchant.example',
            displayName: 'Example Retail',
            initiative: 'web',
            initiativeContext: 'other.shop.example',
          }),
        },
        options: expect.objectContaining({
          allow: 'public',
          identity: { certificate: pem('CERTIFICATE'), key: pem('PRIVATE KEY') },
        }),
      },
    ]);
    expect(token).toMatchObject({
      wallet_name: 'apple_pay',
      session_token_data: {
        epoch_timestamp: 1_795_000_000_000,
        merchant_session_identifier: 'SSH1',
        operational_analytics_identifier: 'Example Retail:hash',
        psp_id: 'hash',
      },
      payment_request_data: { merchant_identifier: 'merchant.example' },
    });
    expect(JSON.stringify(token)).not.toContain('PRIVATE');
  });

  it("a session is opened by the details of the account's wallets too, whose private key no answer shows", async () => {
    const manual = { ...apple_pay, session_token_data: identity };
    const shop = await aWorld(undefined, ['apple_pay'], {
      connector_wallets_details: { apple_pay_combined: { manual } },
      metadata: { apple_pay: manual },
    });
    const asked: SendOptions[] = [];
    shop.world.dependencies.send = async (_, options) => {
      asked.push(options);
      return opened;
    };
    expect((await shop.ask(await shop.created(), ['apple_pay'])).body.session_token).toMatchObject([
      { wallet_name: 'apple_pay', session_token_data: { signature: '3080' } },
    ]);
    const account = { account_id: shop.merchant.id };
    const { body: list } = await shop.world.ask('connector-accounts.list', {
      key: shop.merchant.key,
      params: account,
    });
    const params = { ...account, merchant_connector_id: list.at(-1).merchant_connector_id };
    const { body: shown } = await shop.world.ask('connector-accounts.retrieve', {
      key: shop.merchant.key,
      params,
    });
    expect(JSON.stringify(shown)).not.toContain(identity.certificate_keys);
    // Sent back as it was shown, it changes nothing.
    const { metadata, connector_wallets_details } = shown;
    const body = { connector_type: 'payment_processor', metadata, connector_wallets_details };
    const updated = await shop.world.ask('connector-accounts.update', {
      key: shop.merchant.key,
      params,
      body,
    });
    expect(updated.status).toBe(200);
    const { clock } = shop.world.dependencies;
    clock.now = new Date(clock.now.getTime() + 60_000);
    await shop.ask(await shop.created(), ['apple_pay']);
    expect(asked.map((one) => one.identity?.key)).toEqual([pem('PRIVATE KEY'), pem('PRIVATE KEY')]);
  });

  it.each(['javascript:alert(1)', 'shop.example/path', 'x'.repeat(300), ''])(
    'the domain of the account is named where the page states %j',
    async (domain) => {
      const { asked, tokens } = await atApple(identity, opened);
      await tokens([], { 'x-merchant-domain': domain });
      expect(asked.map(({ request }) => request.body)).toEqual([
        expect.stringContaining('"initiativeContext":"shop.example"'),
      ]);
    },
  );

  it.each<[string, Sent]>([
    ['refuses', { kind: 'answered', response: { status: 417, headers: {}, body: '{}' } }],
    ['does not answer', { kind: 'unknown', reason: 'timeout' }],
    [
      'answers with a page',
      { kind: 'answered', response: { status: 200, headers: {}, body: '<html>' } },
    ],
  ])('the other wallets and an app can pay where Apple %s', async (_, answer) => {
    const { tokens } = await atApple(identity, answer);
    expect(await tokens(['apple_pay'])).toMatchObject([
      { wallet_name: 'apple_pay', session_token_data: null },
    ]);
  });

  it.each<[string, object, readonly string[]]>([
    ['the account has no certificate', apple_pay.session_token_data, ['apple_pay']],
    ['the certificate is no text in PEM', { ...identity, certificate: 'abc' }, ['apple_pay']],
    ['the page asks for another wallet', identity, ['google_pay']],
  ])('Apple is not asked where %s', async (_, data, wallets) => {
    const { asked, tokens } = await atApple(data, opened);
    await tokens(wallets);
    expect(asked).toEqual([]);
  });
});

describe('refused session tokens', () => {
  it('session tokens for wallets are refused once the payment is decided', async () => {
    const { created, ask } = await aWorld({ google_pay });
    const { body } = await ask(await created({ confirm: true, ...byCard() }), ['google_pay']);
    expect(body.error).toMatchObject({
      code: 'IR_16',
      message: 'You cannot create a session token for this payment because it has status succeeded',
    });
  });

  it('session tokens are refused for a client without client secret, and for a secret key', async () => {
    const { created, ask, world, merchant } = await aWorld({ google_pay });
    const [{ payment_id }, { client_secret }] = [await created(), await created()];
    const answer = await ask({ payment_id, client_secret }, []);
    expect(answer.body.error.code).toBe('IR_09');
    const body = { payment_id, client_secret, wallets: [] };
    const secret = await world.ask('payments.session-tokens', { key: merchant.key, body });
    expect(secret.status).toBe(401);
  });

  it.each([undefined, null, 'google_pay', ['cash'], [1]])(
    'session tokens are refused with wallets: %j',
    async (wallets) => {
      const { created, ask } = await aWorld({ google_pay });
      const { status, body } = await ask(await created(), wallets);
      expect([status, body.error.code]).toEqual([400, 'IR_06']);
    },
  );
});
