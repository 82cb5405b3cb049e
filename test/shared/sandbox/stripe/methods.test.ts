import { settlingMs, shownSettlingMs } from '#sandbox/ledger.ts';
import { stripeMethods } from '#sandbox/stripe/methods.ts';
import { atStripe, type Form } from '../../../support/processors/at-stripe.ts';

const online = { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' };
const consent = { customer_acceptance: { type: 'online', online } };

/** A payment by a method that is no card. */
function paidBy(type: string, changes: { readonly data?: Form } & Form = {}) {
  const stripe = atStripe();
  const { data = {}, ...rest } = changes;
  // The described version has no addresses of US banks yet.
  const isUndescribed = type === 'customer_balance' && rest.currency === 'usd';
  const ask = () =>
    stripe.post(
      'payment_intents',
      {
        amount: 6_540,
        currency: 'eur',
        confirm: true,
        payment_method_types: [type],
        payment_method_data: { type, [type]: data },
        return_url: 'https://shop.example/return',
        ...(stripeMethods[type]?.needsMandate && { mandate_data: consent }),
        ...rest,
      },
      { isUndescribed },
    );
  return { ...stripe, ask };
}

const redirecting = [
  ...['affirm', 'afterpay_clearpay', 'amazon_pay', 'bancontact', 'eps', 'fpx', 'giropay'],
  ...['ideal', 'klarna', 'p24', 'revolut_pay', 'sofort'],
];

it.each(redirecting)('%s redirects the customer, who pays or rejects', async (type) => {
  for (const [confirm, status] of [
    [true, 'succeeded'],
    [false, 'requires_payment_method'],
  ] as const) {
    const { ask, get, press, books } = paidBy(type);
    const { body } = await ask();
    expect(body.next_action.type).toBe('redirect_to_url');
    await press(body.next_action.redirect_to_url.url, confirm);
    expect((await get(`payment_intents/${body.id}`)).body.status).toBe(status);
    expect((await books()).chargedTimes).toBe(confirm ? 1 : 0);
  }
});

it.each(['constructor', 'toString', 'no_such_method'])(
  'the sandbox has no Stripe payment method %s',
  async (type) => {
    const { post, ledger } = atStripe();
    const answer = await post(
      'payment_intents',
      { amount: 6_540, currency: 'eur', confirm: true, payment_method_data: { type } },
      { isUndescribed: true },
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', param: 'type' } },
    });
    expect(await ledger()).toEqual([]);
  },
);

it('alipay redirects in a shape of its own', async () => {
  const { body } = await paidBy('alipay').ask();
  expect(body.next_action).toMatchObject({
    type: 'alipay_handle_redirect',
    alipay_handle_redirect: { url: expect.stringContaining('/challenges/') },
  });
});

const shown = [
  ['blik', 'blik_authorize', {}],
  ['wechat_pay', 'wechat_pay_display_qr_code', { data: expect.stringContaining('http') }],
  [
    'cashapp',
    'cashapp_handle_redirect_or_display_qr_code',
    { qr_code: { expires_at: expect.any(Number) } },
  ],
  ['multibanco', 'multibanco_display_details', { entity: '12345' }],
  ['boleto', 'boleto_display_details', { number: expect.stringMatching(/^\d+$/) }],
  ['oxxo', 'oxxo_display_details', { number: expect.stringMatching(/^\d+$/) }],
  [
    'customer_balance',
    'display_bank_transfer_instructions',
    { type: 'eu_bank_transfer', amount_remaining: 6_540 },
  ],
] as const;

it.each(shown)('%s shows %s, and is paid by itself', async (type, step, details) => {
  const { ask, get, wait } = paidBy(type);
  const { body } = await ask();
  expect(body).toMatchObject({
    status: 'requires_action',
    next_action: { type: step, [step]: details },
  });
  wait(shownSettlingMs);
  expect((await get(`payment_intents/${body.id}`)).body.status).toBe('succeeded');
});

it.each([
  ['usd', 'us_bank_transfer', 'aba'],
  ['gbp', 'gb_bank_transfer', 'sort_code'],
])('a transfer in %s has the addresses of a %s', async (currency, kind, address) => {
  const { body } = await paidBy('customer_balance', { currency }).ask();
  const { type, financial_addresses } = body.next_action.display_bank_transfer_instructions;
  expect([type, financial_addresses[0].type]).toEqual([kind, address]);
});

