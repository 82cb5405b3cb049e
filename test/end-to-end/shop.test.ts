import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, FrameLocator, Page, Request } from 'playwright-core';
import { type MerchantPage, startMerchantPage } from '../../scripts/start/merchant-page.ts';
import {
  firstPaymentFunctions,
  nextStepFunctions,
} from '../../tools/bundle/first-payment-functions.ts';
import { inBrowser, launchBrowser } from '../shared/vault/pages/a-browser.ts';
import { receivingAt } from '../support/documents/documented-shell.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { eventually } from '../support/runner/eventually.ts';
import { freePort } from '../support/runner/free-port.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { findings, newCardNumber, newCvc, type Place } from '../support/switch/canary.ts';
import { functionsBundledLater } from '../support/switch/first-payment.ts';
import { createMerchant, newApiKey, successful } from '../support/switch/merchant.ts';
import { adminKey, textAt } from '../support/switch/switch.ts';

const root = join(import.meta.dirname, '..', '..');
const testCard = '4242424242424242';

const live = aRunningSwitch({ own: 'It is seen which functions ran at all.' });

inBrowser('the example shop', () => {
  const { it } = drawnByDay('pages');
  let browser: Browser;
  let merchantPage: MerchantPage;
  let context: BrowserContext;
  let page: Page;
  let form: FrameLocator;
  const complaints: string[] = [];
  const said: string[] = [];
  const requests: Request[] = [];

  beforeAll(async () => {
    [browser, merchantPage] = await Promise.all([
      launchBrowser(),
      startMerchantPage({
        port: 0,
        switchUrl: live.running.url,
        vaultUrl: live.running.vaultUrl,
        adminKey,
        log: (line) => said.push(line),
      }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await merchantPage?.stop();
  });
  beforeEach(async () => {
    for (const list of [complaints, said, requests]) list.length = 0;
    context = await browser.newContext({ locale: 'en-US' });
    page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('request', (request) => requests.push(request));
    await page.addInitScript(`
      window.heard = [];
      window.addEventListener('message', ({ data }) => heard.push(data));
    `);
    await page.goto(merchantPage.url);
    form = page.frameLocator('iframe');
  });
  afterEach(() => context?.close());

  async function type(number: string, code = '314') {
    await form.getByLabel('Card number').pressSequentially(number);
    await form.getByLabel('Name on card').fill('ANA LIMA');
    await form.getByLabel('Expiry date').pressSequentially('0835');
    await form.getByLabel('Security code').fill(code);
  }

  /** Presses the button as soon as it can be pressed. */
  const press = () => page.getByRole('button', { name: 'Pay' }).click();

  /** Waits for a matching text in the shop's status, and returns it. */
  const told = (text: RegExp): Promise<string> =>
    eventually(async () => {
      const found = (await page.getByRole('status').textContent()) ?? '';
      if (text.test(found)) return found;
      throw new Error(`The shop says “${found}”. ${[...said, ...complaints].join(' ')}`);
    });

  const paymentIn = (text: string) => /pay_\w+/.exec(text)?.[0] ?? 'none';

  /** A payment of the shop's, as the merchant retrieves it from the switch. */
  async function atSwitch(paymentId: string) {
    const merchantId = await merchantPage.merchantId();
    const key = textAt(successful(await newApiKey(live.running, merchantId)), 'api_key');
    return successful(await live.running.call('GET', `/payments/${paymentId}`, { key }));
  }

  const paymentsOfShop = async () => {
    const items = await live.running.items(`MERCHANT#${await merchantPage.merchantId()}#PAYMENT#`);
    return items.filter(({ sk }) => sk === 'PAYMENT');
  };

  const tokensPaidWith = () =>
    requests
      .filter((request) => new URL(request.url()).pathname === '/pay')
      .map((request) => JSON.parse(request.postData() ?? '').card_token);

  it('the example shop has the page to which the guides lead a payer back', async () => {
    await page.goto(`${merchantPage.url}/thanks?status=succeeded&payment_id=pay_1`);
    await page.getByRole('heading', { name: 'Back in the shop' }).waitFor();
    await page.getByRole('link', { name: 'Buy lemons' }).click();
    await page.getByRole('heading', { name: 'Three lemons' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('the shop is paid by a card typed into the vault’s form, and again with the next card', async () => {
    await type(testCard);
    await press();
    const paid = await told(/^Paid, thank you\. \(succeeded: pay_\w+, card 424242\*{6}4242\)$/);
    const payment = await atSwitch(paymentIn(paid));
    expect(payment.body).toMatchObject({
      status: 'succeeded',
      amount: 420,
      amount_received: 420,
      currency: 'EUR',
      payment_method: 'card',
      card_discovery: 'manual',
      payment_method_data: {
        card: {
          last4: '4242',
          card_isin: '424242',
          card_network: 'Visa',
          card_exp_month: '08',
          card_exp_year: '2035',
          card_holder_name: 'ANA LIMA',
        },
      },
    });

    await type(testCard);
    await press();
    const next = await told(new RegExp(`succeeded: (?!${paymentIn(paid)})`));
    expect((await atSwitch(paymentIn(next))).body).toMatchObject({ status: 'succeeded' });
    const tokens = tokensPaidWith();
    expect(tokens).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{32}$/)));
    expect(new Set(tokens).size).toBe(2);
    expect(complaints).toEqual([]);
    expect(said).toEqual([]);
  });

  it('the shop reports a declined card plainly, and accepts another', async () => {
    await type('4000000000000002');
    await press();
    const declined = await told(/^Not paid\. Payment declined: Card declined\. \(failed: pay_/);
    expect((await atSwitch(paymentIn(declined))).body).toMatchObject({
      status: 'failed',
      error_message: 'Payment declined: Card declined',
    });
    await type(testCard);
    await press();
    await told(/^Paid, thank you/);
  });

  it('an order of the example shop is paid by functions that npm start bundles first', async () => {
    await type(testCard);
    await press();
    await told(/^Paid, thank you/);
    expect(live.running.lines.some(({ source }) => source === 'vault.capture-card')).toBe(true);
    const named = [...firstPaymentFunctions, ...nextStepFunctions];
    expect(functionsBundledLater(live.running.lines, named)).toEqual([]);
  });

  it("the shop shows a mistyped card number's error beside its field and sends no payment", async () => {
    await type('4242424242424241');
    await press();
    await form.getByText('Please check the card number.').waitFor();
    expect(await page.getByRole('status').textContent()).toBe('');
    expect(tokensPaidWith()).toEqual([]);
    await form.getByLabel('Card number').fill(testCard);
    await press();
    await told(/^Paid, thank you/);
  });

  it('the shop accepts card data typed before the form’s script was loaded', async () => {
    const typed = Promise.withResolvers<void>();
    await page.route('**/assets/capture.*.js', async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.reload();
    await type(testCard);
    expect(await form.getByLabel('Expiry date').inputValue()).toBe('0835');
    typed.resolve();
    await press();
    await told(/^Paid, thank you/);
    expect(complaints).toEqual([]);
  });

  it("the shop sends customers to their bank's challenge and learns its outcome", async () => {
    await type('4000003800000446');
    await press();
    await page.getByRole('button', { name: 'Complete Payment' }).click();
    const paid = await told(/^Paid, thank you\. \(succeeded: pay_\w+\)$/);
    expect((await atSwitch(paymentIn(paid))).body).toMatchObject({ status: 'succeeded' });
    expect(page.url()).toBe(`${merchantPage.url}/`);

    await type('4000003800000446');
    await press();
    await page.getByRole('button', { name: 'Reject Payment' }).click();
    await told(/^Not paid\..* \(failed: pay_\w+\)$/);
  });

  it('the shop is paid once when its answer is lost and the customer presses again', async () => {
    const before = (await paymentsOfShop()).length;
    await page.route('**/pay', async (route) => {
      await route.fetch();
      await route.abort();
      await page.unroute('**/pay');
    });
    await type(testCard);
    await press();
    await told(/^We cannot say whether that is paid/);
    await press();
    const paid = await told(/^Paid, thank you/);
    expect(tokensPaidWith()).toHaveLength(2);
    const payments = await paymentsOfShop();
    expect(payments).toHaveLength(before + 1);
    expect(payments.map(({ value }) => value.id)).toContain(paymentIn(paid));
  });

  it('the shop redirects another hostname of this machine to the one that the vault allows', async () => {
    await page.goto(merchantPage.url.replace('127.0.0.1', 'localhost'));
    expect(page.url()).toBe(`${merchantPage.url}/`);
    await form.getByLabel('Card number').waitFor();
  });

  it('the shop never receives the number or the code, and can read neither at the switch', async () => {
    // A number and a code of this run; the processor knows only test cards and declines it.
    const number = newCardNumber('378282', 15);
    const code = newCvc();
    const masked = `${number.slice(0, 6)}*****${number.slice(-4)}`;
    await type(number, code);
    // While it stands in the form as well as after.
    const whileTyped = await page.content();
    await press();
    const declined = await told(/^Not paid\. .*\(failed: pay_/);
    expect(declined).toContain(masked);
    const payment = await atSwitch(paymentIn(declined));

    const isFrames = (request: Request) => request.frame() !== page.mainFrame();
    const sentBy = (some: readonly Request[]) =>
      some.map((request) => request.postData() ?? '').join('\n');
    const { origin } = new URL(live.running.vaultUrl);
    // The search does find the number: it went from the frame to the vault, once.
    const carrying = requests.filter((request) => request.postData()?.includes(number));
    expect(carrying).toHaveLength(1);
    expect(carrying.every(isFrames)).toBe(true);
    expect(carrying.map((request) => new URL(request.url()).origin)).toEqual([origin]);
    const heard = JSON.stringify(await page.evaluate('window.heard'));
    expect(heard).toContain(masked);

    const lines = live.running.lines.map(({ source, message }) => ({
      name: source,
      text: message,
    }));
    const items = (await live.running.items()).map(({ pk, sk, text }) => ({
      name: `${pk} ${sk}`,
      text,
    }));
    const own = requests.filter((request) => !isFrames(request));
    expect([lines, items, own].filter((some) => some.length < 3)).toEqual([]);
    const named = (name: string, text: string): Place => ({ name, text });
    const places: readonly Place[] = [
      ...lines,
      ...items,
      named('the page while it is typed', whileTyped),
      named('the page', await page.content()),
      named('messages to the page', heard),
      named('what the page sent', sentBy(own)),
      named('addresses', requests.map((request) => request.url()).join('\n')),
      named('what the page keeps', JSON.stringify(await context.storageState())),
      named('what the page complained of', complaints.join('\n')),
      named('what the shop says', said.join('\n')),
      named('the payment', payment.text),
      ...(await live.running.queued()).map((text) => named('a message', text)),
    ];
    expect(findings({ secrets: { 'the number': number }, code }, places)).toEqual([]);
  });
});

it("the shop's server console names the reason of an error, and prints no request data", async () => {
  const said: string[] = [];
  const switchUrl = `http://127.0.0.1:${await freePort()}`;
  const shop = await startMerchantPage({
    port: 0,
    switchUrl,
    vaultUrl: live.running.vaultUrl,
    adminKey,
    log: (line) => said.push(line),
  });
  const ask = async (path: string, body: string) => {
    const headers = { origin: shop.url, 'content-type': 'application/json' };
    return (await fetch(`${shop.url}${path}`, { method: 'POST', headers, body })).status;
  };
  try {
    const misplaced = [`{"card_token":"${testCard}"}`, testCard, `{"pan":${testCard}`, ''];
    for (const body of misplaced) expect([body, await ask('/pay', body)]).toEqual([body, 400]);
    expect(await ask('/outcome', `{"payment_id":"../${testCard}"}`)).toBe(400);
    expect(said).toEqual([]);
    expect(await ask('/session', '{}')).toBe(502);
    expect(await ask('/pay', JSON.stringify({ card_token: 'a'.repeat(32) }))).toBe(502);
    const failure = `The connection to ${switchUrl} failed during POST /accounts.`;
    expect(said).toEqual([failure, failure]);
  } finally {
    await shop.stop();
  }
});

/** A key of the merchant's own for the vault. */
async function vaultKey(merchantId: string): Promise<string> {
  const body = { api_key: { merchant_id: merchantId } };
  const made = await live.running.call('POST', atVault('api_keys'), { key: adminKey, body });
  return textAt(successful(made), 'data.attributes.api_key');
}

/** A card that goes through the form as a browser sends it; its token. */
async function typedCard(key: string): Promise<string> {
  const { call } = live.running;
  const body = { session_token: { scope: 'card' } };
  const session = successful(await call('POST', atVault('session_tokens'), { key, body }));
  const session_token = textAt(session, 'data.attributes.session_token');
  successful(await call('GET', atVault('capture_form'), { query: { session_token } }));
  const stored = await call('POST', atVault('capture_form'), {
    headers: { authorization: `Bearer ${session_token}` },
    body: {
      card: {
        card_number: testCard,
        cardholder_name: 'ANA LIMA',
        service_code: '314',
        expiration_month: '08',
        expiration_year: '2035',
      },
    },
  });
  return textAt(successful(stored), 'data.attributes.card_token');
}

const atVault = (path: string) => `${live.running.vaultUrl}/api/v1/${path}`;

it('a card that was typed into the form is saved, and pays at the customer’s next visit', async () => {
  const { id, key } = await createMerchant(live.running);
  const { call } = live.running;
  const ofVault = await vaultKey(id);
  const vault_token = await typedCard(ofVault);
  const atHand = () => call('GET', atVault('cards'), { key: ofVault });
  expect(successful(await atHand()).body).toMatchObject({
    data: [{ id: vault_token, attributes: { service_code: '***' } }],
  });
  const sale = { amount: 2_599, currency: 'EUR', confirm: true, customer_id: 'cus_1' };
  const first = successful(
    await call('POST', '/payments', {
      key,
      body: {
        ...sale,
        payment_method: 'card',
        payment_method_data: { card_token: { vault_token } },
        setup_future_usage: 'on_session',
        customer_acceptance: {
          acceptance_type: 'online',
          online: { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' },
        },
      },
    }),
  );
  expect(first.body).toMatchObject({ status: 'succeeded', payment_method_status: 'active' });

  const path = '/customers/cus_1/payment_methods';
  const list = successful(await call('GET', path, { key }));
  expect(list.body).toMatchObject({
    customer_payment_methods: [
      {
        payment_method_id: textAt(first, 'payment_method_id'),
        card: { last4_digits: '4242', expiry_month: '08', expiry_year: '2035' },
      },
    ],
  });
  const payment_token = textAt(list, 'customer_payment_methods.0.payment_token');
  const again = successful(
    await call('POST', '/payments', {
      key,
      body: { ...sale, payment_method: 'card', payment_token, card_cvc: '314' },
    }),
  );
  expect(again.body).toMatchObject({
    status: 'succeeded',
    payment_method_id: textAt(first, 'payment_method_id'),
    card_discovery: 'saved_card',
    payment_method_data: { card: { last4: '4242' } },
  });
  // The payment method has a card of its own, and the code is gone from where it was typed.
  const kept = successful(await atHand());
  expect(Object(kept.body).data).toEqual(
    [expect.not.stringMatching(vault_token), vault_token].map((token) =>
      expect.objectContaining({
        id: token,
        attributes: expect.objectContaining({ service_code: null }),
      }),
    ),
  );
  for (const { text } of [first, list, again, kept]) expect(text).not.toContain(testCard);
});

it('the shop does exactly what the documents describe, except for the ports', async () => {
  const hooks = await freePort();
  const home = await mkdtemp(join(tmpdir(), 'turnout-shop-'));
  const script = [
    `export PORT=${new URL(live.running.url).port} TURNOUT_MERCHANTS=${home}/merchants.json`,
    receivingAt(hooks, shellIn('README.md', '## A first payment')),
    shellIn('docs/vault.md', '## A first card'),
    shellIn('docs/embedding.md', '## 1. Your server makes a session token'),
    shellIn('docs/embedding.md', '## 3. Your server pays with the token'),
  ]
    .join('\n')
    .replaceAll('http://127.0.0.1:3000', live.running.url)
    .replaceAll('http://127.0.0.1:3001', live.running.vaultUrl);
  expect(script).not.toMatch(/:(3000|3001|4000)\b/);
  const said = await bash(script).finally(() => rm(home, { recursive: true }));
  expect(said).toMatch(/signature verified {2}payment_succeeded {2}pay_\w+ {2}succeeded/);
  expect(said).toContain('"card_number":"424242******4242"');
  expect(said).toMatch(/"session_token":"\w+/);
  // The README's, the vault's, and the one of the form's third step.
  expect(said.match(/"status":"succeeded","amount":\d+/g)).toEqual(
    ['2599', '2599', '420'].map((amount) => `"status":"succeeded","amount":${amount}`),
  );
  expect(said).not.toContain(testCard);
});

/** The first lines for a shell below a heading of a document. */
function shellIn(file: string, heading: string): string {
  const [, below = ''] = readFileSync(join(root, file), 'utf8').split(`${heading}\n`);
  const [, lines] = /```sh\n([\s\S]*?)```/.exec(below) ?? [];
  if (!lines) throw new Error(`${file} shows nothing to type below ${heading}.`);
  return lines;
}

/** The output of a shell that runs these lines, as a reader pastes them. Throws when one fails. */
async function bash(script: string): Promise<string> {
  // In a group of its own, so that nothing of it stays behind.
  const child = spawn('bash', ['--norc', '-e', '-o', 'pipefail', '-c', script], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  const [code] = await once(child, 'exit');
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch {
    // All of it has ended by itself.
  }
  if (code !== 0) throw new Error(`It ended with ${code}: ${said}`);
  return said;
}
