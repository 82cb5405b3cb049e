import { existsSync, readdirSync } from 'node:fs';
import * as v from 'valibot';
import { aCharge } from '../scenarios/running-jobs.ts';
import { processorPage } from '../support/entities/customer.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import {
  aSale,
  cardData,
  connect,
  createMerchant,
  newApiKey,
  newId,
  newSecret,
  successful,
} from '../support/switch/merchant.ts';
import { adminKey, textAt } from '../support/switch/switch.ts';

const Listed = v.object({
  customer_payment_methods: v.array(v.object({ payment_token: v.string() })),
});

const live = aRunningSwitch({ merchant: {} });

const pay = (body: object, key = live.merchant.key) =>
  live.running.call('POST', '/payments', { key, body });
const retrieve = (paymentId: string, query?: Record<string, string>, key = live.merchant.key) =>
  live.running.call('GET', `/payments/${paymentId}`, { key, ...(query && { query }) });
const confirm = (paymentId: string, body: object, key = live.merchant.key) =>
  live.running.call('POST', `/payments/${paymentId}/confirm`, { key, body });
const refusal = (code: string, message: string) => ({
  error: { type: 'invalid_request', code, message },
});
/** The sandbox processor's books on a payment of ours. */
const chargesOf = async (paymentId: string) =>
  (await live.running.items('SANDBOX#')).filter(({ pk }) => pk.includes(`#PAYMENT#${paymentId}_`));
const paymentsNamed = async (paymentId: string) =>
  (await live.running.items()).filter(({ pk }) => pk.endsWith(`#PAYMENT#${paymentId}`));

describe('a merchant’s first day', () => {
  it('a merchant’s first day leads from an account over a key and a processor to a paid payment', async () => {
    const id = newId('merchant');
    const account = await live.running.call('POST', '/accounts', {
      key: adminKey,
      body: { merchant_id: id, merchant_name: 'Corner shop' },
    });
    expect(account.status).toBe(200);
    expect(account.body).toMatchObject({ merchant_id: id, merchant_name: 'Corner shop' });
    expect(textAt(account, 'publishable_key')).toMatch(/^pk_snd_[0-9a-f]{32}$/);

    const apiKey = await newApiKey(live.running, id);
    const key = textAt(apiKey, 'api_key');
    expect(key).toMatch(/^snd_[A-Za-z0-9]{64}$/);

    expect(await connect(live.running, id, key, 'stripe_test')).toMatchObject({
      status: 200,
      body: { connector_name: 'stripe_test', connector_label: 'stripe_test_default' },
    });

    const payment = await pay(aSale(), key);
    expect(payment).toMatchObject({
      status: 200,
      body: {
        status: 'succeeded',
        amount: 6540,
        amount_received: 6540,
        amount_capturable: 0,
        currency: 'USD',
        merchant_id: id,
        connector: 'stripe_test',
        payment_method: 'card',
        payment_method_data: { card: { last4: '4242', card_isin: '424242' } },
        next_action: null,
        error_code: null,
        attempt_count: 1,
      },
    });
    const shown = await retrieve(textAt(payment, 'payment_id'), undefined, key);
    expect(shown).toMatchObject({ status: 200, body: payment.body });
  });

  it('a merchant can create a payment first and confirm it later', async () => {
    const created = await pay({ amount: 100, currency: 'EUR' });
    expect(created.body).toMatchObject({ status: 'requires_payment_method', connector: null });
    const id = textAt(created, 'payment_id');
    const confirmed = await confirm(id, cardData());
    expect(confirmed.body).toMatchObject({ payment_id: id, status: 'succeeded', currency: 'EUR' });
    expect(await confirm(id, cardData())).toMatchObject({
      status: 400,
      body: refusal('IR_16', 'You cannot confirm this payment because it has status succeeded'),
    });
  });

  it("a merchant sees a payment's attempts when the query asks for them", async () => {
    const id = textAt(await pay(aSale('4000000000000002')), 'payment_id');
    const { body } = await retrieve(id, { expand_attempts: 'true' });
    expect(body).toMatchObject({
      attempts: [{ attempt_id: `${id}_1`, status: 'failure', error_code: 'DC_08' }],
    });
  });

  it("a merchant's first payment creates the customer that it names", async () => {
    const customer_id = newId('cus');
    successful(await pay({ ...aSale(), customer_id, email: 'joe@example.com', name: 'Joe' }));
    const { status, body } = await live.running.call('GET', `/customers/${customer_id}`, {
      key: live.merchant.key,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ customer_id, email: 'joe@example.com', name: 'Joe' });
  });
});

