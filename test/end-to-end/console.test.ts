import { maxHeaderSize } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Alarm, Widget } from '../../console/answers.ts';
import { type LocalConsole, startConsole } from '../../console/console.ts';
import { recentLines } from '../../console/recent-lines.ts';
import { frontPageAnswer } from '../../local/http/front-page.ts';
import { frontPage } from '../../scripts/start/front-page.ts';
import { payment } from '../../scripts/turnout/payment.ts';
import { turnout } from '../../scripts/turnout/turnout.ts';
import { openSite } from '../../site/open-site.ts';
import { bundleConsole } from '../../tools/bundle/bundle-console.ts';
import { inBrowser, launchBrowser } from '../shared/vault/pages/a-browser.ts';
import { axeFindings } from '../support/browser/axe-findings.ts';
import { statusOfLongHead } from '../support/requests/refused-head.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { eventually } from '../support/runner/eventually.ts';
import { runCommand, startCommand } from '../support/runner/run-command.ts';
import fc from '../support/runner/seeded-fast-check.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { cardData, createMerchant, successful } from '../support/switch/merchant.ts';
import { adminKey, textAt } from '../support/switch/switch.ts';

const lines = recentLines();
const live = aRunningSwitch({ start: { log: lines.add } });
let served: LocalConsole;

const serve = (port: number) =>
  startConsole({
    port,
    lines,
    adminKey,
    realConnectors: async () => ['Stripe'],
    page: bundleConsole,
    docs: openSite,
    inside: live.running.assembly.inside,
    metrics: live.running.assembly.metrics,
    switchUrl: live.running.url,
    log: () => undefined,
  });
beforeAll(async () => {
  served = await serve(0);
});
afterAll(() => served?.stop());

