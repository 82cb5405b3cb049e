import type { Sent } from '#platform/http/egress/egress.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { logTo } from '#platform/log.ts';
import { slowReceivers } from '#webhooks/delivery/slow-receivers.ts';
import { deliverWebhook } from '../../../functions/queues/deliver-webhook.ts';
import {
  answered,
  recordingQueue,
  timedOut,
  webhookUrl,
} from '../../support/receivers/webhook-delivery.ts';
import { withoutRandom } from '../../support/runner/without-random.ts';
import {
  type Answer,
  adminKey,
  aMerchant,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const webhook_details = { webhook_url: webhookUrl };

/** A merchant whose server returns a set answer, and an event for it. */
async function aMerchantWithAnEvent(details: object = webhook_details) {
  const receiver: { answer: Sent; received: HttpRequest[] } = {
    answer: answered(200),
    received: [],
  };
  const dependencies = switchDependencies();
  const world = switchInMemory([], {
    ...dependencies,
    receiver: async (request) => {
      receiver.received.push(request);
      return receiver.answer;
    },
  });
  const merchant = await aMerchant(world, 'merchant_example', { webhook_details: details });
  const { id: merchantId, profileId, key } = merchant;
  const deliver = deliverWebhook({
    ...world.services,
    queues: { deliveries: recordingQueue(), slow: recordingQueue(), undelivered: recordingQueue() },
    slowReceivers: slowReceivers(
      world.services.table,
      world.services.configurations,
      world.services.clock,
    ),
    log: logTo(() => {}),
    metric: () => {},
  });
  const anEvent = async (eventId: string, body = '{"event_id":"evt_1"}') => {
    await world.services.events.add({
      id: eventId,
      merchantId,
      profileId,
      type: 'payment_succeeded',
      class: 'payments',
      objectId: 'pay_1',
      createdAt: '2026-01-31T12:00:00.000Z',
      body,
    });
    return { body: { merchantId, eventId, profileId, body } };
  };
  const first = await anEvent('evt_1');
  const about = (name: string, event_id = 'evt_1', by = key) =>
    world.ask(name, { key: by, params: { merchant_id: merchantId, event_id } });
  return {
    world,
    merchant,
    receiver,
    clock: dependencies.clock,
    partition: `MERCHANT#${merchantId}#EVENT#evt_1`,
    anEvent,
    deliver: (message = first) => deliver(message),
    attempts: (eventId?: string, by?: string) => about('events.attempts', eventId, by),
    retry: (eventId?: string, by?: string) => about('events.retry', eventId, by),
    undelivered: (query: Record<string, string> = {}) =>
      world.ask('events.undelivered', { key, params: { merchant_id: merchantId }, query }),
  };
}

const bodyOf = ({ status, body }: Answer) => {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

describe('the attempts at delivering an event', () => {
  it('the attempts of an event show the request and the response', async () => {
    const context = await aMerchantWithAnEvent();
    await context.deliver();
    const sent = context.receiver.received[0];
    expect(bodyOf(await context.attempts())).toEqual([
      {
        event_id: 'evt_1',
        merchant_id: 'merchant_example',
        profile_id: context.merchant.profileId,
        object_id: 'pay_1',
        event_type: 'payment_succeeded',
        event_class: 'payments',
        is_delivery_successful: true,
        initial_attempt_id: 'evt_1',
        processor_merchant_id: 'merchant_example',
        created: '2026-01-31T12:00:00.000Z',
        request: {
          body: sent?.body,
          headers: [
            ['content-type', 'application/json'],
            ['user-agent', 'Hyperswitch-Backend-Server'],
            ['via', 'HyperSwitch'],
            ['webhook-id', 'evt_1'],
            ['x-webhook-signature-512', sent?.headers['x-webhook-signature-512']],
          ],
        },
        response: { body: null, headers: null, status_code: 200, error_message: null },
        delivery_attempt: 'initial_attempt',
      },
    ]);
  });

  it("delivery attempts show up to 4 KB of the receiver's answer, without secrets, card numbers and control characters", async () => {
    const context = await aMerchantWithAnEvent({
      webhook_url: webhookUrl,
      webhook_username: 'shop',
      webhook_password: 'open sesame',
    });
    context.receiver.answer = answered(500, 'no\u001b[2J, open sesame: 4242 4242 4242 4242');
    await context.deliver();
    context.receiver.answer = answered(502, `4242424242424242 ${'ä'.repeat(5_000)}`);
    const long = `*** ${'ä'.repeat(2_046)}`;
    expect(bodyOf(await context.retry()).response).toMatchObject({ body: long });
    const shown = bodyOf(await context.attempts()).map(
      ({ response }: Record<string, Record<string, unknown>>) => response?.body,
    );
    expect(shown).toEqual([long, 'no[2J, ***: ***']);
    const stored = JSON.stringify(await context.world.services.table.query(context.partition));
    expect(withoutRandom(stored)).not.toMatch(/sesame|4242/);
  });

  it('the attempts of an event show no answer of more than 30 days ago, and long ones are then deleted', async () => {
    const context = await aMerchantWithAnEvent();
    context.receiver.answer = answered(500, 'a short one');
    await context.deliver();
    context.receiver.answer = answered(500, 'long '.repeat(100));
    bodyOf(await context.retry());
    const items = await context.world.services.table.query(context.partition, {
      beginsWith: 'ANSWER#',
    });
    const now = context.clock.now.getTime();
    const end = Math.ceil(now / 1_000) + 30 * 86_400;
    expect(items).toMatchObject([{ attempt: 2, expiresAtSeconds: end }]);
    context.clock.now = new Date(now + 30 * 86_400_000);
    const shown = bodyOf(await context.attempts());
    expect(shown).toMatchObject([{ response: { body: null } }, { response: { body: null } }]);
  });

  it('the attempts of an event are recorded when the answer cannot be stored', async () => {
    const context = await aMerchantWithAnEvent();
    const { events } = context.world.services;
    jest.spyOn(events, 'keepAnswer').mockRejectedValue(new Error('no table'));
    context.receiver.answer = answered(500, 'long '.repeat(100));
    expect(bodyOf(await context.retry()).response).toMatchObject({ status_code: 500 });
    const shown = bodyOf(await context.attempts());
    expect(shown).toMatchObject([{ response: { body: null, status_code: 500 } }]);
  });

  it('the attempts of an event are listed newest first, each separately but the first, which represents the event', async () => {
    const context = await aMerchantWithAnEvent();
    context.receiver.answer = timedOut;
    await context.deliver();
    context.receiver.answer = answered(500);
    bodyOf(await context.retry());
    context.receiver.answer = answered(200);
    bodyOf(await context.retry());
    const shown = bodyOf(await context.attempts()).map((one: Record<string, unknown>) => [
      one.event_id,
      one.initial_attempt_id,
      one.delivery_attempt,
      one.is_delivery_successful,
      one.response,
    ]);
    const response = (status_code: number | null, error_message: string | null = null) => ({
      body: null,
      headers: null,
      status_code,
      error_message,
    });
    expect(shown).toEqual([
      ['evt_1_3', 'evt_1', 'manual_retry', true, response(200)],
      ['evt_1_2', 'evt_1', 'manual_retry', false, response(500)],
      [
        'evt_1',
        'evt_1',
        'initial_attempt',
        true,
        response(null, 'Unable to send request to merchant server'),
      ],
    ]);
    expect(bodyOf(await context.attempts('evt_1_3'))).toHaveLength(3);
  });

  it('the attempts of an event show one that waits for its first', async () => {
    const context = await aMerchantWithAnEvent();
    expect(bodyOf(await context.attempts())).toMatchObject([
      { is_delivery_successful: false, response: { status_code: null, error_message: null } },
    ]);
  });
});

describe('an event that is sent again by hand', () => {
  it.each(['the merchant', 'the operator'])(
    'an event sent again by hand by %s goes out at once, and once',
    async (who) => {
      const context = await aMerchantWithAnEvent();
      const by = who === 'the operator' ? adminKey : context.merchant.key;
      context.receiver.answer = answered(500);
      expect(bodyOf(await context.retry('evt_1', by))).toMatchObject({
        event_id: 'evt_1',
        delivery_attempt: 'manual_retry',
        is_delivery_successful: false,
        response: { status_code: 500 },
      });
      expect(context.receiver.received).toHaveLength(1);
    },
  );

  it('an event sent again by hand after its delivery goes out again, the same to the byte', async () => {
    const context = await aMerchantWithAnEvent();
    await context.deliver();
    expect(bodyOf(await context.retry())).toMatchObject({
      event_id: 'evt_1_2',
      is_delivery_successful: true,
    });
    const [first, second] = context.receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  it('an undelivered event that is sent again by hand and accepted leaves the list of undelivered events', async () => {
    const context = await aMerchantWithAnEvent();
    context.receiver.answer = answered(410);
    await context.deliver();
    expect(bodyOf(await context.undelivered()).events).toHaveLength(1);
    context.receiver.answer = answered(200);
    bodyOf(await context.retry());
    expect(bodyOf(await context.undelivered())).toEqual({ events: [], after: null });
  });

  it('an event sent again by hand is refused without a webhook URL', async () => {
    const context = await aMerchantWithAnEvent({});
    const { status, body } = await context.retry();
    expect([status, body.error.code]).toEqual([400, 'IR_16']);
    expect(body.error.message).toContain('webhook_url');
  });

  it.each(['attempts', 'retry'] as const)(
    'an event sent again by hand is not found for others: %s',
    async (ask) => {
      const context = await aMerchantWithAnEvent();
      const other = await aMerchant(context.world, 'merchant_other');
      expect((await context[ask]('evt_1', other.key)).status).toBe(401);
      const unknown = await context[ask]('evt_2');
      expect([unknown.status, unknown.body.error]).toEqual([
        404,
        expect.objectContaining({
          code: 'HE_02',
          message: 'Event does not exist in our records',
        }),
      ]);
      const foreign = await context.world.ask(`events.${ask}`, {
        key: other.key,
        params: { merchant_id: other.id, event_id: 'evt_1' },
      });
      expect(foreign.status).toBe(404);
    },
  );
});

describe('the events of one profile', () => {
  it('the events of one profile are hidden from keys of another profile', async () => {
    const { world, merchant, deliver, receiver } = await aMerchantWithAnEvent();
    const { id: merchant_id, key, profileId } = merchant;
    receiver.answer = answered(410);
    await deliver();
    const request = { key, params: { account_id: merchant_id }, body: { profile_name: 'two' } };
    const { profile_id } = bodyOf(await world.ask('profiles.create', request));
    const asked = (name: string, profile: string, params: Record<string, string> = {}) =>
      world.ask(name, {
        key,
        params: { merchant_id, ...params },
        headers: { 'x-profile-id': profile },
      });
    const sent = receiver.received.length;
    for (const name of ['events.attempts', 'events.retry']) {
      const { status, body } = await asked(name, profile_id, { event_id: 'evt_1' });
      expect([status, body.error.code]).toEqual([404, 'HE_02']);
    }
    expect(receiver.received).toHaveLength(sent);
    expect(bodyOf(await asked('events.undelivered', profile_id)).events).toEqual([]);
    expect(bodyOf(await asked('events.undelivered', profileId)).events).toHaveLength(1);
    bodyOf(await asked('events.attempts', profileId, { event_id: 'evt_1' }));
    bodyOf(await asked('events.retry', profileId, { event_id: 'evt_1' }));
  });
});

describe('the undelivered events of a merchant', () => {
  it("a merchant's undelivered events are listed oldest first, page by page, each with its reason", async () => {
    const context = await aMerchantWithAnEvent();
    context.receiver.answer = answered(410);
    const ids = ['evt_a', 'evt_b', 'evt_c'];
    for (const id of ids) {
      await context.deliver(await context.anEvent(id));
      context.world.dependencies.clock.now = new Date(
        context.world.dependencies.clock.now.getTime() + 1_000,
      );
    }
    const first = bodyOf(await context.undelivered({ limit: '2' }));
    expect(first.events).toMatchObject([
      { event_id: 'evt_a', state: 'stopped', tries: 1, is_delivery_successful: false },
      { event_id: 'evt_b' },
    ]);
    const second = bodyOf(await context.undelivered({ limit: '2', after: first.after }));
    expect(second).toMatchObject({ events: [{ event_id: 'evt_c' }], after: null });
  });

  it.each(['0', '101', '-1', 'many', ''])(
    'a merchant\'s undelivered events are not listed by pages of "%s"',
    async (limit) => {
      const context = await aMerchantWithAnEvent();
      const { status } = await context.undelivered({ limit });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );
});
