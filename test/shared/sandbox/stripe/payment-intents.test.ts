import { stripeCards } from '#sandbox/stripe/test-cards.ts';
import { atStripe, byCard } from '../../../support/processors/at-stripe.ts';

const good = '4242424242424242';
const expand = { expand: ['latest_charge'] };

describe('a card that pays', () => {
  it.each([good, '378282246310005', '371449635398431', '5555555555554444'])(
    '%s is charged once, and the intent succeeds',
    async (card) => {
      const { pay, books } = atStripe();
      const { status, body } = await pay(card, { ...expand, metadata: { order_id: 'pay_1_1' } });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: expect.stringMatching(/^pi_\w{20}$/),
        status: 'succeeded',
        amount: 6_540,
        amount_received: 6_540,
        currency: 'usd',
        metadata: { order_id: 'pay_1_1' },
        latest_charge: {
          object: 'charge',
          paid: true,
          captured: true,
          payment_method_details: {
            type: 'card',
            card: {
              last4: card.slice(-4),
              checks: {
                address_line1_check: 'pass',
                address_postal_code_check: 'pass',
                cvc_check: 'pass',
              },
            },
          },
        },
      });
      expect(await books()).toMatchObject({ chargedTimes: 1, capturedMinor: 6_540 });
    },
  );

  it('a paying card is stored nowhere at the sandbox', async () => {
    const { pay, port } = atStripe();
    await pay(good, { setup_future_usage: 'off_session' }, { idempotencyKey: 'key-1' });
    expect(JSON.stringify(port.items())).not.toContain(good);
  });

  it("a paying card's intent is shown to its own key only", async () => {
    const { pay, get } = atStripe();
    const { body } = await pay(good);
    expect((await get(`payment_intents/${body.id}`)).body).toEqual(body);
    const other = await get(`payment_intents/${body.id}`, {}, { key: 'sk_test_another' });
    expect(other).toMatchObject({
      status: 404,
      body: { error: { type: 'invalid_request_error', code: 'resource_missing', param: 'intent' } },
    });
  });

  it.each([
    ['jpy', 6_540],
    ['kwd', 6_540],
  ])('a paying card pays in %s', async (currency, amount) => {
    const { pay } = atStripe();
    expect((await pay(good, { currency, amount })).body).toMatchObject({
      status: 'succeeded',
      currency,
      amount_received: amount,
    });
  });
});

describe('a card that is declined', () => {
  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4100000000000019', 'card_declined', 'fraudulent'],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
    ['4000000000000119', 'processing_error', undefined],
    ['4000000000000341', 'card_declined', 'generic_decline'],
  ])('%s is answered 402 with %s %s, and nothing is charged', async (card, code, declineCode) => {
    const { pay, get, books } = atStripe();
    const { status, body } = await pay(card);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code });
    expect(body.error.decline_code).toBe(declineCode);
    const intent = await get(`payment_intents/${body.error.payment_intent.id}`, expand);
    expect(intent.body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
      latest_charge: { id: body.error.charge, status: 'failed', paid: false },
    });
    expect((await books()).movements).toEqual([]);
  });

  it.each([
    ['4242424242424241', {}, 'incorrect_number'],
    [good, { exp_month: '13' }, 'invalid_expiry_month'],
    [good, { exp_year: '2020' }, 'invalid_expiry_year'],
    [good, { cvc: '12' }, 'invalid_cvc'],
    ['4571736000000075', {}, 'card_declined'],
  ])('%s with %j is refused as %s, and makes no intent', async (number, changes, code) => {
    const { post, ledger } = atStripe();
    const card = { number, exp_month: '03', exp_year: '2030', cvc: '737', ...changes };
    const form = byCard(number, { payment_method_data: { type: 'card', card } });
    expect(await post('payment_intents', form)).toMatchObject({
      status: 402,
      body: { error: { type: 'card_error', code } },
    });
    expect(await ledger()).toEqual([]);
  });
});

it.each([
  ['4000000000000101', { cvc_check: 'fail' }],
  ['4000000000000036', { address_postal_code_check: 'fail' }],
  ['4000000000000028', { address_line1_check: 'fail' }],
  ['4000000000000010', { address_line1_check: 'fail', address_postal_code_check: 'fail' }],
  [
    '4000000000000044',
    { address_line1_check: 'unavailable', address_postal_code_check: 'unavailable' },
  ],
])('%s pays with the checks %j', async (card, checks) => {
  const { pay } = atStripe();
  const { body } = await pay(card, expand);
  expect(body.status).toBe('succeeded');
  const all = { address_line1_check: 'pass', address_postal_code_check: 'pass', cvc_check: 'pass' };
  expect(body.latest_charge.payment_method_details.card.checks).toEqual({ ...all, ...checks });
});