/** Asks as the console's own page does; a body makes it an order. */
async function ask(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${served.url}${path}`, {
    headers: { ...(body !== undefined && { origin: served.url }), ...headers },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const order = {
  connector: 'stripe_test',
  card: '4242424242424242',
  amount: 1_234,
  currency: 'EUR',
};

const storyOf = ({ merchantId, paymentId }: { merchantId: string; paymentId: string }) =>
  ask(`/api/story?${new URLSearchParams({ merchantId, paymentId })}`);

describe('the server of the console', () => {
  it("the console's server refuses requests that another site could send, without any effect", async () => {
    const before = (await ask('/api/payments')).body.known;
    const orders = [{ origin: 'http://evil.example' }, { origin: 'null' }, { origin: '' }];
    for (const headers of orders) {
      expect((await ask('/api/pay', order, headers)).status).toBe(403);
    }
    const foreign = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' };
    expect((await ask('/api/payments', undefined, foreign)).status).toBe(403);
    expect((await ask('/api/payments')).body.known).toBe(before);
  });

  it("the console's server protects every answer from being read or run by another site", async () => {
    for (const path of ['/', '/page.js', '/page.css', '/api/payments', '/nowhere']) {
      const { headers } = await ask(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it.each([
    ['an unknown path', '/api/nothing', 404],
    ['an unknown table', '/api/items?table=none', 404],
    ['no table', '/api/items', 400],
    ['a place that no page stated', '/api/items?table=TABLE&from=e30x', 400],
    ['a beginning without an end', `/api/items?table=TABLE&beginning=${'x'.repeat(513)}`, 400],
    ['an unknown queue', '/api/messages?queue=none', 404],
    ['no range of a dashboard', '/api/dashboards', 400],
    ['a range that is too short', '/api/dashboards?minutes=1', 400],
    ['a range that is none', '/api/dashboards?minutes=1e9', 400],
    ['an unknown payment', '/api/story?merchantId=none&paymentId=none', 404],
    ['a story of nothing', '/api/story', 400],
    ['lines since no number', '/api/lines?since=yesterday', 400],
    ['an unknown page of docs', '/api/document?path=none.md', 404],
    ['a page outside of docs', '/api/document?path=../README.md', 404],
    ['a page of the name of a prototype', '/docs/__proto__', 404],
    ['a page of the name of an inherited member', '/docs/constructor', 404],
    ['a question of the name of an inherited member', '/constructor', 404],
  ])("the console's server reports the mistake in %s", async (_, path, status) => {
    const [table] = (await ask('/api/tables')).body.tables;
    const answer = await ask(path.replace('TABLE', table.name));
    expect(answer.status).toBe(status);
    expect(typeof answer.body.error).toBe('string');
  });

  it("the console's server answers any query with data or a refusal, and never with an internal error", async () => {
    const [table] = (await ask('/api/tables')).body.tables;
    const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const anyText = fc.oneof(
      fc.constantFrom('', 'e30', 'null', '0', '-1', '1e9', 'NaN', '5', '..', '%', table.name),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ maxLength: 9_000, size: 'max' }),
      fc.string({ maxLength: 40 }).map((one) => Buffer.from(one).toString('base64url')),
      fc.jsonValue({ maxDepth: 3 }).map(cursorOf),
    );
    const keyPart = fc.oneof(
      fc.record({ S: fc.oneof(fc.string(), fc.string({ minLength: 2_040, maxLength: 2_100 })) }),
      fc.constantFrom({ S: '\ud800' }, { S: '' }, { N: '1' }, { N: 'x' }, { S: 1 }, {}, null, []),
    );
    const aCursor = fc
      .record({ pk: keyPart, sk: keyPart, more: keyPart }, { requiredKeys: [] })
      .map(cursorOf);
    const aQuery = fc.dictionary(
      fc.constantFrom(
        ...['from', 'table', 'beginning', 'minutes', 'queue', 'status', 'text'],
        ...['merchantId', 'paymentId', '__proto__', 'constructor'],
      ),
      anyText,
    );
    const questions = fc.oneof(
      aCursor.map((from) => `/api/items?${new URLSearchParams({ table: table.name, from })}`),
      anyText.map((from) => `/api/items?${new URLSearchParams({ table: table.name, from })}`),
      fc
        .tuple(
          fc.constantFrom(
            ...['items', 'payments', 'story', 'webhooks', 'connectors', 'tables', 'queues'],
            ...['messages', 'dashboards', 'alarms', 'due', 'nothing', 'pay', '../x'],
          ),
          aQuery,
        )
        .map(([name, query]) => `/api/${name}?${new URLSearchParams(query)}`),
    );
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const answer = ask(question);
        const isLong = question.length > maxHeaderSize - 1_024;
        const status = isLong ? await statusOfLongHead(answer) : (await answer).status;
        expect([200, 400, 404, ...(isLong ? [431] : [])]).toContain(status);
      }),
      // A long text would be shortened in more steps than the stack holds.
      { numRuns: 300, endOnFailure: true },
    );
  });

  it("the console's server executes or refuses an order with any body, and never answers with an internal error", async () => {
    const id = fc.oneof(
      fc.constantFrom('\ud800', '..', '', '%', 'a/b', 'merchant_none', 'evt_none', '-'),
      fc.string({ unit: 'binary', maxLength: 200 }),
    );
    const bodies = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.record({ merchantId: id, eventId: id }),
      fc.record({ queue: id }),
      id.map((card) => ({ ...order, card })),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('resend', 'redrive', 'pay', 'nothing', '__proto__'),
        bodies,
        async (name, body) => {
          const { status } = await ask(`/api/${name}`, body);
          expect([200, 400, 404]).toContain(status);
        },
      ),
      { numRuns: 150 },
    );
    for (const merchant of ['-', '_', 'x'.repeat(64), 'merchant_none']) {
      expect((await ask(`/receive/${merchant}`, { any: 'webhook' })).status).toBe(404);
    }
  });

  it.each([
    ['a card that is no test card', { ...order, card: '4929000000006' }, 400],
    ['a connector of a real processor', { ...order, connector: 'stripe' }, 400],
    ['no amount', { ...order, amount: 0 }, 400],
    ['more than it says', { ...order, merchant: 'other' }, 400],
    ['no JSON', undefined, 400],
    ['a body without an end', { ...order, card: '4'.repeat(5_000) }, 400],
  ])("the console's server creates no payment with %s", async (_, body, status) => {
    expect((await ask('/api/pay', body ?? '')).status).toBe(status);
  });

  it("the console's server shows any merchant's payment with its whole story, and no secret of it", async () => {
    const merchant = await createMerchant(live.running, {
      connectors: ['stripe_test', 'adyen_test'],
    });
    const webhook_url = `${served.url}/receive/${merchant.id}`;
    successful(
      await live.running.call('POST', `/accounts/${merchant.id}`, {
        key: adminKey,
        body: { merchant_id: merchant.id, webhook_details: { webhook_url } },
      }),
    );
    const paid = successful(
      await live.running.call('POST', '/payments', {
        key: merchant.key,
        body: { amount: 777, currency: 'EUR', confirm: true, ...cardData() },
      }),
    );
    const paymentId = textAt(paid, 'payment_id');
    const story = await eventually(async () => {
      const found = await storyOf({ merchantId: merchant.id, paymentId });
      const kinds = found.body.entries.map(({ kind }: { kind: string }) => kind);
      if (!kinds.includes('received') || !kinds.includes('delivery')) throw new Error(kinds.join());
      return found;
    });
    const entries: { kind: string; note: string; title: string }[] = story.body.entries;
    expect(entries.map(({ kind }) => kind).slice(0, 5)).toEqual([
      ...['request', 'routing', 'change', 'exchange', 'change'],
    ]);
    expect(entries[1]?.note).toBe('stripe_test → adyen_test');
    expect(entries.find(({ kind }) => kind === 'received')).toMatchObject({
      title: 'payment_succeeded',
      note: 'verified',
    });
    expect(story.body.items).toContainEqual(
      expect.objectContaining({ processor: 'stripe_test', state: 'succeeded', amountMinor: 777 }),
    );
    expect(story.text).not.toContain('4242424242424242');
    expect(story.text).not.toMatch(/_secret_[A-Za-z0-9]{20}/);

    const list = await ask(`/api/payments?${new URLSearchParams({ text: paymentId })}`);
    expect(list.body.payments).toMatchObject([
      { id: paymentId, merchantId: merchant.id, amountMinor: 777, status: 'succeeded' },
    ]);
    expect((await ask('/api/payments?status=failed')).text).not.toContain(paymentId);
  });

  it("the console's server verifies webhooks, and marks forged ones", async () => {
    const { id } = await createMerchant(live.running);
    const forged = { event_type: 'payment_succeeded', event_id: 'evt_forged' };
    const path = `/receive/${id}`;
    const signature = { origin: served.url, 'x-webhook-signature-512': 'ab'.repeat(64) };
    expect((await ask(path, forged)).status).toBe(401);
    expect((await ask(path, forged, signature)).status).toBe(401);
    expect((await ask('/receive/nobody', forged)).status).toBe(404);
    const { receipts } = (await ask('/api/webhooks')).body;
    expect(receipts.slice(0, 3).map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      ...['unknown merchant', 'wrong signature', 'not signed'],
    ]);
  });

  it("the console's server sends changes to at most sixteen open pages", async () => {
    const ending = new AbortController();
    const open = async () => {
      const { status, body } = await fetch(`${served.url}/api/news`, { signal: ending.signal });
      return { status, reader: body?.pipeThrough(new TextDecoderStream()).getReader() };
    };
    try {
      const pages = await Promise.all(Array.from({ length: 16 }, open));
      expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
      expect((await open()).status).toBe(503);
      const [reader] = pages.map((one) => one.reader);
      expect((await reader?.read())?.value).toContain('data: {"changes":');
      await ask('/api/pay', order);
      expect((await reader?.read())?.value).toContain('data: {"changes":');
    } finally {
      ending.abort();
    }
    await eventually(async () => {
      const again = new AbortController();
      const { status } = await fetch(`${served.url}/api/news`, { signal: again.signal });
      again.abort();
      if (status !== 200) throw new Error('The closed pages still count.');
    });
  });

  it("the console's server sends an event again by the API's route", async () => {
    const { body } = await ask('/api/pay', order);
    const { eventId, merchantId } = await eventually(async () => {
      const { events } = (await ask('/api/webhooks')).body;
      const found = events.find(
        (event: { paymentId?: string; state?: string; type: string }) =>
          event.paymentId === body.paymentId &&
          event.state === 'delivered' &&
          event.type === 'payment_succeeded',
      );
      if (!found) throw new Error('It is not delivered yet.');
      return found;
    });
    const sent = await ask('/api/resend', { merchantId, eventId });
    expect(sent.body).toMatchObject({ is_delivery_successful: true });
    const { receipts } = (await ask('/api/webhooks')).body;
    const ofEvent = receipts.filter((one: { eventId?: string }) => one.eventId === eventId);
    expect(ofEvent.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      ...['verified', 'verified'],
    ]);
  });

  it("the console's server pages through a table by key prefix, and shows no secret", async () => {
    const paid = (await ask('/api/pay', order)).body;
    const [{ name: table }] = (await ask('/api/tables')).body.tables;
    const seen: string[] = [];
    let from: string | null = '';
    for (let pages = 0; from !== null && pages < 50; pages += 1) {
      const query = new URLSearchParams({
        table,
        beginning: 'MERCHANT#demo_',
        ...(from && { from }),
      });
      const page = await ask(`/api/items?${query}`);
      expect(page.status).toBe(200);
      expect(page.body.items.length).toBeLessThanOrEqual(50);
      expect(page.text).not.toMatch(/_secret_[A-Za-z0-9]{20}/);
      for (const { pk, sk } of page.body.items) seen.push(`${pk} ${sk}`);
      from = page.body.next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toContain(`MERCHANT#${paid.merchantId}#PAYMENT#${paid.paymentId} PAYMENT`);
  });

  it('the console shows each pending item with its due time', async () => {
    const { body } = await ask('/api/pay', { ...order, card: '4000003800000446' });
    const { due } = (await ask('/api/due')).body;
    const found = due.find(({ id }: { id: string }) => id === body.paymentId);
    expect(found).toMatchObject({ kind: 'payment', merchantId: body.merchantId });
    expect(found.dueAt).toBeGreaterThan(Date.now());
  });

  it("the console draws the deployment's dashboards and alarms with metrics measured on the laptop", async () => {
    await ask('/api/pay', { ...order, card: '4000000000000002' });
    await live.running.assembly.idle();
    const { dashboards } = (await ask('/api/dashboards?minutes=60')).body;
    const [business, machinery]: { name: string; widgets: Widget[] }[] = dashboards;
    expect([business?.name, machinery?.name]).toEqual([
      ...[expect.stringContaining('-business-'), expect.stringContaining('-machinery-')],
    ]);
    const byStatus = business?.widgets.find(
      (one) => one.kind === 'graph' && one.title === 'Payments by new status',
    );
    if (byStatus?.kind !== 'graph') throw new Error('There is no such graph.');
    const failed = byStatus.lines.find(({ label }) => label === 'payments failed');
    expect(failed?.values.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBeGreaterThan(0);
    const slowest = machinery?.widgets.find(
      (one) => one.kind === 'log query' && one.title.startsWith('The slowest routes'),
    );
    if (slowest?.kind !== 'log query') throw new Error('There is no such table.');
    expect(slowest.results.map(Object.fromEntries)).toContainEqual({
      route: 'POST /payments',
      requests: expect.any(Number),
      p99: expect.any(Number),
    });
    const { alarms } = (await ask('/api/alarms')).body;
    expect(alarms.filter((one: Alarm) => one.isComposite).length).toBeGreaterThan(0);
    for (const { state } of alarms) expect(['OK', 'ALARM', 'INSUFFICIENT_DATA']).toContain(state);
  });

  it("the console's server shows dead letters without receiving them, and moves them back", async () => {
    const { sqs, queues } = live.running.assembly.inside;
    const { queues: shown } = (await ask('/api/queues')).body;
    const dead = shown.find(({ title }: { title: string }) => title === 'Unsettled');
    const source = queues.find(({ name }) => name === dead.redrivesTo);
    const url = queues.find(({ name }) => name === dead.name)?.url;
    if (!source || !url) throw new Error('There is no such queue.');
    // No such payment exists, so its sync does nothing.
    const MessageBody = JSON.stringify({
      pk: 'MERCHANT#none#PAYMENT#none',
      sk: 'PAYMENT',
      dueAt: new Date().toISOString(),
    });
    await sqs('AmazonSQS.SendMessage', { QueueUrl: url, MessageBody });
    const messages = await ask(`/api/messages?${new URLSearchParams({ queue: dead.name })}`);
    expect(messages.body).toMatchObject({ total: 1, messages: [{ body: { sk: 'PAYMENT' } }] });
    expect((await ask('/api/redrive', { queue: dead.name })).body).toEqual({ moved: 1 });
    expect((await ask('/api/redrive', { queue: dead.name })).body).toEqual({ moved: 0 });
    await live.running.assembly.idle();
    expect((await ask('/api/redrive', { queue: source.name })).status).toBe(404);
  });
});

