import { notFoundHandler } from '#platform/http/edge/not-found.ts';
import type { Operation } from '#platform/http/operation/operation.ts';
import { logTo } from '#platform/log.ts';
import { createPayment } from '#switch/payments/operations.ts';
import { operations } from '../../shared/operations.ts';
import { followedHint, routeOf, type Sent } from '../support/requests/hint-follower.ts';
import { eventOf } from '../support/switch/switch-in-memory.ts';

/*
 * Paths and methods that developers try, also those of other APIs. A program follows the hint of
 * each answer to the letter: it ends at a request that the API has, or at a sentence that says why
 * there is none. A request that reads never ends at one that changes something.
 */

const routes: readonly Operation[] = operations;
const handler = notFoundHandler(
  operations,
  logTo(() => {}),
);

async function hintOf({ method, path }: Sent): Promise<string> {
  const event = eventOf(createPayment, {});
  const http = { ...event.requestContext.http, method, path };
  const requestContext = { ...event.requestContext, http };
  const { body = '' } = await handler({ ...event, rawPath: path, requestContext });
  return JSON.parse(body).error.hint;
}

const filled = (template: string) => template.replace(/\{\w+\}/g, 'one');

/** A developer who has no answer yet. */
const nothing = { keys: {}, answered: () => undefined, choice: 0 };

/** The end of the way that the hints lead. */
async function endOf(first: Sent): Promise<string> {
  let asked = first;
  for (let step = 0; step < 4; step += 1) {
    const route = routeOf(asked);
    if (route) return `${route.method} ${route.path}`;
    const hint = await hintOf(asked);
    const next = followedHint(asked, { message: '', hint }, nothing);
    if (!next) return hint;
    asked = next;
  }
  throw new Error(`The hints about ${first.method} ${first.path} lead in a circle.`);
}

const reads = (end: string) =>
  routes.some(
    (route) =>
      `${route.method} ${route.path}` === end &&
      (route.method === 'GET' || route.repeats === 'only read'),
  );

const rows: readonly (readonly [method: string, path: string, end: string | RegExp])[] = [
  ['GET', '/payments', 'GET /payments/list'],
  ['GET', '/customers', 'GET /customers/list'],
  ['GET', '/refunds', 'POST /refunds/list'],
  ['GET', '/accounts', 'GET /accounts/list'],
  ['GET', '/payouts', 'GET /payouts/list'],
  ['GET', '/disputes', 'GET /disputes/list'],
  ['GET', '/mandates', 'GET /mandates/list'],
  ['GET', '/api_keys/one', 'GET /api_keys/{merchant_id}/list'],
  ['GET', '/payments/one/capture', /^Nothing is read at this path: it takes `POST` only\.$/],
  ['GET', '/payments/one/confirm', /^Nothing is read/],
  ['GET', '/blocklists', 'GET /blocklist'],
  ['GET', '/payment', 'GET /payments/list'],
  ['GET', '/payment_intents', 'GET /payments/list'],
  ['GET', '/payment_intents/one', 'GET /payments/{payment_id}'],
  ['POST', '/payment_intents', 'POST /payments'],
  ['POST', '/payment_intents/one/confirm', 'POST /payments/{payment_id}/confirm'],
  ['POST', '/payment-intents/one/capture', 'POST /payments/{payment_id}/capture'],
  ['POST', '/charges', 'POST /payments'],
  ['POST', '/v1/charges', 'POST /payments'],
  ['GET', '/charges/one', 'GET /payments/{payment_id}'],
  ['POST', '/transactions', 'POST /payments'],
  ['POST', '/refund', 'POST /refunds'],
  ['POST', '/payments/one/refund', 'POST /refunds'],
  ['POST', '/payments/one/refunds', 'POST /refunds'],
  ['POST', '/charges/one/refund', 'POST /refunds'],
  ['POST', '/payments/one/void', 'POST /payments/{payment_id}/cancel'],
  ['POST', '/payments/one/settle', 'POST /payments/{payment_id}/capture'],
  ['POST', '/payments/one/authorize', 'POST /payments/{payment_id}/confirm'],
  ['GET', '/payments/one/status', 'GET /payments/{payment_id}'],
  ['POST', '/checkout/sessions', 'POST /payments'],
  ['POST', '/transfers', 'POST /payouts/create'],
  ['GET', '/chargebacks', 'GET /disputes/list'],
  ['GET', '/customers/one/cards', 'GET /customers/{customer_id}/payment_methods'],
  ['PUT', '/payments/one', 'POST /payments/{payment_id}'],
  ['PATCH', '/payments/one', 'POST /payments/{payment_id}'],
  ['PATCH', '/customers/one', 'POST /customers/{customer_id}'],
  ['PUT', '/payments', 'POST /payments/{payment_id}'],
  [
    'DELETE',
    '/payments/one',
    /^Nothing is deleted at this path: `POST \/payments\/.*cancel` ends it\.$/,
  ],
  ['DELETE', '/refunds/one', /^Nothing is deleted/],
  ['GET', '/payments/one/', 'GET /payments/{payment_id}'],
  ['GET', '/v1/payments/one', 'GET /payments/{payment_id}'],
  ['GET', '/paymnets/one', 'GET /payments/{payment_id}'],
  ['GET', '/payments/lists', /payments/],
];

describe('the hint about a path that the API does not have', () => {
  it.each(rows)(
    'a program that follows the hints about %s %s ends at %s',
    async (method, path, end) => {
      const found = await endOf({ method, path });
      expect(found).toEqual(typeof end === 'string' ? end : expect.stringMatching(end));
      if (method === 'GET' && !found.startsWith('Nothing')) expect(reads(found)).toBe(true);
    },
  );

  it('a reading request to any path of the API is never led to a change', async () => {
    for (const path of new Set(routes.map((route) => filled(route.path)))) {
      const end = await endOf({ method: 'GET', path });
      expect([path, end.startsWith('Nothing') || reads(end)]).toEqual([path, true]);
    }
  });
});
