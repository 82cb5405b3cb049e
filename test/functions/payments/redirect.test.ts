import { createHmac } from 'node:crypto';
import { sandboxUrl } from '../../support/processors/sandbox-processor.ts';
import { type PageQuery, queryAt } from '../../support/requests/page-queries.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  aMerchant,
  aPaymentRequest,
  type Merchant,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const hashKey = 'hashkey01';
const challengedCard = '4000003800000446';
const start = 'https://switch.test';

/** A payment whose customer is at the processor's page, with a merchant that wants this. */
async function challenged(account: object = {}, changes: object = {}) {
  const world = switchInMemory();
  const merchant = await aMerchant(world, 'merchant_example', {
    payment_response_hash_key: hashKey,
    enable_payment_response_hash: true,
    ...account,
  });
  const { body } = await world.ask('payments.create', {
    key: merchant.key,
    body: aPaymentRequest({
      payment_id: 'pay_1',
      confirm: true,
      return_url: 'https://shop.example/return?order=A%207',
      ...byCard(challengedCard),
      ...changes,
    }),
  });
  return at(world, merchant, body);
}

function at(world: ReturnType<typeof switchInMemory>, merchant: Merchant, payment: Body) {
  const params = { payment_id: payment.payment_id, merchant_id: merchant.id };
  const stored = () =>
    world.port.items().find(({ id, sk }) => id === payment.payment_id && sk === 'PAYMENT');
  const tokenOf = async (page: Parameters<typeof queryAt>[2]): Promise<PageQuery> =>
    queryAt(world.services, params, page).catch(() => ({}));
  const seen: string[] = [];
  const { send } = world.dependencies;
  world.dependencies.send = (request, ...more) => {
    seen.push(`${request.method} ${request.url}`);
    return send(request, ...more);
  };
  return {
    ...world,
    merchant,
    payment,
    stored,
    startPage: async (changes: Ask['params'] = {}, query?: Ask['query']) =>
      world.ask('payments.redirect', {
        params: { ...params, attempt_id: `${payment.payment_id}_1`, ...changes },
        query: query ?? (await tokenOf('start')),
      }),
    back: async (way = 'return', changes: Ask['params'] = {}, { query, ...more }: Ask = {}) =>
      world.ask(`payments.${way}`, {
        params: { ...params, connector: 'stripe_test', ...changes },
        query: { ...(await tokenOf('back')), ...query },
        ...more,
      }),
    tokenOf,
    /** The number of syncs of the payment at the processor. */
    asked: () => seen.filter((request) => /^GET .*\/payments\//.test(request)).length,
    /** Acts as the customer at the processor. */
    press: async (confirm: boolean) => {
      const { attempt } = stored() as unknown as { attempt: { redirectUrl: string } };
      await world.dependencies.processor.visit(
        `${attempt.redirectUrl}/complete?confirm=${confirm}`,
      );
    },
    charges: async () =>
      (await world.dependencies.processor.ledger()).map((one) => one.chargedTimes),
  };
}

type Body = ReturnType<typeof JSON.parse>;
type Params = Readonly<Record<string, string>>;

const signatureOf = (message: string) =>
  createHmac('sha512', hashKey).update(message).digest('hex');
/** The page is closed and shows nothing else. */
const closed = {
  status: 404,
  headers: expect.objectContaining({ 'content-type': 'text/html; charset=utf-8' }),
  text: expect.stringContaining('<h1>This page is closed</h1>'),
};
/** An address of the switch with the token of its page. */
const addressed = (path: string) =>
  expect.stringMatching(new RegExp(`^${start}${path}\\?page_token=[\\w-]{22}$`));
const wrongPaths: readonly Params[] = [
  { payment_id: 'pay_2' },
  { payment_id: 'a b' },
  { merchant_id: 'merchant_other' },
  { connector: 'fauxpay' },
];
const ways = ['return', 'return-posted', 'complete', 'complete-posted'] as const;

describe('a payment that needs the customer to act', () => {
  it('a payment that needs the customer to act leads to a page of ours, never to the bank’s own', async () => {
    const { payment } = await challenged();
    expect(payment.next_action).toEqual({
      type: 'redirect_to_url',
      redirect_to_url: addressed('/payments/redirect/pay_1/merchant_example/pay_1_1'),
    });
  });

  it('a payment that needs the customer to act leads to its own window when the merchant configures that', async () => {
    const { payment } = await challenged({}, { is_iframe_redirection_enabled: true });
    expect(payment.next_action).toEqual({
      type: 'redirect_inside_popup',
      popup_url: addressed('/payments/redirect/pay_1/merchant_example/pay_1_1'),
      redirect_response_url: addressed(
        '/payments/pay_1/merchant_example/redirect/response/stripe_test',
      ),
    });
  });

  it('a payment that needs the customer to act leads nowhere any more once it is decided', async () => {
    const { press, back, ask, merchant } = await challenged();
    await press(true);
    await back();
    const shown = { key: merchant.key, params: { payment_id: 'pay_1' } };
    const { body } = await ask('payments.retrieve', shown);
    expect(body).toMatchObject({ status: 'succeeded', next_action: null });
  });
});

describe('the start page', () => {
  it('the start page leads to the processor and shows nothing of the payment', async () => {
    const { startPage, payment, merchant } = await challenged();
    const { status, headers, text } = await startPage();
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('Please wait while we process your payment...');
    expect(text).toContain(
      `<form id="payment_form" method="get" action="${sandboxUrl}/challenges/`,
    );
    for (const secret of [payment.client_secret, merchant.key, 'joseph', '6540']) {
      expect(text).not.toContain(secret);
    }
  });

  it.each([true, false])(
    'the start page shows that the payment has ended, with the link to the shop, once it is decided (%s)',
    async (confirm) => {
      const { press, back, startPage } = await challenged();
      await press(confirm);
      await back();
      const { status, headers, text } = await startPage();
      expect([status, headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
      expect(text).toContain('This payment has ended');
      expect(text).toMatch(/<a class="button" href="https:\/\/[^"]+">Back to the shop<\/a>/);
    },
  );

  it.each([
    ['is reserved', { capture_method: 'manual' }, 'requires_capture'],
    ['was cancelled', {}, 'cancelled'],
  ])(
    'the start page shows that the payment has ended, with the page that the account states, once it %s',
    async (_, changes, end) => {
      const account = { return_url: 'https://shop.example/orders' };
      const one = await challenged(account, { ...changes, return_url: undefined });
      if (end === 'cancelled') {
        const { key } = one.merchant;
        await one.ask('payments.cancel', { key, params: { payment_id: 'pay_1' }, body: {} });
      } else {
        await one.press(true);
        await one.back();
      }
      expect(one.stored()).toMatchObject({ status: end });
      const { status, text } = await one.startPage();
      expect(status).toBe(410);
      expect(text).toContain(
        '<a class="button" href="https://shop.example/orders">Back to the shop</a>',
      );
    },
  );

  it.each([true, false])(
    'the start page of a payment link that has ended leads to the page of the link (%s)',
    async (confirm) => {
      const one = await challenged({}, { confirm: false, payment_link: true });
      const { key } = one.merchant;
      const params = { payment_id: 'pay_1' };
      await one.ask('payments.confirm', { key, params, body: byCard(challengedCard) });
      await one.press(confirm);
      await one.back();
      const { status, text } = await one.startPage();
      expect(status).toBe(410);
      expect(text).toMatch(
        /<a class="button" href="https:[^"]+\/payment_link\/merchant_example\/pay_1\?[^"]+">Continue</,
      );
    },
  );

  it('the start page shows that the time is over, with the link to the shop, after the session', async () => {
    const { dependencies, startPage } = await challenged();
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 901_000);
    const { status, headers, text } = await startPage();
    expect([status, headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
    expect(text).toContain('The time to pay is over');
    expect(text).toMatch(/<a class="button" href="https:\/\/[^"]+">Back to the shop<\/a>/);
  });

  it.each<Params>([
    { payment_id: 'pay_2' },
    { merchant_id: 'merchant_other' },
    { attempt_id: 'pay_1_2' },
    { attempt_id: 'pay_1' },
  ])('the start page does not exist at %j', async (params) => {
    const { startPage } = await challenged();
    expect(await startPage(params)).toMatchObject(closed);
  });

  it('the start page does not exist without a redirect', async () => {
    const { startPage, payment } = await challenged({}, { confirm: false });
    expect(payment.status).toBe('requires_confirmation');
    expect(await startPage()).toMatchObject(closed);
  });

  it('the start page describes the device in a hidden frame first, and leads on to the address that completes the payment', async () => {
    const { startPage, stored, port, ask, merchant, tokenOf } = await challenged();
    const item = stored();
    if (!item) throw new Error('It was stored.');
    const { redirectUrl: _, ...rest } = Object(item.attempt);
    const deviceForm = { url: 'https://collect.example/v1/collect', fields: { JWT: 'one-time' } };
    const attempt = { ...rest, deviceForm };
    await port.put({ ...item, attempt }, { version: Number(item.version) });
    const { status, headers, text } = await startPage();
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(
      /; frame-src https:\/\/collect\.example; form-action https:\/\/collect\.example$/,
    );
    expect(text).toContain('name="JWT" value="one-time"');
    const { page_token } = await tokenOf('complete');
    expect(text).toContain(
      `href="https://switch.test/payments/pay_1/merchant_example/redirect/complete/stripe_test?page_token=${page_token}&amp;step=device"`,
    );
    const { body } = await ask('payments.retrieve', {
      key: merchant.key,
      params: { payment_id: 'pay_1' },
    });
    expect(body.next_action.type).toBe('redirect_to_url');
    expect(JSON.stringify(body)).not.toContain('one-time');
  });

  it('the start page posts the form that the processor requires, and shows it only to the customer', async () => {
    const { startPage, stored, port, ask, merchant } = await challenged();
    const item = stored();
    if (!item) throw new Error('It was stored.');
    const { redirectUrl: _, ...rest } = Object(item.attempt);
    const redirectForm = { url: 'https://bank.example/acs', fields: { PaReq: 'one-time"><b>' } };
    await port.put(
      { ...item, attempt: { ...rest, redirectForm } },
      { version: Number(item.version) },
    );
    const { status, text } = await startPage();
    expect(status).toBe(200);
    expect(text).toContain('method="post" action="https://bank.example/acs"');
    expect(text).toContain('name="PaReq" value="one-time&quot;&gt;&lt;b&gt;"');
    const shown = { key: merchant.key, params: { payment_id: 'pay_1' } };
    const retrieved = await ask('payments.retrieve', shown);
    expect(retrieved.body.next_action).toEqual({
      type: 'redirect_to_url',
      redirect_to_url: addressed('/payments/redirect/pay_1/merchant_example/pay_1_1'),
    });
    expect(retrieved.text).not.toContain('one-time');
  });

  it('the start page does not exist for an invalid processor URL', async () => {
    const { startPage, stored, port } = await challenged();
    const item = stored();
    if (!item) throw new Error('It was stored.');
    const attempt = { ...Object(item.attempt), redirectUrl: 'javascript:alert(1)' };
    await port.put({ ...item, attempt }, { version: Number(item.version) });
    expect(await startPage()).toMatchObject(closed);
  });
});

describe.each(ways)('the way back (%s)', (way) => {
  it.each([
    [true, 'succeeded'],
    [false, 'failed'],
  ])(
    'the redirect return syncs with the processor and sends the customer to the shop: %s',
    async (confirm, status) => {
      const { press, back, payment, stored } = await challenged();
      await press(confirm);
      const answer = await back(way);
      const query = `status=${status}&payment_id=pay_1&payment_intent_client_secret=${payment.client_secret}&amount=6540&manual_retry_allowed=false`;
      const unsigned = `https://shop.example/return?order=A%207&${query}`;
      const { location = '' } = answer.headers;
      expect(answer.status).toBe(302);
      expect(location.startsWith(unsigned)).toBe(true);
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
      expect(answer.body).toEqual({
        return_url: 'https://shop.example/return?order=A%207',
        params: expect.arrayContaining([['status', status]]),
        return_url_with_query_params: location,
        http_method: 'GET',
        headers: [],
      });
      const signed = signatureOf(
        `amount=6540&manual_retry_allowed=false&order=A 7&payment_id=pay_1&payment_intent_client_secret=${payment.client_secret}&status=${status}`,
      );
      expect(location.slice(unsigned.length)).toBe(
        `&signature=${signed}&signature_algorithm=HMAC-SHA512`,
      );
      expect(stored()).toMatchObject({ status });
    },
  );

  it('the redirect return trusts nothing that the browser states', async () => {
    const { back, stored } = await challenged();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const text = 'status=succeeded&payment_id=pay_1&PaRes=%7B%22a%22%3A1%2C%22a%22%3A2%7D';
    const posted = way.endsWith('posted') ? { text, headers, base64: true } : {};
    const answer = await back(way, {}, { query: { status: 'succeeded' }, ...posted });
    expect(answer.status).toBe(302);
    expect(stored()).toMatchObject({ status: 'requires_customer_action' });
  });

  it('the redirect return may be opened again and again, also at the same time', async () => {
    const { press, back, stored, charges } = await challenged();
    await press(true);
    const answers = await Promise.all([back(way), back(way), back(way)]);
    const { version } = Object(stored());
    answers.push(await back(way));
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
    expect(stored()).toMatchObject({ status: 'succeeded', version });
    expect(await charges()).toEqual([1]);
  });

  it.each<Params>([
    { payment_id: 'pay_2' },
    { merchant_id: 'merchant_other' },
    { connector: 'fauxpay' },
    { connector: 'nothing' },
  ])('the redirect return does not exist at %j', async (params) => {
    const { back, press, stored } = await challenged();
    await press(true);
    expect(await back(way, params)).toMatchObject(closed);
    expect(stored()).toMatchObject({ status: 'requires_customer_action' });
  });

  it('the redirect return does not exist for a payment that is not confirmed', async () => {
    const { back, payment } = await challenged({}, { confirm: false });
    const answer = await back(way);
    expect(answer).toMatchObject(closed);
    expect(answer.text).not.toContain(payment.client_secret);
  });

  it('the redirect return ends on our page without return_url, and the outcome is saved all the same', async () => {
    const { back, press, stored } = await challenged({}, { return_url: undefined });
    await press(true);
    expect(await back(way)).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_04', message: 'Missing required param: return_url' } },
    });
    expect(stored()).toMatchObject({ status: 'succeeded' });
  });

  it('the redirect return leads to the merchant account’s page when the payment names none', async () => {
    const { back, press } = await challenged(
      { return_url: 'https://shop.example/default' },
      { return_url: undefined },
    );
    await press(true);
    const { headers } = await back(way);
    expect(headers.location).toMatch(/^https:\/\/shop\.example\/default\?status=succeeded&/);
  });

  it('the redirect return is not signed when the merchant disables that', async () => {
    const { back, press } = await challenged({ enable_payment_response_hash: false });
    await press(true);
    expect((await back(way)).headers.location).not.toContain('signature');
  });

  it('the redirect return is a form when the merchant configures that', async () => {
    const { back, press, payment } = await challenged({
      redirect_to_merchant_with_http_post: true,
    });
    await press(true);
    const { status, headers, text } = await back(way);
    expect({ status, location: headers.location }).toEqual({ status: 200, location: undefined });
    expect(text).toContain('method="post" action="https://shop.example/return?order=A%207"');
    const signed = signatureOf(
      `manual_retry_allowed=false&order=A 7&payment_id=pay_1&payment_intent_client_secret=${payment.client_secret}&status=succeeded`,
    );
    expect(text).toContain(`name="signature" value="${signed}"`);
    expect(text).not.toContain('name="amount"');
  });

  it.each([false, true])(
    'the redirect return opens an app, by its URL only (form requested: %j)',
    async (byPost) => {
      const account = { redirect_to_merchant_with_http_post: byPost };
      const { back, press } = await challenged(account, {
        return_url: 'com.shop.app:/back?order=7',
      });
      await press(true);
      const { status, headers } = await back(way);
      expect(status).toBe(302);
      expect(headers.location).toMatch(
        /^com\.shop\.app:\/back\?order=7&status=succeeded&payment_id=pay_1&.*&signature=/,
      );
    },
  );

  it('the redirect return is posted to the page that opened the window', async () => {
    const { back, press } = await challenged({}, { is_iframe_redirection_enabled: true });
    await press(true);
    const { status, text } = await back(way);
    expect(status).toBe(200);
    expect(text).toContain('openurl_if_required');
    expect(text).toContain(
      'href="https://shop.example/return?order=A%207&amp;status=succeeded&amp;',
    );
  });

  it('the redirect return is closed without its token, byte by byte alike', async () => {
    const { back, ask, press, stored, asked, payment, merchant, tokenOf } = await challenged();
    await press(true);
    const other = await (await challenged()).tokenOf('back');
    const { page_token: right = '' } = await tokenOf('back');
    const { page_token: ofStart = '' } = await tokenOf('start');
    const { page_token: ofBank = '' } = await tokenOf('authorize');
    const flipped = `${right.startsWith('A') ? 'B' : 'A'}${right.slice(1)}`;
    const tokens = [
      ...['', 'x', right.slice(1), `${right}a`, right.toLowerCase(), flipped, ofStart, ofBank],
      ...[payment.client_secret, `,${right}`, other.page_token ?? ''],
    ];
    const params = { payment_id: 'pay_1', merchant_id: merchant.id, connector: 'stripe_test' };
    const answers = [
      await ask(`payments.${way}`, { params }),
      ...(await Promise.all(tokens.map((page_token) => back(way, {}, { query: { page_token } })))),
      ...(await Promise.all(
        wrongPaths.map((changes) => back(way, changes, { query: { page_token: right } })),
      )),
    ];
    const whole = answers.map(({ status, text, headers }) => {
      const { 'x-request-id': _, 'request-id': __, ...rest } = headers;
      return JSON.stringify({ status, text, rest });
    });
    expect(new Set(whole).size).toBe(1);
    expect(answers[0]).toMatchObject(closed);
    for (const secret of [payment.client_secret, 'shop.example', 'pay_1', merchant.id]) {
      expect(whole[0]).not.toContain(secret);
    }
    expect(asked()).toBe(0);
    expect(stored()).toMatchObject({ status: 'requires_customer_action' });
  });

  it('the redirect return is open whatever the processor adds to its URL', async () => {
    const { back, press, tokenOf } = await challenged();
    await press(true);
    const { page_token = '' } = await tokenOf('back');
    const queries: readonly PageQuery[] = [
      { page_token, token: 'EC-1', PayerID: '7', status: 'failed' },
      { page_token: `${page_token}?transactionId=1` },
      { page_token: `${page_token},${page_token}` },
    ];
    for (const query of queries) {
      expect((await back(way, {}, { query })).headers.location).toContain('&status=succeeded&');
    }
  });

  it('the redirect return syncs with the processor once in five seconds, however many come at once', async () => {
    const { back, asked, press, dependencies } = await challenged();
    await Promise.all(Array.from({ length: 20 }, () => back(way)));
    // All twenty waited for the next turn, which one of them got.
    expect(asked()).toBe(2);
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 5_000);
    await press(true);
    const answers = await Promise.all(Array.from({ length: 20 }, () => back(way)));
    expect(asked()).toBe(3);
    for (const { headers } of answers) expect(headers.location).toContain('&status=succeeded&');
  });

  it('the redirect return shows a customer who comes again the current state', async () => {
    const { back, press, asked } = await challenged();
    await back(way);
    await press(true);
    expect((await back(way)).headers.location).toContain('&status=succeeded&');
    expect(asked()).toBe(2);
  });

  it('the redirect return stays open when the processor cannot be asked just now', async () => {
    const { back, press, dependencies, stored } = await challenged();
    await press(true);
    dependencies.send = async () => ({ kind: 'unknown', reason: 'timeout' });
    const { headers } = await back(way);
    const next = way.startsWith('complete') ? '/payments/redirect/' : 'status=requires_customer';
    expect(headers.location).toContain(next);
    expect(stored()).toMatchObject({ status: 'requires_customer_action' });
  });
});

describe('a customer who leaves the redirect without an answer', () => {
  it.each(['return', 'return-posted'])(
    'a customer who leaves the redirect without an answer is sent to the shop (%s)',
    async (way) => {
      const { back } = await challenged();
      const { headers } = await back(way);
      expect(headers.location).toContain('&status=requires_customer_action&');
    },
  );

  it.each(['complete', 'complete-posted'])(
    'a customer who leaves the redirect without an answer is sent to the start page again (%s)',
    async (way) => {
      const { back } = await challenged();
      const location = addressed('/payments/redirect/pay_1/merchant_example/pay_1_1');
      expect(await back(way)).toMatchObject({
        status: 302,
        headers: { location },
        body: { return_url_with_query_params: location, params: [] },
      });
    },
  );
});

it('a redirect uses the profile’s setting for windows before its own default', async () => {
  const before = await challenged();
  await before.press(true);
  const items = before.port
    .items()
    .map((item) =>
      String(item.sk).startsWith('PROFILE#')
        ? { ...item, settings: { is_iframe_redirection_enabled: true } }
        : item,
    );
  const world = switchInMemory(items, before.dependencies);
  const { status, text } = await at(world, before.merchant, before.payment).back();
  expect(status).toBe(200);
  expect(text).toContain('openurl_if_required');
});

describe('the page that leads to the processor', () => {
  it('the page that leads to the processor is closed without its token, and tokens of the return do not open it', async () => {
    const { startPage, ask, tokenOf, merchant, payment } = await challenged();
    const params = {
      payment_id: 'pay_1',
      merchant_id: merchant.id,
      attempt_id: 'pay_1_1',
    };
    const right = await tokenOf('start');
    const answers = [
      await ask('payments.redirect', { params }),
      await startPage({}, await tokenOf('back')),
      await startPage({}, { page_token: payment.client_secret }),
      await startPage({ attempt_id: 'pay_1_2' }, right),
      await startPage({ attempt_id: 'a b' }, right),
      await startPage({ payment_id: 'pay_2' }, right),
      await startPage({ merchant_id: 'merchant_other' }, right),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject(closed);
    expect(answers[0]?.text).not.toContain('challenges');
  });

  it('the page that leads to the processor is closed for a guessed token, also once the payment is decided', async () => {
    const { press, back, startPage } = await challenged();
    await press(true);
    await back();
    expect(await startPage({}, { page_token: 'A'.repeat(22) })).toMatchObject(closed);
  });

  it('the page that leads to the processor has the language of the reader', async () => {
    const { ask } = await challenged();
    const params = { payment_id: 'x', merchant_id: 'y', attempt_id: 'z' };
    const headers = { 'accept-language': 'uk;q=0.9, de-AT;q=0.8, en;q=0.1' };
    const { text } = await ask('payments.redirect', { params, headers });
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('<h1>Diese Seite ist geschlossen</h1>');
  });
});

describe('the addresses of an attempt that failed, once the customer tries again', () => {
  /** The first attempt has failed at the bank, and the second one waits there. */
  async function triedAgain() {
    const world = await challenged();
    const { ask, merchant, back, press, dependencies, tokenOf } = world;
    const profile = { account_id: merchant.id, profile_id: merchant.profileId };
    await ask('profiles.update', {
      key: merchant.key,
      params: profile,
      body: { is_manual_retry_enabled: true },
    });
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 10_000);
    const before = { start: await tokenOf('start'), back: await tokenOf('back') };
    await press(false);
    await back();
    const { body } = await ask('payments.confirm', {
      key: merchant.key,
      params: { payment_id: 'pay_1' },
      body: byCard(challengedCard),
    });
    expect(body).toMatchObject({ status: 'requires_customer_action', attempt_count: 2 });
    return { ...world, before };
  }

  it('the pages of a failed attempt show that they are closed, show no secret and ask no connector, once the customer tries again', async () => {
    const { back, startPage, before, asked, payment, stored } = await triedAgain();
    const already = asked();
    const pages = [
      await startPage({}, before.start),
      ...(await Promise.all(ways.map((way) => back(way, {}, { query: before.back })))),
    ];
    for (const { status, text, headers } of pages) {
      expect([status, headers.location]).toEqual([410, undefined]);
      expect(text).toContain('<h1>This page is out of date</h1>');
      expect(text).not.toContain(payment.client_secret);
    }
    expect(asked()).toBe(already);
    expect(stored()).toMatchObject({ status: 'requires_customer_action' });
  });

  it('the pages of a failed attempt have other URLs than those of the new one', async () => {
    const { back, startPage, before, tokenOf, press } = await triedAgain();
    expect(await tokenOf('back')).not.toEqual(before.back);
    expect(await startPage({ attempt_id: 'pay_1_2' }, before.start)).toMatchObject(closed);
    await press(true);
    expect((await back()).headers.location).toContain('&status=succeeded&');
  });
});

it('no log line has a token of a redirect page', async () => {
  const { back, startPage, press, tokenOf, dependencies } = await challenged();
  await startPage();
  await press(true);
  await back();
  const logged = dependencies.logged.join('\n');
  for (const page of ['start', 'back'] as const) {
    const { page_token = '' } = await tokenOf(page);
    expect(page_token).toHaveLength(22);
    expect(logged).not.toContain(page_token);
  }
});