describe('the commands that ask the console', () => {
  it('a payment has its story by turnout payment, and one that does not exist has none', async () => {
    const { paymentId } = (await ask('/api/pay', order)).body;
    const place = ['--console', served.url];
    const { out } = await runCommand(payment, [paymentId, ...place]);
    expect(out).toMatch(/request {3}payments\.create/);
    expect(out).toMatch(/change {4}payment saved {2}succeeded/);
    expect(out).not.toContain('4242424242424242');
    const none = await runCommand(payment, ['pay_none', ...place]);
    expect([none.code, none.error]).toEqual([1, 'There is no payment pay_none.\n']);
    const refund = await runCommand(payment, ['ref_1', ...place]);
    expect(refund.error).toContain('Name the payment_id that this object has');
  });

  it('the lines of the log come by turnout logs as they are written', async () => {
    const following = startCommand(turnout, [
      'logs',
      '--follow',
      '--console',
      served.url,
      '--json',
    ]);
    const { paymentId } = (await ask('/api/pay', order)).body;
    await eventually(() => expect(following.out()).toContain(paymentId));
    following.end();
    const { code, out } = await following.ended;
    expect(code).toBe(0);
    const messages = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).message);
    expect(messages.join()).toContain(paymentId);
  });
});

inBrowser('the page of the console', () => {
  const { it } = drawnByDay('pages');
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function open(options: Parameters<Browser['newContext']>[0] = {}) {
    complaints.length = 0;
    context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, ...options });
    page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(served.url);
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
  }
  afterEach(() => context?.close());

  /** Pays with a button, only by keyboard. */
  async function pay(digits: string) {
    await page.keyboard.press('3');
    const button = page.getByRole('button', { name: digits });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Story of the payment' }).waitFor();
  }

  const views = [
    'Payments',
    'Events',
    'Connectors',
    'Dashboards',
    'Alarms',
    'Queues',
    'Due',
    'Tables',
  ];

  it.each(['light', 'dark'] as const)(
    'the console has no finding of axe in any view, %s',
    async (colorScheme) => {
      await open({ colorScheme });
      await pay('4000 0000 0000 0002');
      await page.locator('.entry summary').first().click();
      await page.locator('.json').first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      for (const [index, view] of views.entries()) {
        await page.keyboard.press(String(index + 1));
        await page.getByRole('heading', { name: view, exact: true }).waitFor();
        await page.locator('main .scroll, main .state').first().waitFor();
        expect([view, await axeFindings(page)]).toEqual([view, []]);
      }
      expect(complaints).toEqual([]);
    },
  );

  /** Holds the page's questions about a path until the test says how they are answered. */
  async function hold(path: string) {
    const held = Promise.withResolvers<'continue' | number>();
    await page.route(`**${path}*`, async (route) => {
      const how = await held.promise;
      if (how === 'continue') return route.continue();
      return route.fulfill({ status: how, json: { error: `The test answers ${how}.` } });
    });
    return held.resolve;
  }

  it.each(['light', 'dark'] as const)(
    'the console says in each view that its content is loading, %s',
    async (colorScheme) => {
      await open({ colorScheme });
      const answer = await hold('/api/');
      for (const [key, of] of [
        ...[['3', 'connectors'] as const, ['4', 'dashboards'] as const, ['5', 'alarms'] as const],
        ...[['6', 'queues'] as const, ['7', 'due work'] as const],
      ]) {
        await page.keyboard.press(key);
        const loading = page.getByText(`Loading ${of} …`);
        await loading.waitFor();
        expect(await page.locator('.loading[role=status][aria-busy=true]').count()).toBe(1);
        expect([of, await axeFindings(page)]).toEqual([of, []]);
      }
      answer('continue');
      await page.locator('main .scroll, main .state').first().waitFor();
      expect(await page.locator('.loading').count()).toBe(0);
    },
  );

  it.each(['light', 'dark'] as const)(
    'the console says of a payment that no longer exists how data is kept, and leads back, %s',
    async (colorScheme) => {
      await open({ colorScheme });
      await page.goto(`${served.url}/#/payments/merchant_of_before/pay_of_before`);
      const gone = page.locator('.story .state.gone');
      await gone.getByText('npm start -- --data DIR').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await gone.getByRole('link', { name: 'All payments' }).click();
      await gone.waitFor({ state: 'detached' });
    },
  );

  it('the console shows a refusal with its reason and the address to open', async () => {
    await open();
    (await hold('/api/alarms'))(403);
    await page.keyboard.press('5');
    const refused = page.locator('.state.refused');
    await refused.getByText('The test answers 403.').waitFor();
    await refused.getByText('npm start').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('the console shows a failed answer with its reason, until the next answer comes', async () => {
    await open();
    (await hold('/api/due'))(500);
    await page.keyboard.press('7');
    await page.locator('.state.failed').getByText('The test answers 500.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute('**/api/due*');
    await page.locator('.state.failed').waitFor({ state: 'detached' });
  });

  it('an empty view of the console says how its first entry comes', async () => {
    await open();
    await page.keyboard.press('/');
    await page.keyboard.type('matches no payment at all');
    const empty = page.locator('.state.empty');
    await empty.getByRole('button', { name: 'Show all payments' }).click();
    await empty.waitFor({ state: 'detached' });
    await page.route('**/api/webhooks', (route) =>
      route.fulfill({ json: { events: [], receipts: [], receiver: `${served.url}/receive/` } }),
    );
    await page.keyboard.press('2');
    await page.getByText('No event yet.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Make a payment with a test card' }).first().click();
    await page.getByRole('heading', { name: 'Connectors' }).waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'the console says since when its connection is lost, keeps the data, and reconnects, %s',
    async (colorScheme) => {
      await open({ colorScheme });
      await pay('4242 4242 4242 4242');
      const { port } = new URL(served.url);
      await served.stop();
      await page.getByText(/No connection since \d\d:\d\d:\d\d/).waitFor();
      await page.getByText('Not connected').waitFor();
      expect(await page.locator('.entry').count()).toBeGreaterThan(0);
      expect(await axeFindings(page)).toEqual([]);
      served = await serve(Number(port));
      await page.getByText('No connection since').waitFor({ state: 'detached' });
      await page.getByText('Live').waitFor();
    },
  );

  it.each(['light', 'dark'] as const)(
    'the front page of the API leads to the console, and axe has no finding, %s',
    async (colorScheme) => {
      await open({ colorScheme, viewport: { width: 320, height: 640 } });
      const shown = frontPage({ console: served.url, shop: 'http://127.0.0.1:3003' });
      if (!shown) throw new Error('There is no page.');
      const { status, headers, body } = frontPageAnswer(shown);
      await page.route('http://api.test/', (route) => route.fulfill({ status, headers, body }));
      await page.goto('http://api.test/');
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      expect(
        await page.evaluate('getComputedStyle(document.querySelector("main h1")).margin'),
      ).toBe('0px 0px 8px');
      await page.getByRole('link', { name: 'Console', exact: true }).click();
      await page.getByRole('heading', { name: 'Payments' }).waitFor();
      expect(complaints).toEqual([]);
    },
  );

  it('an alarm of the console is a sentence with its runbook beside it', async () => {
    await open();
    await page.keyboard.press('5');
    const alarm = page.locator('.alarm', { hasText: 'ServerErrors' });
    await alarm.getByText('More than 1 % of requests failed on our side').waitFor();
    await alarm.getByText(/threshold is 1\./).waitFor();
    await alarm.getByRole('link', { name: 'Runbook: errors for ServerErrors' }).click();
    const runbook = page.getByRole('region', { name: 'Text of docs/runbooks/errors.md' });
    await runbook.getByRole('heading', { name: 'Find the cause' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await runbook.getByRole('link', { name: 'table trouble' }).click();
    await page.getByRole('heading', { name: 'Table trouble' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs/runbooks/table-trouble.html');
  });

  it.each([320, 360, 390])(
    'no view of the console is wider than a phone of %i pixels, and a story is readable there',
    async (width) => {
      await open({ viewport: { width, height: 740 } });
      await pay('4000 0000 0000 0002');
      const excess = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
      await page.locator('.entry summary').first().click();
      await page.locator('.entry .json').first().waitFor();
      expect(await excess()).toBe(0);
      const what = await page.locator('.entry .what').first().boundingBox();
      expect(what?.width).toBeGreaterThan(width * 0.75);
      for (const [index, view] of views.entries()) {
        await page.keyboard.press(String(index + 1));
        await page.getByRole('heading', { name: view, exact: true }).waitFor();
        await page.locator('main .scroll, main .state').first().waitFor();
        expect([view, await excess()]).toEqual([view, 0]);
      }
      expect(await axeFindings(page)).toEqual([]);
    },
  );

  it('a number of any length stays inside its box in the dashboards', async () => {
    await open({ viewport: { width: 320, height: 740 } });
    const numbers = [123_456_789_012, 0.000_012_3, 7].map((value, index) => ({
      label: `a_label_of_a_series_without_any_space_${index}`.repeat(3),
      value,
    }));
    const widget = { kind: 'number', title: 'Long', numbers, onlyInAws: [] };
    const widgets = [{ ...widget, x: 0, y: 0, width: 6, height: 4 }];
    await page.route('**/api/dashboards*', (route) =>
      route.fulfill({ json: { dashboards: [{ name: 'turnout-laptop-business', widgets }] } }),
    );
    await page.keyboard.press('4');
    await page.getByText('123.46B').waitFor();
    const excess = () =>
      page.evaluate(`[...document.querySelectorAll('.widget, .widget *')].filter(
        (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline',
      ).length`);
    expect(await excess()).toBe(0);
    await page.setViewportSize({ width: 1_280, height: 800 });
    expect(await excess()).toBe(0);
  });

  it('the console says that its connection is lost when only its questions have no answer', async () => {
    await open();
    const questions = /\/api\/(?!news)/;
    await page.route(questions, (route) => route.abort());
    await page.getByText('No connection since').waitFor();
    await page.getByText('Not connected').waitFor();
    await page.unroute(questions);
    await page.getByText('No connection since').waitFor({ state: 'detached' });
    await page.getByText('Live').waitFor();
  });

  it('a browser at a refused address of the console gets a page with the address to open', async () => {
    await open();
    const refusal = await page.goto(`${served.url}/nowhere`);
    expect(refusal?.status()).toBe(404);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: `Open the console at ${served.url}` }).click();
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
  });

  it('the console shows the whole story of a payment that a button created, without a reload', async () => {
    await open();
    await pay('4242 4242 4242 4242');
    const story = page.getByRole('region', { name: 'Story of the payment' });
    await story.locator('.entry.received', { hasText: 'payment_succeeded' }).waitFor();
    for (const kind of ['request', 'routing', 'exchange', 'change', 'event', 'delivery']) {
      expect(await story.locator(`.entry.${kind}`).count()).toBeGreaterThan(0);
    }
    expect(await story.getByText('verified').count()).toBeGreaterThan(0);
    expect(await page.locator('tr.open').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('the console can be used with the keyboard only', async () => {
    await open();
    await pay('4242 4242 4242 4242');
    await pay('5555 5555 5555 4444');
    await page.keyboard.press('1');
    await page.getByRole('region', { name: 'List of payments' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('demo_');
    await page.locator('tbody tr').nth(1).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const first = await page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('ArrowDown');
    const second = await page.evaluate('document.activeElement.textContent');
    expect([first, second]).toEqual([
      expect.stringMatching(/^pay_/),
      expect.not.stringMatching(String(first)),
    ]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: String(second) }).waitFor();
    await page.locator('.entry summary').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.entry .json').first().waitFor();
  });

  it('the console draws graphs that follow the measurements in the colours of the page', async () => {
    await open({ colorScheme: 'light' });
    await pay('4242 4242 4242 4242');
    await page.keyboard.press('4');
    const graph = page.locator('.widget', { hasText: 'Payments by new status' });
    await graph.locator('canvas').waitFor();
    await graph.getByText('payments succeeded').waitFor();
    await page.getByLabel('Range').selectOption('last 1 hour');
    await page.getByLabel('Colours').selectOption('dark');
    await graph.locator('canvas').waitFor();
    await page.getByRole('link', { name: 'Machinery' }).click();
    await page.locator('.states .badge').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('the console is dark or light as the person chooses, and remembers the choice', async () => {
    await open({ colorScheme: 'light' });
    const ground = () =>
      page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await ground();
    await page.getByLabel('Colours').selectOption('dark');
    const dark = await eventually(async () => {
      const now = await ground();
      if (now === light) throw new Error('It is light.');
      return now;
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    expect(await ground()).toBe(dark);
  });

  it('the console changes nothing while it is paused', async () => {
    await open();
    await page.keyboard.press('p');
    await page.getByText('Paused').waitFor();
    const { paymentId } = (await ask('/api/pay', order)).body;
    await eventually(async () => {
      const { payments } = (await ask('/api/payments')).body;
      if (payments[0].id !== paymentId) throw new Error('It is not listed yet.');
    });
    expect(await page.getByText(paymentId).count()).toBe(0);
    await page.keyboard.press('p');
    await page.getByText(paymentId).waitFor();
  });

  it('the console shows texts from strangers as plain text and runs no script in them', async () => {
    const hostile = '<img src=x onerror="document.title=\'broken\'"><script>alert(1)</script>';
    const { id } = await createMerchant(live.running);
    await ask(`/receive/${id}`, { event_type: hostile, event_id: hostile, content: { hostile } });
    await open();
    await page.keyboard.press('2');
    const summary = page.locator('.receipts summary', { hasText: 'onerror' }).first();
    await summary.click();
    await page.locator('.receipts .json', { hasText: '<script>' }).first().waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toContain('Webhooks');

    // The story of the payment shows the answer of the merchant's server.
    const path = `/hostile/${id}`;
    live.receiver.behave(path, { status: 500, body: hostile });
    const webhook_details = { webhook_url: `${live.receiver.url}${path}` };
    const merchant = await createMerchant(live.running, { account: { webhook_details } });
    const paid = successful(
      await live.running.call('POST', '/payments', {
        key: merchant.key,
        body: { amount: 500, currency: 'EUR', confirm: true, ...cardData() },
      }),
    );
    const paymentId = textAt(paid, 'payment_id');
    await page.goto(`${served.url}/#/payments/${merchant.id}/${paymentId}`);
    await page.locator('.entry.delivery .line').first().click();
    await page.locator('.entry.delivery .json', { hasText: 'alert(1)' }).first().waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
