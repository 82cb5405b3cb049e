import { createHmac } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { slowReceivers } from '#webhooks/delivery/slow-receivers.ts';
import { deliverWebhook } from '../../../functions/queues/deliver-webhook.ts';
import { answered, recordingQueue } from '../../support/receivers/webhook-delivery.ts';
import { freezeDate } from '../../support/runner/frozen-date.ts';
import { adminKey, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

const body = '{"content":1}';

/** A merchant whose webhooks can be read, with a clock that can be moved. */
async function aShop() {
  const world = switchInMemory();
  const { services, dependencies } = world;
  const merchant = await aMerchant(world, 'merchant_example', {
    payment_response_hash_key: 'key of the account',
    webhook_details: { webhook_url: 'https://shop.example/hooks' },
  });
  const { id, key, profileId } = merchant;
  const params = { account_id: id, profile_id: profileId };
  let events = 0;
  return {
    ...world,
    updateProfile: (changes: object) =>
      world.ask('profiles.update', { key, params, body: changes }),
    updateAccount: (changes: object) =>
      world.ask('accounts.update', {
        key: adminKey,
        params: { account_id: id },
        body: { merchant_id: id, ...changes },
      }),
    later(hours: number) {
      const { now } = dependencies.clock;
      dependencies.clock.now = new Date(now.getTime() + hours * 3_600_000);
    },
    /** The keys of these that the next webhook verifies by, in the library's eyes. */
    async signers(...keys: readonly string[]) {
      events += 1;
      const event = { merchantId: id, eventId: `evt_${events}`, profileId };
      const received: HttpRequest[] = [];
      await services.events.add({
        ...event,
        id: event.eventId,
        type: 'payment_succeeded',
        class: 'payments',
        objectId: 'pay_1',
        createdAt: dependencies.clock.now.toISOString(),
        body,
      });
      await deliverWebhook({
        ...services,
        queues: {
          deliveries: recordingQueue(),
          slow: recordingQueue(),
          undelivered: recordingQueue(),
        },
        slowReceivers: slowReceivers(services.table, services.configurations, services.clock),
        send: async (request) => {
          received.push(request);
          return answered(200);
        },
      })({ body: { ...event, body } });
      const [webhook] = received;
      if (!webhook) throw new Error('No webhook was sent.');
      const signature = webhook.headers['x-webhook-signature-512'];
      return {
        standard: keys.filter((one) => verifies(webhook, one, dependencies.clock.now)),
        count: webhook.headers['webhook-signature']?.split(' ').length,
        sha512: keys.filter(
          (one) => createHmac('sha512', one).update(body).digest('hex') === signature,
        ),
      };
    },
  };
}

function verifies({ headers }: HttpRequest, key: string, now: Date) {
  const library = new Webhook(`whsec_${Buffer.from(key).toString('base64')}`);
  // The library verifies no webhook that is older than five minutes.
  const thaw = freezeDate(now);
  try {
    library.verify(body, { ...headers });
    return true;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return false;
  } finally {
    thaw();
  }
}

describe.each(['profile', 'account'] as const)('the hash key of a merchant’s %s', (holder) => {
  it('a hash key that replaces another with an overlap signs beside it, and then alone', async () => {
    const shop = await aShop();
    const update = holder === 'profile' ? shop.updateProfile : shop.updateAccount;
    const stated = {
      payment_response_hash_key: 'new key',
      payment_response_hash_key_overlap_hours: 72,
    };
    expect(await update(stated)).toMatchObject({
      status: 200,
      body: { payment_response_hash_key: 'new key' },
    });
    const both = { standard: ['new key', 'key of the account'], count: 2, sha512: ['new key'] };
    const alone = { standard: ['new key'], count: 1, sha512: ['new key'] };
    shop.later(71);
    expect(await shop.signers('new key', 'key of the account', 'other')).toEqual(both);
    expect(await update(stated)).toMatchObject({ status: 200 });
    shop.later(1);
    expect(await shop.signers('new key', 'key of the account', 'other')).toEqual(alone);
  });

  it('a hash key that is replaced twice within the overlap signs together with both others', async () => {
    const shop = await aShop();
    const update = holder === 'profile' ? shop.updateProfile : shop.updateAccount;
    const overlap = { payment_response_hash_key_overlap_hours: 24 };
    await update({ payment_response_hash_key: 'second', ...overlap });
    shop.later(1);
    await update({ payment_response_hash_key: 'third', ...overlap });
    shop.later(1);
    const keys = ['third', 'second', 'key of the account'];
    expect(await shop.signers(...keys)).toEqual({ standard: keys, count: 3, sha512: ['third'] });
    shop.later(22);
    expect((await shop.signers(...keys)).standard).toEqual(['third', 'second']);
  });

  it('a hash key that is replaced without an overlap signs nothing afterwards', async () => {
    const shop = await aShop();
    const update = holder === 'profile' ? shop.updateProfile : shop.updateAccount;
    await update({ payment_response_hash_key: 'new key' });
    shop.later(0.01);
    expect((await shop.signers('new key', 'key of the account')).standard).toEqual(['new key']);
  });

  it('a hash key overlaps by no more than 72 hours, and only when a key is stated', async () => {
    const shop = await aShop();
    const update = holder === 'profile' ? shop.updateProfile : shop.updateAccount;
    for (const hours of [73, -1, 1.5]) {
      const tooLong = { payment_response_hash_key_overlap_hours: hours };
      const answer = await update({ payment_response_hash_key: 'new key', ...tooLong });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'IR_06' } } });
    }
    expect(await update({ payment_response_hash_key_overlap_hours: 24 })).toMatchObject({
      status: 422,
      body: {
        error: {
          message:
            'payment_response_hash_key_overlap_hours must be stated with a payment_response_hash_key',
        },
      },
    });
    expect((await shop.signers('new key', 'key of the account')).standard).toEqual([
      'key of the account',
    ]);
  });
});

it('a key of the account that is replaced leaves a profile with a key of its own alone', async () => {
  const shop = await aShop();
  await shop.updateProfile({ payment_response_hash_key: 'key of the profile' });
  await shop.updateAccount({
    payment_response_hash_key: 'new key',
    payment_response_hash_key_overlap_hours: 24,
  });
  shop.later(0.01);
  const keys = ['key of the profile', 'new key', 'key of the account'];
  expect((await shop.signers(...keys)).standard).toEqual(['key of the profile']);
});

it('the key of the account that a profile’s own replaces overlaps with it, and stays if other settings change', async () => {
  const shop = await aShop();
  await shop.updateProfile({
    payment_response_hash_key: 'key of the profile',
    payment_response_hash_key_overlap_hours: 24,
  });
  await shop.updateProfile({ outgoing_webhook_custom_http_headers: { one: '1' } });
  shop.later(0.01);
  const keys = ['key of the profile', 'key of the account'];
  expect((await shop.signers(...keys)).standard).toEqual(keys);
});
