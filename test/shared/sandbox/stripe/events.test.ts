import { createHmac } from 'node:crypto';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { settlingMs, shownSettlingMs } from '#sandbox/ledger.ts';
import { atStripe, byCard } from '../../../support/processors/at-stripe.ts';

const good = '4242424242424242';

/** A key with an endpoint, and the requests that it received. */
async function listening(enabledEvents: readonly string[] = ['*']) {
  const requests: HttpRequest[] = [];
  let status = 200;
  const stripe = atStripe({
    onNotification: async (request) => {
      requests.push(request);
      return { status };
    },
  });
  const endpoint = await stripe.post('webhook_endpoints', {
    url: 'https://switch.example/webhooks/shop_1/stripe',
    enabled_events: enabledEvents,
  });
  const events = () => requests.map(({ body }) => JSON.parse(String(body)));
  return {
    ...stripe,
    requests,
    endpoint: endpoint.body,
    events,
    types: () => events().map(({ type }) => type),
    refuse: (next: number) => {
      status = next;
    },
    /** Advances the clock, and sends the due webhooks. */
    later: async (ms: number) => {
      stripe.wait(ms);
      await stripe.sendNotifications();
    },
  };
}

it('an event is signed with the endpoint’s secret, and has the whole object', async () => {
  const { pay, requests, endpoint, get } = await listening();
  const { body } = await pay(good, { metadata: { order_id: 'pay_1_1' } });
  const [request] = requests;
  expect(request).toMatchObject({
    method: 'POST',
    url: 'https://switch.example/webhooks/shop_1/stripe',
  });
  const header = request?.headers['stripe-signature'] ?? '';
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const expected = createHmac('sha256', endpoint.secret)
    .update(`${seconds}.${request?.body}`)
    .digest('hex');
  expect(signature).toBe(expected);
  const event = JSON.parse(String(request?.body));
  expect(event).toMatchObject({
    object: 'event',
    api_version: '2022-11-15',
    type: 'payment_intent.succeeded',
    data: { object: body },
  });
  expect((await get(`events/${event.id}`)).body).toEqual(event);
});

it('an event is not sent where no endpoint is registered', async () => {
  const requests: HttpRequest[] = [];
  const stripe = atStripe({
    onNotification: async (request) => {
      requests.push(request);
      return undefined;
    },
  });
  await stripe.pay(good);
  expect(requests).toEqual([]);
});

it('an endpoint gets the types that it asked for, and another key’s gets nothing', async () => {
  const { pay, types } = await listening(['payment_intent.canceled']);
  await pay(good);
  await pay(good, {}, { key: 'sk_test_another' });
  expect(types()).toEqual([]);
});

it('every change of an intent is one event', async () => {
  const { pay, post, types } = await listening();
  const { body } = await pay(good, {
    capture_method: 'manual',
    payment_method_options: { card: { request_incremental_authorization: 'if_available' } },
  });
  const path = `payment_intents/${body.id}`;
  await post(`${path}/increment_authorization`, { amount: 8_000 });
  await post(`${path}/capture`);
  await post(`${path}/capture`);
  expect(types()).toEqual([
    'payment_intent.amount_capturable_updated',
    'payment_intent.amount_capturable_updated',
    'payment_intent.succeeded',
  ]);
});

it('a declined, a cancelled and a rejected payment have events of their own', async () => {
  const { pay, post, press, types } = await listening();
  await pay('4000000000000002');
  const reserved = await pay(good, { capture_method: 'manual' });
  await post(`payment_intents/${reserved.body.id}/cancel`);
  const asked = await pay('4000000000003220');
  const page = asked.body.next_action.redirect_to_url.url;
  await press(page, false);
  await press(page, true);
  expect(types()).toEqual([
    'payment_intent.payment_failed',
    'payment_intent.amount_capturable_updated',
    'payment_intent.canceled',
    'payment_intent.requires_action',
    'payment_intent.payment_failed',
  ]);
});

it('a setup intent has events of its own', async () => {
  const { post, press, types } = await listening();
  const { payment_method_data } = byCard('4000000000003220');
  const { body } = await post('setup_intents', { confirm: true, payment_method_data });
  await press(body.next_action.redirect_to_url.url, true);
  expect(types()).toEqual(['setup_intent.requires_action', 'setup_intent.succeeded']);
});

