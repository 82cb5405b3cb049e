import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { create as createAccount } from '../../../functions/accounts/create.ts';
import { deliverWebhook } from '../../../functions/queues/deliver-webhook.ts';
import { publishEvents } from '../../../functions/queues/publish-events.ts';
import { configurationStore } from '../../../shared/accounts/configuration-store.ts';
import { CreateAccountRequest } from '../../../shared/accounts/operations.ts';
import type { HttpRequest } from '../../../shared/connectors/connector.ts';
import type { Sent } from '../../../shared/http/egress.ts';
import { logTo } from '../../../shared/log.ts';
import { applyOutcome } from '../../../shared/payments/payment.ts';
import { TryLater } from '../../../shared/queues/queue-function.ts';
import { merchantSecrets } from '../../../shared/secrets/merchant-secrets.ts';
import { tableOver } from '../../../shared/table/table.ts';
import type { DeliveryMessage } from '../../../shared/webhooks/delivery-message.ts';
import { eventStore } from '../../../shared/webhooks/event-store.ts';
import { aProcessingPayment, later, noon } from '../../support/a-payment.ts';
import { merchantId, request } from '../../support/a-shop.ts';
import { memoryKeys } from '../../support/memory-keys.ts';
import { memoryPort } from '../../support/memory-table.ts';

const webhook_details = {
  webhook_url: 'https://shop.example/hooks',
  webhook_username: 'turnout',
  webhook_password: 'open sesame',
};

/** A merchant who hears of things, and the two functions that tell it. */
async function aListener(details: object = webhook_details) {
  const memory = memoryPort();
  const keys = memoryKeys();
  const table = tableOver(memory);
  const configurations = configurationStore(table);
  const account = await createAccount.run(
    {
      ...request,
      params: undefined,
      caller: { kind: 'admin' },
      body: v.parse(CreateAccountRequest, {
        merchant_id: merchantId,
        payment_response_hash_key: 'the hash key',
        webhook_details: details,
      }),
    },
    { configurations, keys, environment: 'snd' },
    undefined,
  );
  const profileId = 'default_profile' in account ? (account.default_profile ?? '') : '';
  const services = { configurations, events: eventStore(table) };
  const received: HttpRequest[] = [];
  const postponed: number[] = [];
  const tell = (body: DeliveryMessage, answer: Sent, receives = 1) =>
    deliverWebhook({
      ...services,
      secrets: merchantSecrets(keys),
      queue: { postpone: async (_, seconds) => void postponed.push(seconds) },
      send: async (sent) => {
        received.push(sent);
        return answer;
      },
      loopback: false,
      log: logTo(() => {}),
      clock: () => noon,
      random: () => 0,
    })({ body, receives, receiptHandle: 'r' });
  const delivery = () => memory.items().find(({ sk }) => sk === 'DELIVERY');
  return {
    publish: publishEvents(services),
    tell,
    received,
    postponed,
    memory,
    profileId,
    delivery,
  };
}

const answered = (status: number): Sent => ({
  kind: 'answered',
  response: { status, headers: {}, body: '' },
});

async function anEventFor({ publish, profileId }: Awaited<ReturnType<typeof aListener>>) {
  const before = aProcessingPayment({ merchantId, profileId });
  const paid = { ...applyOutcome(before, { result: 'captured' }, later(1)), version: 2 };
  const change = { before, after: paid };
  const [message, ...others] = await publish(change);
  if (!message || others.length > 0) throw new Error('One event was to be made.');
  return { message, change };
}

describe('publishing', () => {
  it('makes one event of a success, keeps it and hands it on', async () => {
    const listener = await aListener();
    const { message } = await anEventFor(listener);
    expect(JSON.parse(message.body)).toMatchObject({ event_type: 'payment_succeeded' });
    expect(listener.memory.items().filter(({ sk }) => sk === 'EVENT')).toHaveLength(1);
  });

  it('keeps an event once and sends it again when nobody knows whether it was sent', async () => {
    const listener = await aListener();
    const { message, change } = await anEventFor(listener);
    expect(await listener.publish(change)).toEqual([message]);
    expect(listener.memory.items().filter(({ sk }) => sk === 'EVENT')).toHaveLength(1);
  });

  it('does not send again what was sent', async () => {
    const listener = await aListener();
    const { message, change } = await anEventFor(listener);
    await listener.tell(message, answered(200));
    expect(await listener.publish(change)).toEqual([]);
  });

  it('says nothing to a merchant without an address, and keeps nothing', async () => {
    const listener = await aListener({});
    const before = aProcessingPayment({ merchantId, profileId: listener.profileId });
    const paid = applyOutcome(before, { result: 'captured' }, later(1));
    expect(await listener.publish({ before, after: paid })).toEqual([]);
    expect(listener.memory.items().some(({ sk }) => sk === 'EVENT')).toBe(false);
  });

  it('passes over a merchant that is gone', async () => {
    const listener = await aListener();
    const before = aProcessingPayment({ merchantId: 'gone' });
    const paid = applyOutcome(before, { result: 'captured' }, later(1));
    expect(await listener.publish({ before, after: paid })).toEqual([]);
  });
});

describe('delivering', () => {
  it('signs the very bytes that it sends, and shows the password that was set', async () => {
    const listener = await aListener();
    const { message } = await anEventFor(listener);
    await listener.tell(message, answered(204));
    const [sent] = listener.received;
    expect(sent).toMatchObject({ method: 'POST', url: webhook_details.webhook_url });
    expect(sent?.body).toBe(message.body);
    const signature = createHmac('sha512', 'the hash key').update(message.body).digest('hex');
    expect(sent?.headers['x-webhook-signature-512']).toBe(signature);
    const basic = Buffer.from('turnout:open sesame').toString('base64');
    expect(sent?.headers.authorization).toBe(`Basic ${basic}`);
    expect(listener.delivery()).toMatchObject({ tries: 1, delivered: true });
  });

  it.each([
    ['a redirect', answered(302)],
    ['an error', answered(500)],
    ['a time-out', { kind: 'unknown', reason: 'timeout' } as const],
    ['a refused address', { kind: 'not_sent', reason: 'address refused' } as const],
  ])('comes back later after %s', async (_, answer) => {
    const listener = await aListener();
    const { message } = await anEventFor(listener);
    await expect(listener.tell(message, answer)).rejects.toThrow(TryLater);
    await expect(listener.tell(message, answer, 2)).rejects.toThrow(TryLater);
    expect(listener.postponed).toEqual([60, 300]);
    expect(listener.delivery()).toMatchObject({ tries: 2 });
    expect(listener.delivery()).not.toHaveProperty('delivered');
  });

  it('stays delivered whatever becomes of a repeat', async () => {
    const listener = await aListener();
    const { message } = await anEventFor(listener);
    await listener.tell(message, answered(200));
    await expect(listener.tell(message, answered(500), 2)).rejects.toThrow(TryLater);
    expect(listener.delivery()).toMatchObject({ tries: 2, delivered: true });
  });

  it('keeps neither password nor hash key in clear', async () => {
    const listener = await aListener();
    await anEventFor(listener);
    const kept = JSON.stringify(listener.memory.items());
    expect(kept).not.toContain('open sesame');
    expect(kept).not.toContain('the hash key');
  });
});