describe('each simulated processor', () => {
  const processors = [
    'phonypay',
    'fauxpay',
    'pretendpay',
    'stripe_test',
    'adyen_test',
    'checkout_test',
    'paypal_test',
  ];
  const succeeds = { status: 'succeeded', error_code: null, error_message: null };
  const unified = { unified_code: 'UE_9000', unified_message: 'Something went wrong' };
  const declined = (reason: string) => ({
    ...unified,
    status: 'failed',
    error_code: 'DC_08',
    error_message: `Payment declined: ${reason}`,
  });
  const unreliable = 'Internal Server Error from Connector, Please try again later';
  const cards = (processor: string): readonly (readonly [string, object])[] => [
    ['4111111111111111', succeeds],
    ['4242424242424242', succeeds],
    ['5555555555554444', succeeds],
    ['38000000000006', succeeds],
    ['378282246310005', succeeds],
    ['6011111111111117', succeeds],
    ['5105105105105100', declined('Card declined')],
    ['4000000000000002', declined('Card declined')],
    ['4000000000009995', processor === 'stripe_test' ? succeeds : declined(unreliable)],
    ['4000000000009987', declined('Lost card')],
    ['4000000000009979', declined('Stolen card')],
    ['4000003800000446', { ...succeeds, status: 'requires_customer_action' }],
    [
      '2223003122003222',
      {
        ...unified,
        status: 'failed',
        error_code: 'DC_04',
        error_message: 'Card not supported. Please use test cards',
      },
    ],
  ];
  const keys = new Map<string, string>();
  beforeAll(async () => {
    for (const name of processors) {
      keys.set(name, (await createMerchant(live.running, { connectors: [name] })).key);
    }
  });

  it.each(
    processors.flatMap((name) =>
      cards(name).map(([card, answer]) => [name, card, answer] as const),
    ),
  )('%s answers for the card %s as it is known for', async (name, card, expected) => {
    const cvc = card.startsWith('37') ? '1234' : '123';
    const { status, body } = await pay(aSale(card, cvc), keys.get(name));
    expect(status).toBe(200);
    expect(body).toMatchObject({ connector: name, ...expected });
  });

  it('each simulated processor charges once when asked twice under one reference', async () => {
    const url = `${live.running.sandboxUrl}/payments/${newId('ref')}`;
    const key = newSecret();
    const ask = (body: object) => live.running.call('PUT', url, { key, body });
    const [first, second] = [await ask(aCharge()), await ask(aCharge())];
    expect(first).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(second.text).toBe(first.text);
    expect((await ask({ ...aCharge(), amount: 1 })).status).toBe(409);
    const reference = url.split('/').at(-1) ?? '';
    const items = (await live.running.items()).filter(({ pk }) =>
      pk.endsWith(`#PAYMENT#${reference}`),
    );
    expect(items).toHaveLength(1);
  });

  it('each simulated processor answers unknown paths in JSON, as the switch does', async () => {
    const answer = await live.running.call('GET', `${live.running.sandboxUrl}/nowhere`);
    expect(answer).toMatchObject({
      status: 404,
      body: refusal('IR_02', 'Unrecognized request URL'),
    });
  });
});

describe('a 3-D Secure card', () => {
  const challenged = async (body: object = {}) => {
    const payment = await pay({ ...aSale('4000003800000446'), ...body });
    expect(payment.body).toMatchObject({
      status: 'requires_customer_action',
      amount_capturable: 6540,
      amount_received: null,
      next_action: { type: 'redirect_to_url' },
    });
    return {
      id: textAt(payment, 'payment_id'),
      page: await processorPage(live.running, payment),
    };
  };
  const synced = async (id: string) => (await retrieve(id, { force_sync: 'true' })).body;

  it('a 3-D Secure card challenges the customer on a page, and is charged once the challenge succeeds', async () => {
    const { id, page } = await challenged({ return_url: 'https://shop.example/done?order=1' });
    expect(await synced(id)).toMatchObject({ status: 'requires_customer_action' });

    const shown = await live.running.call('GET', page);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toContain('text/html');
    expect(shown.text).toContain('$65.40');
    const answered = await live.running.call('GET', `${page}/complete?confirm=true`);
    expect(answered.status).toBe(302);
    const back = answered.headers.get('location') ?? '';
    const address = `${live.running.url}/payments/${id}/${live.merchant.id}/redirect/response/stripe_test`;
    expect(back).toMatch(new RegExp(`^${address}\\?page_token=[\\w-]{22}$`));
    const guessed = await live.running.call('GET', address);
    expect([guessed.status, guessed.headers.get('location')]).toEqual([404, null]);
    const home = await live.running.call('GET', back);
    expect(home.status).toBe(302);
    expect(home.headers.get('location')).toMatch(
      /^https:\/\/shop\.example\/done\?order=1&status=succeeded&/,
    );
    expect((await retrieve(id)).body).toMatchObject({ status: 'succeeded' });
    expect(await synced(id)).toMatchObject({
      status: 'succeeded',
      amount_received: 6540,
      next_action: null,
    });
  });

  it('a 3-D Secure card fails without a reason when the customer rejects the challenge', async () => {
    const { id, page } = await challenged();
    successful(await live.running.call('GET', `${page}/complete?confirm=false`));
    expect(await synced(id)).toMatchObject({
      status: 'failed',
      error_code: null,
      error_message: null,
    });
    const late = await live.running.call('GET', `${page}/complete?confirm=true`);
    expect(late.status).toBeLessThan(400);
    expect(await synced(id)).toMatchObject({ status: 'failed' });
  });

  it("a 3-D Secure card's challenge page has an unguessable URL", async () => {
    const { page } = await challenged();
    const other = await live.running.call('GET', page.replace(/.{20}$/, '0'.repeat(20)));
    expect(other.status).toBe(404);
  });
});

