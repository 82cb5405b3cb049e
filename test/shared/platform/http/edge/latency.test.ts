import { setTimeout as sleep } from 'node:timers/promises';
import { countWaiting, withLatency } from '#platform/http/edge/latency.ts';
import { byCard } from '../../../../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  switchDependencies,
  switchInMemory,
} from '../../../../support/switch/switch-in-memory.ts';

const sale = { amount: 2_599, currency: 'EUR', confirm: true, ...byCard() };
const asking = { 'x-hs-latency': 'true' };

/** A merchant whose processor takes its time. */
async function aSlowProcessor(ms: number) {
  const { send, ...dependencies } = switchDependencies();
  const slowly: typeof send = async (...sent) => {
    await sleep(ms);
    return send(...sent);
  };
  const world = switchInMemory([], { ...dependencies, send: slowly });
  const { key } = await aMerchant(world, 'merchant_slow');
  return (name: string, request: object) => world.ask(name, { key, ...request });
}

it('an answer about a payment states how long the switch took itself, without the time of the processor', async () => {
  const ask = await aSlowProcessor(300);
  const started = performance.now();
  const { status, headers } = await ask('payments.create', { body: sale, headers: asking });
  const tookMs = performance.now() - started;
  expect(status).toBe(200);
  expect(headers['x-hs-latency']).toMatch(/^\d+$/);
  expect(Number(headers['x-hs-latency'])).toBeLessThanOrEqual(tookMs - 290);
  expect(headers['access-control-expose-headers']).toContain('x-hs-latency');
});

it.each([
  ['does not ask for it', sale, {}],
  ['asks for it in another word', sale, { 'x-hs-latency': 'TRUE' }],
  ['refuses it', sale, { 'x-hs-latency': 'false' }],
  ['asks no processor', { ...sale, confirm: false }, asking],
  ['is refused', { ...sale, amount: -1 }, asking],
])('the answer to a request that %s states no latency', async (_, body, headers) => {
  const ask = await aSlowProcessor(0);
  const answer = await ask('payments.create', { body, headers });
  expect(answer.headers).not.toHaveProperty('x-hs-latency');
});

it('an answer about a refund states no latency', async () => {
  const ask = await aSlowProcessor(0);
  const { body } = await ask('payments.create', { body: sale });
  const { payment_id } = body;
  const refunded = await ask('refunds.create', { body: { payment_id }, headers: asking });
  expect(refunded.status).toBe(200);
  expect(refunded.headers).not.toHaveProperty('x-hs-latency');
});

it('a request that waits for two processors at once states no negative latency', async () => {
  const answer = await withLatency(
    { name: 'payments.create' },
    { headers: asking, started: performance.now() },
    async () => {
      countWaiting(60_000);
      countWaiting(60_000);
      return { statusCode: 200, headers: { via: 'HyperSwitch' } };
    },
  );
  expect(answer.headers).toEqual({ via: 'HyperSwitch', 'x-hs-latency': '0' });
});
