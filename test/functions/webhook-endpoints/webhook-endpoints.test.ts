import { Webhook } from 'standardwebhooks';
import type { Sent } from '#platform/http/egress/egress.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { applyOutcome } from '#switch/payments/lifecycle/apply-outcome.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { slowReceivers } from '#webhooks/delivery/slow-receivers.ts';
import { deliverWebhook } from '../../../functions/queues/deliver-webhook.ts';
import { findDue } from '../../../functions/queues/find-due.ts';
import { publishEvents } from '../../../functions/queues/publish-events.ts';
import { aProcessingPayment, later as laterThan } from '../../support/entities/a-payment.ts';
import { answered, recordingQueue, timedOut } from '../../support/receivers/webhook-delivery.ts';
import {
  type Answer,
  adminKey,
  aMerchant,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const first = 'https://shop.example/first';
const second = 'https://shop.example/second';
const hashKey = 'hash key of the account';
const password = 'password of the shop';

const bodyOf = ({ status, body }: Answer) => {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

/** A merchant with a `webhook_url`, whose servers return set answers. */
async function aShop(details: object = { webhook_url: first }) {
  const answers = new Map<string, Sent>();
  const received: HttpRequest[] = [];
  const world = switchInMemory([], {
    ...switchDependencies(),
    receiver: async (request) => {
      received.push(request);
      return answers.get(request.url) ?? answered(200);
    },
  });
  const { services, dependencies } = world;
  const merchant = await aMerchant(world, 'merchant_example', {
    payment_response_hash_key: hashKey,
    webhook_details: details,
  });
  const { id: merchant_id, key, profileId } = merchant;
  const queues = {
    deliveries: recordingQueue<DeliveryMessage>(),
    slow: recordingQueue<DeliveryMessage>(),
    undelivered: recordingQueue<DeliveryMessage>(),
  };
  const deliver = deliverWebhook({
    ...services,
    queues,
    slowReceivers: slowReceivers(services.table, services.configurations, services.clock),
  });
  const before = aProcessingPayment({ merchantId: merchant_id, profileId });
  const outcome = { result: 'captured', connectorTransactionId: 'txn_1' } as const;
  const paid = applyOutcome(before, { attemptId: before.attempt.id, outcome }, laterThan(1));
  const about =
    (name: string) =>
    (endpoint_id: unknown, body?: object, by: object = { key }) =>
      world.ask(`webhook-endpoints.${name}`, {
        ...by,
        params: { merchant_id, endpoint_id: String(endpoint_id) },
        ...(body && { body }),
      });
  return {
    ...world,
    merchant,
    received,
    queues,
    answers,
    create: (body: object = { url: second }, by: object = { key }) =>
      world.ask('webhook-endpoints.create', { ...by, params: { merchant_id }, body }),
    list: (by: object = { key }) =>
      world.ask('webhook-endpoints.list', { ...by, params: { merchant_id } }),
    retrieve: about('retrieve'),
    update: about('update'),
    remove: about('delete'),
    test: about('test'),
    undelivered: async () =>
      bodyOf(await world.ask('events.undelivered', { key, params: { merchant_id } })).events,
    /** A container has read the settings again by then. */
    later(seconds = 3) {
      const { now } = dependencies.clock;
      dependencies.clock.now = new Date(now.getTime() + seconds * 1_000);
    },
    /** Publishes that one payment succeeded; the messages for its receivers. */
    publish: () => publishEvents(services)({ before, after: { ...paid, version: 2 } }),
    deliver: (body: DeliveryMessage) => deliver({ body }),
    /** The messages that the search for due items sends. */
    async due() {
      const deliveries = recordingQueue<DeliveryMessage>();
      const { log, metric } = services;
      const clock = () => dependencies.clock.now;
      const syncs = recordingQueue<never>();
      await findDue({ table: services.table, deliveries, syncs, log, metric, clock })();
      return deliveries.queued.map(({ message }) => message);
    },
    events: () => world.port.items().filter(({ sk }) => sk === 'EVENT'),
    deliveryOf: (id: string) =>
      world.port.items().find(({ sk, eventId }) => sk === 'DELIVERY' && eventId === id),
  };
}

const verifies = ({ headers, body = '' }: HttpRequest, secret: unknown) => {
  const id = headers['webhook-id'] ?? '';
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const library = new Webhook(`whsec_${Buffer.from(String(secret)).toString('base64')}`);
  const signatures = headers['webhook-signature']?.split(' ') ?? [];
  return signatures.includes(library.sign(id, at, body));
};

describe('an endpoint of a profile', () => {
  it('an endpoint of a profile gets a secret from us, which only the answer to its creation shows', async () => {
    const { create, retrieve, list, merchant } = await aShop();
    const made = bodyOf(await create());
    expect(made).toMatchObject({
      endpoint_id: expect.stringMatching(/^we_[A-Za-z0-9]{20}$/),
      profile_id: merchant.profileId,
      url: second,
      event_types: [],
      secret: expect.stringMatching(/^[A-Za-z0-9]{64}$/),
      enabled: true,
      disabled_reason: null,
    });
    const masked = { ...made, secret: expect.stringMatching(/^..\*{60}..$/) };
    expect(bodyOf(await retrieve(made.endpoint_id))).toEqual(masked);
    const { data } = bodyOf(await list());
    expect(data).toEqual([
      expect.objectContaining({ endpoint_id: merchant.profileId, url: first }),
      masked,
    ]);
  });

  it('an endpoint of a profile has its secret and its headers stored sealed, and its headers shown masked', async () => {
    const { create, port } = await aShop();
    const secret = 'a secret of the merchant';
    const made = bodyOf(
      await create({ url: second, secret, headers: { 'X-Shop': 'open sesame' } }),
    );
    expect(made).toMatchObject({ secret, headers: { 'X-Shop': 'op*******me' } });
    const stored = port
      .items()
      .map((item) => JSON.stringify(item))
      .join();
    expect(stored).not.toContain('open sesame');
    expect(stored).not.toContain(secret);
  });

  it('an endpoint of a profile gets its own event, signed with its own secret, with its own headers', async () => {
    const shop = await aShop({ webhook_url: first, webhook_version: '2' });
    const made = bodyOf(await shop.create({ url: second, headers: { 'X-Shop': 'two' } }));
    shop.later();
    const messages = await shop.publish();
    expect(messages).toHaveLength(2);
    for (const message of messages) await shop.deliver(message);
    const [one, two] = shop.received;
    if (!one || !two) throw new Error('Both were to get it.');
    expect([one.url, two.url]).toEqual([first, second]);
    expect([verifies(one, hashKey), verifies(one, made.secret)]).toEqual([true, false]);
    expect([verifies(two, made.secret), verifies(two, hashKey)]).toEqual([true, false]);
    expect(two.headers).toMatchObject({ 'x-shop': 'two', 'webhook-version': '2' });
    expect(one.headers).toMatchObject({ 'webhook-version': '2' });
    expect(one.headers).not.toHaveProperty('x-shop');
    expect(one.headers['webhook-id']).not.toBe(two.headers['webhook-id']);
    expect(messages[0]?.receiver).not.toBe(messages[1]?.receiver);
  });

  it('an endpoint of a profile gets the same event when the stream delivers the change twice, and the first one keeps its id', async () => {
    const shop = await aShop();
    const [alone] = await shop.publish();
    await shop.create();
    shop.later();
    const once = await shop.publish();
    expect(once).toHaveLength(2);
    expect(once[0]?.eventId).toBe(alone?.eventId);
    expect(await shop.publish()).toEqual(once);
    expect(shop.events()).toHaveLength(2);
  });

  it('an endpoint of a profile gets only the types of events that it names', async () => {
    const shop = await aShop();
    await shop.create({ url: second, event_types: ['payment_failed'] });
    await shop.create({ url: `${second}/all`, event_types: ['payment_succeeded'] });
    shop.later();
    const messages = await shop.publish();
    expect(messages.map(({ endpointId }) => endpointId === undefined)).toEqual([true, false]);
    for (const message of messages) await shop.deliver(message);
    expect(shop.received.map(({ url }) => url)).toEqual([first, `${second}/all`]);
  });

  it('an endpoint of a profile gets events also without a webhook_url', async () => {
    const shop = await aShop({});
    await shop.create();
    shop.later();
    expect(await shop.publish()).toHaveLength(1);
  });

  it('an endpoint that fails gets its own attempts, and its events are retried by hand at its own URL', async () => {
    const shop = await aShop();
    const { endpoint_id } = bodyOf(await shop.create());
    shop.later();
    shop.answers.set(second, answered(500));
    for (const message of await shop.publish()) await shop.deliver(message);
    shop.later(130);
    const [retry, ...others] = await shop.due();
    expect(others).toEqual([]);
    shop.answers.delete(second);
    if (!retry) throw new Error('There is a retry.');
    await shop.deliver(retry);
    expect(shop.received.map(({ url }) => url)).toEqual([first, second, second]);
    const { eventId: event_id } = retry;
    const params = { merchant_id: shop.merchant.id, event_id };
    const again = bodyOf(await shop.ask('events.retry', { key: shop.merchant.key, params }));
    expect(again).toMatchObject({ endpoint_id, delivery_attempt: 'manual_retry' });
    expect(shop.received.at(-1)?.url).toBe(second);
  });

  it.each(['deleted', 'switched off'])(
    'an endpoint that is %s gets its pending deliveries stopped with the reason, and its events listed',
    async (how) => {
      const shop = await aShop();
      const { endpoint_id } = bodyOf(await shop.create());
      shop.later();
      shop.answers.set(second, answered(500));
      for (const message of await shop.publish()) await shop.deliver(message);
      if (how === 'deleted') bodyOf(await shop.remove(endpoint_id));
      else bodyOf(await shop.update(endpoint_id, { enabled: false }));
      shop.later(130);
      const [retry] = await shop.due();
      if (!retry) throw new Error('There is a retry.');
      await shop.deliver(retry);
      expect(shop.received.map(({ url }) => url)).toEqual([first, second]);
      expect(await shop.undelivered()).toEqual([
        expect.objectContaining({ endpoint_id, state: 'stopped', reason: 'endpoint gone or off' }),
      ]);
      const { eventId: event_id } = retry;
      const params = { merchant_id: shop.merchant.id, event_id };
      expect(await shop.ask('events.retry', { key: shop.merchant.key, params })).toMatchObject({
        status: 400,
        body: { error: { message: 'The endpoint of the event is gone or switched off' } },
      });
    },
  );

  it('a disabled endpoint gets no events, shows since when, and gets events once it is enabled again', async () => {
    const shop = await aShop();
    const { endpoint_id } = bodyOf(await shop.create());
    const since = shop.dependencies.clock.now.toISOString();
    const off = { enabled: false, disabled_reason: 'requested', disabled_since: since };
    expect(bodyOf(await shop.update(endpoint_id, { enabled: false }))).toMatchObject(off);
    shop.later();
    expect(bodyOf(await shop.update(endpoint_id, { enabled: false }))).toMatchObject(off);
    expect(await shop.publish()).toHaveLength(1);
    expect(bodyOf(await shop.update(endpoint_id, { enabled: true }))).toMatchObject({
      enabled: true,
      disabled_reason: null,
      disabled_since: null,
    });
    shop.later();
    expect(await shop.publish()).toHaveLength(2);
  });

  it('a slow endpoint is moved out of the queue of the others', async () => {
    const shop = await aShop();
    await shop.create();
    shop.later();
    shop.answers.set(second, timedOut);
    for (const message of await shop.publish()) await shop.deliver(message);
    shop.later();
    const [toFirst, toSecond] = await shop.publish().then(async () => {
      const before = aProcessingPayment({
        id: 'pay_another',
        merchantId: shop.merchant.id,
        profileId: shop.merchant.profileId,
      });
      const outcome = { result: 'captured', connectorTransactionId: 'txn_2' } as const;
      const paid = applyOutcome(before, { attemptId: before.attempt.id, outcome }, laterThan(1));
      return publishEvents(shop.services)({ before, after: { ...paid, version: 2 } });
    });
    expect([toFirst?.slow, toSecond?.slow]).toEqual([undefined, true]);
  });

  it('an endpoint of a profile may have its secret replaced with an overlap, during which both sign', async () => {
    const shop = await aShop();
    const { endpoint_id, secret } = bodyOf(await shop.create());
    const stated = { secret: 'another secret of it', secret_overlap_hours: 1 };
    expect(bodyOf(await shop.update(endpoint_id, stated))).toMatchObject({ secret: stated.secret });
    shop.later();
    await shop.test(endpoint_id);
    shop.later(3_600);
    await shop.test(endpoint_id);
    const [during, after] = shop.received.map((one) =>
      [stated.secret, secret].map((by) => verifies(one, by)),
    );
    expect({ during, after }).toEqual({ during: [true, true], after: [true, false] });
  });
});

describe('changes of endpoints', () => {
  it('racing endpoint changes have one winner, and the loser gets a conflict', async () => {
    const shop = await aShop();
    const { endpoint_id } = bodyOf(await shop.create());
    const urls = ['https://shop.example/a', 'https://shop.example/b'];
    const answers = await Promise.all(urls.map((url) => shop.update(endpoint_id, { url })));
    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(bodyOf(await shop.retrieve(endpoint_id)).url).toBe(urls[won]);
  });

  it('racing creates of the last allowed endpoint add one', async () => {
    const shop = await aShop();
    for (const number of Array(9).keys()) await shop.create({ url: `${second}/${number}` });
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) => shop.create({ url: `${second}/${name}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await shop.create({ url: `${second}/more` })).toMatchObject({
      status: 400,
      body: {
        error: { message: 'A profile has at most 10 webhook endpoints beside its webhook_url' },
      },
    });
  });

  it('endpoint changes are refused when the profile has the URL already, so each server gets an event once', async () => {
    const shop = await aShop();
    const made = bodyOf(await shop.create());
    for (const url of [first, second]) {
      expect(await shop.create({ url })).toMatchObject({ status: 400 });
    }
    expect(await shop.update(made.endpoint_id, { url: first })).toMatchObject({ status: 400 });
    expect(await shop.update(made.endpoint_id, { url: second })).toMatchObject({ status: 200 });
  });

  it.each([
    ['no url', {}, 400],
    ['no address', { url: 'shop' }, 400],
    ['another scheme', { url: 'ftp://shop.example/' }, 400],
    ['an event that there is not', { url: second, event_types: ['payment_lost'] }, 400],
    ['a short secret', { url: second, secret: 'short' }, 400],
    ['a header of the connection', { url: second, headers: { host: 'other.example' } }, 422],
    ['a header that splits', { url: second, headers: { one: 'a\r\nb: c' } }, 422],
    [
      'too many headers',
      { url: second, headers: Object.fromEntries([...Array(11).keys()].map((n) => [`h${n}`, ''])) },
      422,
    ],
    ['an unknown member', { url: second, color: 'red' }, 400],
  ])('endpoint changes are refused with %s', async (_, body, status) => {
    const { create } = await aShop();
    expect(await create(body)).toMatchObject({ status });
  });

  it("endpoint changes for another merchant or another profile than the caller's are refused", async () => {
    const shop = await aShop();
    const { endpoint_id } = bodyOf(await shop.create());
    const other = await aMerchant(shop, 'merchant_other');
    const { profile_id } = bodyOf(
      await shop.ask('profiles.create', {
        key: shop.merchant.key,
        params: { account_id: shop.merchant.id },
        body: { profile_name: 'another' },
      }),
    );
    const { key } = shop.merchant;
    const acting = { key, headers: { 'x-profile-id': String(profile_id) } };
    const before = shop.port.items();
    for (const [by, statuses] of [
      [{ key: other.key }, [401, 403, 404]],
      [acting, [404]],
    ] as const) {
      expect(statuses).toContain((await shop.retrieve(endpoint_id, undefined, by)).status);
      expect(statuses).toContain((await shop.update(endpoint_id, { enabled: false }, by)).status);
      expect(statuses).toContain((await shop.remove(endpoint_id, undefined, by)).status);
      expect(statuses).toContain((await shop.test(endpoint_id, undefined, by)).status);
    }
    const { data } = bodyOf(await shop.list(acting));
    expect(data).toEqual([expect.objectContaining({ endpoint_id: profile_id, profile_id })]);
    const ownUrl = { url: second, profile_id: shop.merchant.profileId };
    expect(await shop.create(ownUrl, acting)).toMatchObject({ status: 404 });
    expect(shop.port.items()).toEqual(before);
    expect(shop.received).toEqual([]);
    expect(bodyOf(await shop.retrieve(endpoint_id, undefined, { key: adminKey }))).toMatchObject({
      endpoint_id,
    });
  });
});

describe('the webhook_url of a profile', () => {
  it('the webhook_url of a profile is switched off and on like an endpoint, and changed with the profile only', async () => {
    const shop = await aShop();
    const { profileId } = shop.merchant;
    expect(bodyOf(await shop.update(profileId, { enabled: false }))).toMatchObject({
      enabled: false,
      disabled_reason: 'requested',
    });
    shop.later();
    expect(await shop.publish()).toEqual([]);
    expect(await shop.update(profileId, { url: second })).toMatchObject({ status: 400 });
    expect(await shop.remove(profileId)).toMatchObject({ status: 400 });
    expect(bodyOf(await shop.update(profileId, { enabled: true }))).toMatchObject({
      enabled: true,
    });
    shop.later();
    expect(await shop.publish()).toHaveLength(1);
  });
});

describe('a test event', () => {
  it("a test event is signed, and shows the endpoint's answer, without secrets and card numbers", async () => {
    const shop = await aShop();
    const { endpoint_id, secret } = bodyOf(
      await shop.create({ url: second, headers: { 'x-shop': 'open sesame' }, enabled: false }),
    );
    const echoed = `${secret} open sesame 4242 4242 4242 4242 order 1234567890123 \u0007`;
    shop.answers.set(second, {
      kind: 'answered',
      response: { status: 418, headers: {}, body: `${echoed}${'ä'.repeat(5_000)}` },
    });
    const answer = bodyOf(await shop.test(endpoint_id));
    expect(answer).toMatchObject({
      endpoint_id,
      delivered: false,
      status_code: 418,
      response_ms: expect.any(Number),
      response_body: expect.stringMatching(/^\*\*\* \*\*\* \*\*\* order 1234567890123 ä+$/),
      error_message: null,
    });
    expect(Buffer.byteLength(String(answer.response_body))).toBeLessThanOrEqual(4_096);
    const [sent] = shop.received;
    if (!sent) throw new Error('It was sent.');
    expect(verifies(sent, secret)).toBe(true);
    expect(JSON.parse(sent.body ?? '')).toMatchObject({
      event_id: answer.event_id,
      event_type: 'webhook_test',
      content: { type: 'webhook_test', object: { endpoint_id } },
    });
    expect(shop.events()).toEqual([]);
  });

  it('a test event does not show the password that the webhook_url echoes', async () => {
    const shop = await aShop({
      webhook_url: first,
      webhook_username: 'shop',
      webhook_password: password,
    });
    const basic = Buffer.from(`shop:${password}`).toString('base64');
    const body = `${hashKey} ${password} ${basic}`;
    shop.answers.set(first, { kind: 'answered', response: { status: 200, headers: {}, body } });
    const answer = bodyOf(await shop.test(shop.merchant.profileId));
    expect(answer).toMatchObject({ delivered: true, response_body: '*** *** ***' });
  });

  it('a test event for an endpoint that does not answer reports that', async () => {
    const shop = await aShop();
    shop.answers.set(first, timedOut);
    expect(bodyOf(await shop.test(shop.merchant.profileId))).toMatchObject({
      delivered: false,
      status_code: null,
      response_body: null,
      error_message: 'timeout',
    });
  });
});