describe('manual capture', () => {
  it('a manual-capture payment reserves the amount and waits', async () => {
    const { body } = await pay({ ...aSale(), capture_method: 'manual' });
    expect(body).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 6540,
      amount_received: null,
    });
  });
});

describe('a customer’s browser', () => {
  const begun = async () => {
    const payment = successful(await pay({ amount: 6540, currency: 'USD' }));
    return {
      id: textAt(payment, 'payment_id'),
      client_secret: textAt(payment, 'client_secret'),
    };
  };

  it('a customer’s browser confirms with the publishable key and the payment’s client secret', async () => {
    const { id, client_secret } = await begun();
    const answer = await confirm(
      id,
      { ...cardData(), client_secret },
      live.merchant.publishableKey,
    );
    expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    const shown = await retrieve(id, { client_secret }, live.merchant.publishableKey);
    expect(shown).toMatchObject({ status: 200, body: { payment_id: id, status: 'succeeded' } });
  });

  it("a customer’s browser can't access a payment without its client secret", async () => {
    const { id } = await begun();
    const { client_secret } = await begun();
    const mismatch = refusal(
      'IR_09',
      'The client_secret provided does not match the client_secret associated with the Payment',
    );
    const key = live.merchant.publishableKey;
    expect(await confirm(id, { ...cardData(), client_secret }, key)).toMatchObject({
      status: 400,
      body: mismatch,
    });
    expect(await retrieve(id, { client_secret }, key)).toMatchObject({
      status: 400,
      body: mismatch,
    });
    expect(await retrieve(id, undefined, key)).toMatchObject({
      status: 400,
      body: refusal('IR_04', 'Missing required param: client_secret'),
    });
    expect((await retrieve(id)).body).toMatchObject({ status: 'requires_payment_method' });
  });

  it('a customer’s browser gets CORS headers in the answer to a preflight request', async () => {
    const { id } = await begun();
    const answer = await live.running.call('OPTIONS', `/payments/${id}`, {
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'api-key,sentry-trace',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toContain('GET');
    expect(answer.headers.get('access-control-allow-headers')).toBe('api-key, sentry-trace');
  });
});

describe('a refused request', () => {
  it('a key that is missing, wrong, or of another kind is refused', async () => {
    const id = textAt(await pay({ amount: 1, currency: 'USD' }), 'payment_id');
    const unknown = {
      status: 401,
      body: refusal('IR_01', 'API key not provided or invalid API key used'),
    };
    const wrong = `snd_${'a'.repeat(64)}`;
    expect(await live.running.call('POST', '/payments', { body: aSale() })).toMatchObject(unknown);
    for (const key of [wrong, adminKey, live.merchant.publishableKey]) {
      expect(await pay(aSale(), key)).toMatchObject(unknown);
    }
    expect(await retrieve(id, undefined, wrong)).toMatchObject(unknown);
    expect(
      await live.running.call('GET', `/accounts/${live.merchant.id}`, { key: live.merchant.key }),
    ).toMatchObject(unknown);
  });

  it('a revoked key is refused', async () => {
    const { id, key } = await createMerchant(live.running);
    expect((await pay(aSale(), key)).status).toBe(200);
    const listed = await live.running.call('GET', `/api_keys/${id}/list`, { key: adminKey });
    const [first] = Array.isArray(listed.body) ? listed.body : [];
    successful(
      await live.running.call('DELETE', `/api_keys/${id}/${first.key_id}`, { key: adminKey }),
    );
    expect((await pay(aSale(), key)).status).toBe(401);
    const more = await Promise.all(
      Array.from({ length: 10 }, () => live.running.call('GET', '/payments/pay_1', { key })),
    );
    expect(more.map(({ status }) => status)).toEqual(Array(10).fill(401));
  });

  it('another merchant’s payment answers like an unknown one', async () => {
    const other = await createMerchant(live.running);
    const created = await pay({ amount: 6540, currency: 'USD' });
    const id = textAt(created, 'payment_id');
    const client_secret = textAt(created, 'client_secret');
    const none = {
      status: 404,
      body: refusal('HE_02', 'Payment does not exist in our records'),
    };
    expect(await retrieve(id, undefined, other.key)).toMatchObject(none);
    expect(await retrieve(id, { client_secret }, other.publishableKey)).toMatchObject(none);
    expect(await confirm(id, cardData(), other.key)).toMatchObject(none);
    expect(await confirm(id, { ...cardData(), client_secret }, other.publishableKey)).toMatchObject(
      none,
    );
    expect((await retrieve(id)).body).toMatchObject({ status: 'requires_payment_method' });
  });

  it('a second payment with the same id is refused, even with an identical request', async () => {
    const body = { ...aSale(), payment_id: newId('pay') };
    expect((await pay(body)).status).toBe(200);
    expect(await pay(body)).toMatchObject({
      status: 400,
      body: refusal(
        'HE_01',
        'The payment with the specified payment_id already exists in our records',
      ),
    });
    expect(await chargesOf(body.payment_id)).toHaveLength(1);
    // The name is the merchant's own: another may use it too.
    const other = await createMerchant(live.running);
    expect((await pay(body, other.key)).status).toBe(200);
  });

  it('an unknown path is refused, and so is an unsupported method of a path', async () => {
    expect(await live.running.call('GET', '/nowhere')).toMatchObject({
      status: 404,
      body: refusal('IR_02', 'Unrecognized request URL'),
    });
    const wrongMethod = await live.running.call('DELETE', '/payments/pay_1', {
      key: live.merchant.key,
    });
    expect(wrongMethod).toMatchObject({
      status: 405,
      body: refusal('IR_03', 'The HTTP method is not applicable for this API'),
    });
    expect(wrongMethod.headers.get('allow')).toContain('GET');
    expect((await live.running.call('OPTIONS', '/nowhere')).status).toBe(404);
  });

  it('a payment without an eligible connector is refused', async () => {
    const { key } = await createMerchant(live.running, { connectors: [] });
    const payment_id = newId('pay');
    expect(await pay({ ...aSale(), payment_id }, key)).toMatchObject({
      status: 400,
      body: refusal(
        'IR_39',
        'No eligible connector was found for the current payment method configuration',
      ),
    });
    expect(await paymentsNamed(payment_id)).toEqual([]);
  });
});

describe('a card in the vault', () => {
  const customer_acceptance = { acceptance_type: 'offline' };
  const saving = () => ({
    ...aSale(),
    customer_id: newId('cus'),
    setup_future_usage: 'off_session',
    customer_acceptance,
  });

  it('a card in the vault waits until the customer’s browser confirms without a card', async () => {
    const created = successful(await pay({ ...aSale(), confirm: false }));
    expect(created.body).toMatchObject({
      status: 'requires_confirmation',
      payment_method_data: { card: { last4: '4242', card_isin: '424242' } },
    });
    const client_secret = textAt(created, 'client_secret');
    const id = textAt(created, 'payment_id');
    expect(await confirm(id, { client_secret }, live.merchant.publishableKey)).toMatchObject({
      status: 200,
      body: { status: 'succeeded', amount_received: 6540 },
    });
    expect(await chargesOf(id)).toHaveLength(1);
  });

  it("an update replaces the payment's card in the vault, and a cancel deletes it", async () => {
    const id = textAt(successful(await pay({ ...aSale(), confirm: false })), 'payment_id');
    const update = (body: object) =>
      live.running.call('POST', `/payments/${id}`, { key: live.merchant.key, body });
    expect((await update(cardData('5555555555554444'))).body).toMatchObject({
      status: 'requires_confirmation',
      payment_method_data: { card: { last4: '4444' } },
    });
    const cancelled = await live.running.call('POST', `/payments/${id}/cancel`, {
      key: live.merchant.key,
      body: {},
    });
    expect(cancelled.body).toMatchObject({ status: 'cancelled' });
  });

  it('a card saved with a payment is on the customer’s list, and pays again', async () => {
    const first = saving();
    const { customer_id } = first;
    const paid = successful(await pay(first));
    expect(paid.body).toMatchObject({ status: 'succeeded', payment_method_status: 'active' });
    const payment_method_id = textAt(paid, 'payment_method_id');
    const listed = successful(
      await live.running.call('GET', `/customers/${customer_id}/payment_methods`, {
        key: live.merchant.key,
      }),
    );
    expect(listed.body).toMatchObject({
      customer_payment_methods: [{ payment_method_id, default_payment_method_set: true }],
    });
    const { customer_payment_methods: methods } = v.parse(Listed, listed.body);
    const sale = { amount: 1200, currency: 'USD', confirm: true, customer_id };
    const token = methods[0]?.payment_token;
    const byToken = { payment_method: 'card', payment_token: token, card_cvc: '123' };
    expect(await pay({ ...sale, ...byToken })).toMatchObject({
      status: 200,
      body: { status: 'succeeded', card_discovery: 'saved_card', payment_method_id },
    });
    const recurring_details = { type: 'payment_method_id', data: payment_method_id };
    expect(await pay({ ...sale, off_session: true, recurring_details })).toMatchObject({
      status: 200,
      body: { status: 'succeeded', payment_method_id },
    });
  });

  it("another merchant's saved card is refused like an unknown one", async () => {
    const { customer_id, ...first } = saving();
    const payment_method_id = textAt(
      successful(await pay({ ...first, customer_id })),
      'payment_method_id',
    );
    const other = await createMerchant(live.running);
    const charge = {
      amount: 1200,
      currency: 'USD',
      confirm: true,
      off_session: true,
      customer_id,
      recurring_details: { type: 'payment_method_id', data: payment_method_id },
    };
    expect(await pay(charge, other.key)).toMatchObject({
      status: 404,
      body: refusal('HE_02', 'Payment method does not exist in our records'),
    });
  });
});

describe('simultaneous requests', () => {
  it('twenty confirms of a payment with an attached card make one charge', async () => {
    const id = textAt(successful(await pay({ ...aSale(), confirm: false })), 'payment_id');
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(id, {})));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(await chargesOf(id)).toHaveLength(1);
  });

  it('fifty confirms of one payment make one charge', async () => {
    const id = textAt(successful(await pay({ amount: 6540, currency: 'USD' })), 'payment_id');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => confirm(id, cardData('4242424242424242'))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses.filter((status) => status !== 200))).not.toContain(500);
    expect((await retrieve(id)).body).toMatchObject({
      status: 'succeeded',
      amount_received: 6540,
      attempt_count: 1,
    });
    expect(await chargesOf(id)).toHaveLength(1);
  });

  it('twenty creates of one payment make one payment and one charge', async () => {
    const body = { ...aSale(), payment_id: newId('pay'), customer_id: newId('cus') };
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(body)));
    const codes = answers.map(({ status, text }) => (status === 200 ? 'made' : text));
    expect(codes.filter((code) => code === 'made')).toHaveLength(1);
    for (const code of codes) if (code !== 'made') expect(code).toContain('HE_01');
    expect(await paymentsNamed(body.payment_id)).toHaveLength(1);
    expect(await chargesOf(body.payment_id)).toHaveLength(1);
  });
});

const descriptorFolder = '/proc/self/fd';
// Only Linux lists them there.
(existsSync(descriptorFolder) ? it : it.skip)(
  'a switch that took payments has as many open connections as before them',
  async () => {
    const openDescriptors = () => readdirSync(descriptorFolder).length;
    const takePayments = async (count: number) => {
      for (let taken = 0; taken < count; taken++) {
        const body = { ...aSale(), capture_method: 'manual' };
        const payment_id = textAt(successful(await pay(body)), 'payment_id');
        const { call } = live.running;
        const { key } = live.merchant;
        const captured = await call('POST', `/payments/${payment_id}/capture`, { key, body: {} });
        expect(captured.body).toMatchObject({ status: 'succeeded' });
        const refunded = await call('POST', '/refunds', { key, body: { payment_id, amount: 600 } });
        expect(refunded.body).toMatchObject({ status: 'succeeded' });
      }
    };
    await takePayments(3);
    const before = openDescriptors();
    // Three connections of each were prepared: a payment, a capture and a refund.
    await takePayments(20);
    await eventually(() => {
      const more = openDescriptors() - before;
      if (more > 10) throw new Error(`${more} more descriptors are open than before.`);
    });
  },
);
