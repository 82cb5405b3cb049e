import { edgeHeader, viewerHeader } from '#platform/http/callers/edge-headers.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { cardData, createMerchant, successful } from '../support/switch/merchant.ts';
import { adminKey, edgeSecret, type RunningSwitch, textAt } from '../support/switch/switch.ts';

/** The switch as it is deployed with an edge. No CloudFront runs here: the tests are in its place. */
const live = aRunningSwitch({
  start: {
    settings: {
      region: 'eu-west-1',
      apiEdge: 'on',
      apiDomain: 'pay.shop.example',
      apiCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
    },
  },
});

const customer = '203.0.113.9';

/** Calls as CloudFront does for a caller. */
const throughEdge = (running: RunningSwitch): RunningSwitch => ({
  ...running,
  call: (method, path, given) => {
    const headers = { ...given?.headers, [edgeHeader]: edgeSecret, [viewerHeader]: customer };
    return running.call(method, path, { ...given, headers });
  },
});

it.each([
  ['GET', '/health'],
  ['GET', '/accounts/list'],
  ['POST', '/payments'],
  ['GET', '/nowhere'],
  ['OPTIONS', '/payments'],
] as const)(
  '%s %s is refused around the edge, whatever else the caller shows',
  async (method, path) => {
    const asked = (headers: Readonly<Record<string, string>>) =>
      live.running.call(method, path, { key: adminKey, headers });
    const forged = { [viewerHeader]: customer, 'x-forwarded-for': customer };
    expect((await asked(forged)).status).toBe(401);
    expect((await asked({ ...forged, [edgeHeader]: '' })).status).toBe(401);
    expect((await asked({ ...forged, [edgeHeader]: 'a guess' })).status).toBe(403);
  },
);

it("routes and browsers' preflights through the edge are answered as without one", async () => {
  const { call } = throughEdge(live.running);
  expect((await call('GET', '/health')).status).toBe(200);
  expect((await call('GET', '/nowhere')).status).toBe(404);
  const preflight = await call('OPTIONS', '/payments/pay_1/confirm', {
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
});

it('the address of a customer who confirms a payment is the one that the edge states, and not one that the customer claims', async () => {
  const running = throughEdge(live.running);
  const { key, publishableKey, id } = await createMerchant(running, {});
  const body = { amount: 2599, currency: 'EUR' };
  const created = successful(await running.call('POST', '/payments', { key, body }));
  const paymentId = textAt(created, 'payment_id');
  const confirmed = await running.call('POST', `/payments/${paymentId}/confirm`, {
    key: publishableKey,
    headers: { [viewerHeader]: '192.0.2.66', 'x-forwarded-for': '192.0.2.66' },
    body: {
      client_secret: textAt(created, 'client_secret'),
      ...cardData(),
      browser_info: { language: 'de' },
    },
  });
  expect(successful(confirmed).status).toBe(200);
  const stored = JSON.stringify(await live.running.items(`MERCHANT#${id}#PAYMENT#${paymentId}`));
  expect(stored).toContain(customer);
  expect(stored).not.toContain('192.0.2.66');
  expect(stored).not.toContain('127.0.0.1');
});
