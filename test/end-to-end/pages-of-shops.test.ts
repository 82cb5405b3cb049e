import http from 'node:http';
import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import { portOf } from '../../local/port-of.ts';
import { inBrowser, launchBrowser } from '../shared/vault/pages/a-browser.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { cardData, successful } from '../support/switch/merchant.ts';
import { adminKey, textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch({ merchant: {} });

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const Read = v.object({
  status: v.number(),
  headers: v.record(v.string(), v.string()),
  text: v.string(),
});

/** Headers that monitoring adds to a page's requests to other origins. */
const ofMonitoring: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    'Sentry',
    { 'sentry-trace': '4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1', baggage: 'a=b' },
  ],
  [
    'Datadog',
    {
      'x-datadog-trace-id': '1',
      'x-datadog-parent-id': '2',
      'x-datadog-origin': 'rum',
      'x-datadog-sampling-priority': '1',
    },
  ],
  ['New Relic', { newrelic: 'eyJ2IjpbMCwxXX0=', tracestate: 'a=b', traceparent: '00-1-2-01' }],
  ['Elastic', { 'elastic-apm-traceparent': '00-1-2-01', traceparent: '00-1-2-01' }],
  ['OpenTelemetry', { traceparent: '00-1-2-01', tracestate: 'a=b', baggage: 'a=b' }],
  ['a shop’s own code', { 'X-Shop-Session': '1' }],
];

inBrowser("a shop's page in a browser", () => {
  let browser: Browser;
  let page: Page;
  const shop = http.createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Shop</title>');
  });

  beforeAll(async () => {
    browser = await launchBrowser();
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${portOf(shop.address())}/`);
  });
  afterAll(async () => {
    await browser?.close();
    shop.closeAllConnections();
    shop.close();
  });

  /** What the page's own code reads of an answer. Rejects where the browser shows it none. */
  const fetched = async (path: string, { method = 'GET', headers = {}, body }: Asked = {}) => {
    const asked = {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    const url = JSON.stringify(`${live.running.url}${path}`);
    return v.parse(
      Read,
      await page.evaluate(`fetch(${url}, ${JSON.stringify(asked)}).then(async (answer) => ({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        text: await answer.text(),
      }))`),
    );
  };

  const newPayment = async () => {
    const body = { amount: 2_599, currency: 'EUR' };
    const { key } = live.merchant;
    return successful(await live.running.call('POST', '/payments', { key, body }));
  };

  it.each(ofMonitoring)('a page with %s pays', async (_, headers) => {
    const payment = await newPayment();
    const confirmed = await fetched(`/payments/${textAt(payment, 'payment_id')}/confirm`, {
      method: 'POST',
      headers: {
        'api-key': live.merchant.publishableKey,
        'content-type': 'application/json',
        ...headers,
      },
      body: { client_secret: textAt(payment, 'client_secret'), ...cardData() },
    });
    expect([confirmed.status, JSON.parse(confirmed.text).status]).toEqual([200, 'succeeded']);
    expect(confirmed.headers).toMatchObject({
      'x-request-id': expect.any(String),
      via: 'HyperSwitch',
    });
  });

  const json = { 'content-type': 'application/json', traceparent: '00-1-2-01' };

  it.each<[string, string, Asked, number, string]>([
    ['an unknown path', '/nowhere', { headers: json }, 404, 'IR_02'],
    [
      'an unknown path with a body',
      '/v1/payments',
      { method: 'POST', headers: json, body: {} },
      404,
      'IR_02',
    ],
    [
      'a method that a path does not have',
      '/payments/pay_1',
      { method: 'PATCH', headers: json, body: {} },
      405,
      'IR_03',
    ],
    ['no key', '/payments', { method: 'POST', headers: json, body: {} }, 401, 'IR_01'],
    [
      'a key that is not for pages',
      '/refunds',
      {
        method: 'POST',
        headers: { ...json, 'api-key': 'pk_snd_1' },
        body: { payment_id: 'pay_1' },
      },
      401,
      'IR_01',
    ],
    [
      'text that is no JSON',
      '/payments',
      { method: 'POST', headers: json, body: '{' },
      400,
      'IR_06',
    ],
    [
      'another content type',
      '/payments',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' },
      400,
      'IR_06',
    ],
    [
      'a body that is too large',
      '/payments',
      { method: 'POST', headers: json, body: { description: 'x'.repeat(2_000_000) } },
      400,
      'IR_06',
    ],
  ])('a page reads the refusal of %s', async (_, path, asked, status, code) => {
    const answer = await fetched(path, asked);
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([status, code]);
    expect(answer.headers['x-request-id']).toMatch(/\w/);
  });

  it("a page can't act with an operator's key", async () => {
    const headers = { ...json, 'api-key': adminKey };
    const asked = { method: 'POST', headers, body: { merchant_id: 'mer_of_a_page' } };
    await expect(fetched('/accounts', asked)).rejects.toThrow('Failed to fetch');
    expect((await live.running.call('OPTIONS', '/accounts')).status).toBe(405);
    const found = await live.running.call('GET', '/accounts/mer_of_a_page', { key: adminKey });
    expect(found.status).toBe(404);
  });
});