describe('an ACH debit', () => {
  const data = { account_number: '000123456789', routing_number: '110000000' };

  it('an ACH debit asks the customer to verify the account, and is paid then', async () => {
    const { ask, get, press } = paidBy('us_bank_account', { currency: 'usd', data });
    const { body } = await ask();
    expect(body.next_action).toMatchObject({
      type: 'verify_with_microdeposits',
      verify_with_microdeposits: { arrival_date: expect.any(Number) },
    });
    await press(body.next_action.verify_with_microdeposits.hosted_verification_url, true);
    expect((await get(`payment_intents/${body.id}`)).body.status).toBe('succeeded');
  });

  it('an ACH debit fails after the verification for an account that fails', async () => {
    const bad = { ...data, account_number: '000111111116' };
    const { ask, get, press, books } = paidBy('us_bank_account', { currency: 'usd', data: bad });
    const { body } = await ask();
    await press(body.next_action.verify_with_microdeposits.hosted_verification_url, true);
    expect((await get(`payment_intents/${body.id}`)).body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_payment_attempt_failed' },
    });
    expect((await books()).chargedTimes).toBe(0);
  });
});

it.each([
  ['sepa_debit', { iban: 'DE89370400440532013000' }, 'succeeded'],
  ['sepa_debit', { iban: 'AT861904300235473202' }, 'requires_payment_method'],
  ['bacs_debit', { account_number: '00012345', sort_code: '108800' }, 'succeeded'],
  ['bacs_debit', { account_number: '33333335', sort_code: '108800' }, 'requires_payment_method'],
  ['au_becs_debit', { account_number: '000123456', bsb_number: '000000' }, 'succeeded'],
  [
    'au_becs_debit',
    { account_number: '111111113', bsb_number: '000000' },
    'requires_payment_method',
  ],
])('%s with %j is processing, and then %s', async (type, data, status) => {
  const { ask, get, wait } = paidBy(type, { data });
  const { body } = await ask();
  expect(body).toMatchObject({
    status: 'processing',
    latest_charge: expect.stringMatching(/^ch_/),
  });
  wait(settlingMs);
  expect((await get(`payment_intents/${body.id}`)).body.status).toBe(status);
});

describe('a debit without the consent of its customer', () => {
  const debits = ['us_bank_account', 'sepa_debit', 'bacs_debit', 'au_becs_debit'];

  it.each(debits)('a debit by %s without consent is refused as Stripe refuses it', async (type) => {
    const { ask, ledger } = paidBy(type, { mandate_data: undefined });
    expect(await ask()).toMatchObject({
      status: 400,
      body: {
        error: {
          type: 'invalid_request_error',
          message:
            'This PaymentIntent requires a mandate, but no existing mandate was found. Collect mandate acceptance from the customer and try again, providing acceptance data in the mandate_data parameter.',
        },
      },
    });
    expect(await ledger()).toEqual([]);
  });

  it('a debit that is to be charged again states the missing parameter', async () => {
    const reuse = { mandate_data: undefined, setup_future_usage: 'off_session' };
    const { status, body } = await paidBy('sepa_debit', reuse).ask();
    expect([status, body.error]).toEqual([
      400,
      expect.objectContaining({
        param: 'mandate_data',
        message:
          'When confirming a PaymentIntent with a `sepa_debit` PaymentMethod and `setup_future_usage`, `mandate_data` is required.',
      }),
    ]);
  });

  it.each([
    ['nothing', {}],
    ['no address', { customer_acceptance: { type: 'online', online: { user_agent: 'X' } } }],
    ['no type', { customer_acceptance: { online } }],
  ])('a debit whose consent has %s is refused', async (_, mandate_data) => {
    const answer = await atStripe().post(
      'payment_intents',
      {
        amount: 6_540,
        currency: 'eur',
        confirm: true,
        payment_method_data: { type: 'sepa_debit', sepa_debit: {} },
        mandate_data,
      },
      { isUndescribed: true },
    );
    expect(answer.status).toBe(400);
  });

  it('a debit with a consent on paper is taken', async () => {
    const mandate_data = { customer_acceptance: { type: 'offline' } };
    const { body } = await paidBy('sepa_debit', { mandate_data }).ask();
    expect(body.status).toBe('processing');
  });
});

it.each(Object.entries(stripeMethods))(
  '%s can be captured later or says that it cannot',
  async (type, method) => {
    const { ask, get, press, post, books } = paidBy(type, { capture_method: 'manual' });
    const { status, body } = await ask();
    if (!method.manual) {
      expect([status, body.error.code]).toEqual([400, 'payment_intent_invalid_parameter']);
      return;
    }
    const [page] = /http:[^"]+\/challenges\/\w+/.exec(JSON.stringify(body.next_action)) ?? [];
    await press(String(page), true);
    expect((await get(`payment_intents/${body.id}`)).body.status).toBe('requires_capture');
    await post(`payment_intents/${body.id}/capture`);
    expect((await books()).capturedMinor).toBe(6_540);
  },
);

it('a method that Stripe does not have is refused', async () => {
  expect((await paidBy('pigeon').ask()).status).toBe(400);
});