it.each([
  ['4000002500001001', 'visa', 'visa'],
  ['4000002500001001', 'cartes_bancaires', 'cartes_bancaires'],
  ['4000002500001001', undefined, 'cartes_bancaires'],
  ['5555552500001001', 'mastercard', 'mastercard'],
  ['4242424242424242', undefined, 'visa'],
])('a charge of %s by the network %s is of the network %s', async (number, network, charged) => {
  const { body } = await atStripe().pay(number, {
    expand: ['latest_charge'],
    ...(network && { payment_method_options: { card: { network } } }),
  });
  expect(body.latest_charge.payment_method_details.card).toMatchObject({ network: charged });
});

describe('a card whose customer is asked', () => {
  const asked = { payment_method_options: { card: { request_three_d_secure: 'any' } } };

  it.each(['4000000000003063', '4000000000003220', '4000002500003155', '4000000000003055'])(
    '%s leads to a page, and pays when the customer agrees',
    async (card) => {
      const { pay, get, press, books } = atStripe();
      const { status, body } = await pay(card, asked);
      expect([status, body.status, body.latest_charge]).toEqual([200, 'requires_action', null]);
      expect(body.next_action).toEqual({
        type: 'redirect_to_url',
        redirect_to_url: {
          return_url: 'https://shop.example/return',
          url: expect.stringMatching(/^http:\/\/sandbox\.test\/challenges\/ch_/),
        },
      });
      expect((await books()).chargedTimes).toBe(0);
      const back = await press(body.next_action.redirect_to_url.url, true);
      const location = new URL(back.headers.location ?? '');
      expect(location.origin + location.pathname).toBe('https://shop.example/return');
      expect(Object.fromEntries(location.searchParams)).toEqual({
        payment_intent: body.id,
        payment_intent_client_secret: body.client_secret,
        redirect_status: 'succeeded',
      });
      const paid = await get(`payment_intents/${body.id}`, expand);
      expect(paid.body).toMatchObject({
        status: 'succeeded',
        next_action: null,
        latest_charge: {
          payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
        },
      });
      expect((await books()).chargedTimes).toBe(1);
    },
  );

  it('a challenged card fails when the customer rejects it', async () => {
    const { pay, get, press, books } = atStripe();
    const { body } = await pay('4000000000003220');
    await press(body.next_action.redirect_to_url.url, false);
    expect((await get(`payment_intents/${body.id}`)).body).toMatchObject({
      status: 'requires_payment_method',
      latest_charge: null,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    expect((await books()).chargedTimes).toBe(0);
  });

  it('4000008260003178 has insufficient funds after the customer agreed', async () => {
    const { pay, get, press, books } = atStripe();
    const { body } = await pay('4000008260003178');
    await press(body.next_action.redirect_to_url.url, true);
    expect((await get(`payment_intents/${body.id}`)).body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    });
    expect((await books()).chargedTimes).toBe(0);
  });

  it.each([[good], ['378282246310005'], ['371449635398431']])(
    '%s is in no programme, and pays without a question',
    async (card) => {
      expect((await atStripe().pay(card, asked)).body.status).toBe('succeeded');
    },
  );

  it('4000000000003055 pays without a question where the request asks for none', async () => {
    expect((await atStripe().pay('4000000000003055')).body.status).toBe('succeeded');
  });

  it('a challenged card needs no challenge where another service authenticated the customer', async () => {
    const proof = { version: '2.1.0', cryptogram: 'M6+990I6FLD9Y9T8Z4XNxFQLJCQ=' };
    const options = { payment_method_options: { card: { three_d_secure: proof } } };
    expect((await atStripe().pay('4000000000003220', options)).body.status).toBe('succeeded');
  });

  it.each([{ error_on_requires_action: true }, { off_session: true }])(
    'a challenged card is declined where the request is %j',
    async (change) => {
      expect(await atStripe().pay('4000000000003220', change)).toMatchObject({
        status: 402,
        body: { error: { code: 'authentication_required' } },
      });
    },
  );

  it("a challenged card's intent can be cancelled, and is then paid no more", async () => {
    const { pay, post, get, visit, press, books } = atStripe();
    const { body } = await pay('4000000000003220');
    const page = body.next_action.redirect_to_url.url;
    const canceled = await post(`payment_intents/${body.id}/cancel`);
    expect(canceled.body).toMatchObject({ status: 'canceled', latest_charge: null });
    expect((await visit(page)).status).toBe(404);
    await press(page, true);
    expect((await get(`payment_intents/${body.id}`)).body.status).toBe('canceled');
    expect((await books()).chargedTimes).toBe(0);
  });
});

describe('an authorization', () => {
  const manual = { capture_method: 'manual' };

  it.each([
    [undefined, 6_540],
    [4_000, 4_000],
  ])('a Stripe authorization is captured with %p', async (amount, captured) => {
    const { pay, post, books } = atStripe();
    const { body } = await pay(good, manual);
    expect(body).toMatchObject({ status: 'requires_capture', amount_capturable: 6_540 });
    const answer = await post(`payment_intents/${body.id}/capture`, { amount_to_capture: amount });
    expect(answer.body).toMatchObject({
      status: 'succeeded',
      amount_capturable: 0,
      amount_received: captured,
    });
    expect((await books()).capturedMinor).toBe(captured);
  });

  it('a Stripe authorization is captured once of ten captures at once', async () => {
    const { pay, post, books } = atStripe();
    const { body } = await pay(good, manual);
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        post(`payment_intents/${body.id}/capture`, { amount_to_capture: 1_000 }),
      ),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of all.filter((one) => one.status !== 200)) {
      expect([status, body.error.code]).toEqual([400, 'payment_intent_unexpected_state']);
    }
    expect((await books()).capturedMinor).toBe(1_000);
  });

  it('a Stripe authorization is not captured for more than was authorized', async () => {
    const { pay, post, books } = atStripe();
    const { body } = await pay(good, manual);
    const answer = await post(`payment_intents/${body.id}/capture`, { amount_to_capture: 6_541 });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'amount_too_large', param: 'amount_to_capture' } },
    });
    expect((await books()).capturedMinor).toBe(0);
  });

  it('a Stripe authorization is cancelled, and then neither captured nor cancelled again', async () => {
    const { pay, post, books } = atStripe();
    const { body } = await pay(good, manual);
    const path = `payment_intents/${body.id}`;
    const canceled = await post(`${path}/cancel`, { cancellation_reason: 'abandoned' });
    expect(canceled.body).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    for (const action of ['capture', 'cancel']) {
      const refused = await post(`${path}/${action}`);
      expect(refused.body.error.code).toBe('payment_intent_unexpected_state');
    }
    expect(await books()).toMatchObject({ releasedMinor: 6_540, capturedMinor: 0 });
  });

  it('a Stripe authorization is raised where the request asked for it, and captured with its new amount', async () => {
    const { pay, post, books } = atStripe();
    const card = { request_incremental_authorization: 'if_available' };
    const { body } = await pay(good, { ...manual, ...expand, payment_method_options: { card } });
    expect(body.latest_charge.payment_method_details.card).toMatchObject({
      incremental_authorization: { status: 'available' },
      extended_authorization: { status: 'disabled' },
    });
    const path = `payment_intents/${body.id}`;
    const raised = await post(`${path}/increment_authorization`, { amount: 8_000 });
    expect(raised.body).toMatchObject({ amount: 8_000, amount_capturable: 8_000 });
    expect((await post(`${path}/increment_authorization`, { amount: 7_000 })).status).toBe(400);
    await post(`${path}/capture`);
    expect(await books()).toMatchObject({ authorizedMinor: 8_000, capturedMinor: 8_000 });
  });

  it('a Stripe authorization lasts longer where the request asked for it', async () => {
    const { pay } = atStripe();
    const card = { request_extended_authorization: 'if_available' };
    const { body } = await pay(good, { ...manual, ...expand, payment_method_options: { card } });
    const details = body.latest_charge.payment_method_details.card;
    expect(details.extended_authorization).toEqual({ status: 'enabled' });
    expect(details.capture_before - body.created).toBe(30 * 86_400);
  });

  it('a Stripe authorization is not raised where the request did not ask for it', async () => {
    const { pay, post } = atStripe();
    const { body } = await pay(good, manual);
    const path = `payment_intents/${body.id}/increment_authorization`;
    expect((await post(path, { amount: 8_000 })).status).toBe(400);
  });
});