it('a repeat under the same idempotency key sends no second event', async () => {
  const { pay, types } = await listening();
  const asked = { idempotencyKey: 'attempt-1' };
  await Promise.all([pay(good, {}, asked), pay(good, {}, asked), pay(good, {}, asked)]);
  expect(types()).toEqual(['payment_intent.succeeded']);
});

it('a debit that succeeds by itself is heard of when it does', async () => {
  const { post, types, later, events } = await listening();
  const data = { type: 'sepa_debit', sepa_debit: { iban: 'DE89370400440532013000' } };
  await post('payment_intents', {
    ...byCard(good, {
      currency: 'eur',
      payment_method_data: data,
      mandate_data: { customer_acceptance: { type: 'offline' } },
    }),
  });
  expect(types()).toEqual(['payment_intent.processing']);
  await later(settlingMs + 1_000);
  expect(types()).toEqual(['payment_intent.processing', 'payment_intent.succeeded']);
  expect(events()[1].data.object.status).toBe('succeeded');
});

it('a payment that the customer completes before its time is heard of once', async () => {
  const { pay, press, types, later } = await listening();
  const data = { type: 'wechat_pay' };
  const { body } = await pay(good, { payment_method_data: data });
  await press(body.next_action.wechat_pay_display_qr_code.hosted_instructions_url, true);
  await later(shownSettlingMs + 2_000);
  expect(types()).toEqual(['payment_intent.requires_action', 'payment_intent.succeeded']);
});

it('4988080000000000 is said to have succeeded, and then to have failed at an older time', async () => {
  const { pay, events, later } = await listening();
  await pay('4988080000000000');
  await later(1_000);
  const [first, second] = events();
  expect([first.type, second.type]).toEqual([
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
  ]);
  expect(first.created - second.created).toBe(60);
});

it('a refund is heard of once, when it is decided', async () => {
  const { pay, post, types, events, later } = await listening(['charge.refund.updated']);
  const metadata = { order_id: 'ref_1' };
  const at = async (card: string) => (await pay(card)).body.id;
  await post('refunds', { payment_intent: await at(good), amount: 40, metadata });
  await post('refunds', { payment_intent: await at('4000000000007726'), amount: 50, metadata });
  expect(types()).toEqual(['charge.refund.updated']);
  await later(settlingMs + 1_000);
  expect(events().map(({ data }) => data.object)).toMatchObject([
    { object: 'refund', amount: 40, status: 'succeeded', metadata },
    { object: 'refund', amount: 50, status: 'succeeded', metadata },
  ]);
});

it('an event that is not taken comes again, with the same id', async () => {
  const { pay, refuse, later, events } = await listening();
  refuse(500);
  await pay(good);
  refuse(200);
  await later(200_000);
  const ids = events().map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

describe('webhook endpoints', () => {
  it('Stripe webhook endpoints are listed, changed and deleted, and show their secret once', async () => {
    const { endpoint, get, post, ask, pay, types } = await listening();
    expect(endpoint).toMatchObject({
      id: expect.stringMatching(/^we_/),
      secret: expect.stringMatching(/^whsec_\w{32}$/),
      status: 'enabled',
    });
    const { secret: _, ...shown } = endpoint;
    expect((await get('webhook_endpoints')).body.data).toEqual([shown]);
    expect((await get(`webhook_endpoints/${endpoint.id}`)).body).toEqual(shown);
    const changed = await post(`webhook_endpoints/${endpoint.id}`, { disabled: true });
    expect(changed.body).toEqual({ ...shown, status: 'disabled' });
    await pay(good);
    expect(types()).toEqual([]);
    expect((await ask('DELETE', `webhook_endpoints/${endpoint.id}`)).body.deleted).toBe(true);
    expect((await get(`webhook_endpoints/${endpoint.id}`)).status).toBe(404);
  });

  it('Stripe webhook endpoints are registered once under one idempotency key, with one secret', async () => {
    const { post, get } = atStripe();
    const form = { url: 'https://shop.example/events', enabled_events: ['*'] };
    const asked = { idempotencyKey: 'endpoint-1' };
    const [first, again] = [
      await post('webhook_endpoints', form, asked),
      await post('webhook_endpoints', form, asked),
    ];
    expect(again.body).toEqual(first.body);
    expect((await get('webhook_endpoints')).body.data).toHaveLength(1);
  });

  it('Stripe webhook endpoints are refused without an address', async () => {
    const { post } = atStripe();
    const answer = await post('webhook_endpoints', { url: 'nowhere', enabled_events: ['*'] });
    expect(answer.status).toBe(400);
  });
});