describe('a card that causes a fault', () => {
  it('4111111145551142 is charged, and the answer never comes in time', async () => {
    const paused: number[] = [];
    const { pay, books } = atStripe({ pause: async (ms) => paused.push(ms) });
    await pay('4111111145551142');
    expect(paused).toEqual([27_500]);
    expect((await books()).chargedTimes).toBe(1);
  });

  it('4988438843884305 is charged and answered with a 500, also when it is repeated', async () => {
    const { pay, books } = atStripe();
    const asked = { idempotencyKey: 'key-1' };
    expect((await pay('4988438843884305', {}, asked)).status).toBe(500);
    expect((await pay('4988438843884305', {}, asked)).status).toBe(500);
    expect((await books()).chargedTimes).toBe(1);
  });

  it('4166676667666746 is charged and answered with a page', async () => {
    const { pay, books } = atStripe();
    const { headers, body } = await pay('4166676667666746');
    expect([headers['content-type'], body]).toEqual([
      'text/html',
      expect.stringContaining('<!doctype html>'),
    ]);
    expect((await books()).chargedTimes).toBe(1);
  });

  it('4000060000000006 is authorized and never captured', async () => {
    const { pay, post, books } = atStripe();
    const { body } = await pay('4000060000000006', { capture_method: 'manual' });
    expect((await post(`payment_intents/${body.id}/capture`)).body.error.code).toBe(
      'charge_expired_for_capture',
    );
    expect(await books()).toMatchObject({ authorizedMinor: 6_540, capturedMinor: 0 });
  });

  it('4293189100000008 pays, and its refund fails at once', async () => {
    const { pay, post, books } = atStripe();
    const { body } = await pay('4293189100000008');
    expect((await post('refunds', { payment_intent: body.id })).body.status).toBe('failed');
    expect((await books()).refundedMinor).toBe(0);
  });

  it('4000020000000000 is charged one minor unit more', async () => {
    const { pay, books } = atStripe();
    expect((await pay('4000020000000000')).body.amount).toBe(6_541);
    expect((await books()).capturedMinor).toBe(6_541);
  });

  it('4646464646464644 is answered 429, and nothing is charged', async () => {
    const { pay, ledger } = atStripe();
    expect(await pay('4646464646464644')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { error: { code: 'rate_limit' } },
    });
    expect(await ledger()).toEqual([]);
  });
});

it('every test card is answered as one', async () => {
  for (const number of Object.keys(stripeCards)) {
    const { status, body } = await atStripe().pay(number);
    expect([number, status, body.error?.decline_code]).not.toEqual([
      number,
      402,
      'test_mode_live_card',
    ]);
  }
});

describe('a request that Stripe refuses', () => {
  it.each([
    ['no amount', { amount: undefined }, { code: 'parameter_missing', param: 'amount' }],
    ['an amount that is none', { amount: 'ten' }, { code: 'parameter_invalid_integer' }],
    ['too small an amount', { amount: 49 }, { code: 'amount_too_small', param: 'amount' }],
    ['too large an amount', { amount: 100_000_000 }, { code: 'amount_too_large' }],
    [
      'a fraction of UGX',
      { currency: 'ugx', amount: 50_050 },
      { code: 'invalid_charge_amount_no_decimal_compatible', param: 'amount' },
    ],
    ['a fraction of ISK', { currency: 'isk', amount: 6_540 }, { param: 'amount' }],
    ['a third decimal', { currency: 'kwd', amount: 6_541 }, { param: 'amount' }],
    ['an unknown currency', { currency: 'xxx' }, { param: 'currency' }],
    ['an unknown parameter', { colour: 'red' }, { code: 'parameter_unknown', param: 'colour' }],
    ['an unknown customer', { customer: 'cus_gone' }, { code: 'resource_missing' }],
    ['no confirmation', { confirm: false }, { param: 'confirm' }],
    ['an unknown usage', { setup_future_usage: 'never' }, { param: 'setup_future_usage' }],
    ['an unknown expansion', { expand: ['invoice'] }, { param: 'expand' }],
  ])('%s', async (_, changes, error) => {
    const { pay, ledger } = atStripe();
    expect(await pay(good, changes)).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', ...error } },
    });
    expect(await ledger()).toEqual([]);
  });

  it.each([
    'sk_live_key0001',
    'pk_test_key0001',
    'snd_key',
    'sk_test_expired1',
    'sk_test_key0001_invalid_values',
  ])('the key %s', async (key) => {
    const { pay, ledger } = atStripe();
    const { status, body } = await pay(good, {}, { key });
    expect([status, body.error.type]).toEqual([401, 'invalid_request_error']);
    expect(JSON.stringify(body)).not.toContain(key);
    expect(await ledger()).toEqual([]);
  });

  it('an unknown address', async () => {
    expect((await atStripe().get('invoices/in_1')).status).toBe(404);
  });
});
