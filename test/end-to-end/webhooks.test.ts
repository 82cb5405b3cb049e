import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { redrive as redriveCommand } from '../../scripts/turnout/redrive.ts';
import { invoke } from '../scenarios/running-jobs.ts';
import { processorPage } from '../support/entities/customer.ts';
import type { Received } from '../support/receivers/webhook-receiver.ts';
import { eventually } from '../support/runner/eventually.ts';
import { runCommand } from '../support/runner/run-command.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import {
  aSale,
  cardData,
  createMerchant,
  type Merchant,
  newId,
  successful,
} from '../support/switch/merchant.ts';
import { adminKey, textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch();

/** A merchant with a server of its own for webhooks. */
async function listener(details: object = {}): Promise<Merchant & { readonly path: string }> {
  const path = `/${newId('hook')}`;
  const webhook_details = { webhook_url: `${live.receiver.url}${path}`, ...details };
  return { ...(await createMerchant(live.running, { account: { webhook_details } })), path };
}

const pay = async ({ key }: Merchant, body: object = aSale()) =>
  successful(await live.running.call('POST', '/payments', { key, body }));

/** The first webhook of an address, once there are so many. */
const arrived = (path: string, count = 1) =>
  eventually(() => {
    const all = live.receiver.received(path);
    if (all.length < count) throw new Error(`${all.length} of ${count} webhooks came to ${path}.`);
    return all;
  });
const typesOf = (all: readonly Received[]) =>
  all.map(({ event }) => Object(event).event_type).sort();

const itemsOf = async ({ id }: Merchant, sk: 'EVENT' | 'DELIVERY') =>
  (await live.running.items(`MERCHANT#${id}#EVENT#`)).filter((item) => item.sk === sk);
/** The stored attempts of the one event of a merchant, once there are so many. */
const triesOf = (merchant: Merchant, tries = 1) =>
  eventually(async () => {
    const [record] = await itemsOf(merchant, 'DELIVERY');
    if (record?.value.tries !== tries) throw new Error(`Not ${tries} tries yet.`);
    return record.value;
  });

describe('a merchant gets the webhook of a payment', () => {
  it("a payment's webhook is a request with a valid signature, by either way of signing", async () => {
    const merchant = await listener();
    const { body: payment } = await pay(merchant);
    const [webhook] = await arrived(merchant.path);
    if (!webhook) throw new Error('It arrived.');
    const { method, headers, body, event } = webhook;

    expect(method).toBe('POST');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Hyperswitch-Backend-Server',
      via: 'HyperSwitch',
      'x-webhook-signature-512': createHmac('sha512', merchant.hashKey).update(body).digest('hex'),
      'webhook-id': Object(event).event_id,
    });
    expect(headers).not.toHaveProperty('authorization');
    const standard = new Webhook(Buffer.from(merchant.hashKey).toString('base64'));
    const named = (name: string) => String(headers[name]);
    expect(
      standard.verify(body.toString('utf8'), {
        'webhook-id': named('webhook-id'),
        'webhook-timestamp': named('webhook-timestamp'),
        'webhook-signature': named('webhook-signature'),
      }),
    ).toEqual(event);

    expect(event).toEqual({
      merchant_id: merchant.id,
      event_id: expect.stringMatching(/^evt_[0-9a-f]{12}7[0-9a-f]{19}$/),
      event_type: 'payment_succeeded',
      content: { type: 'payment_details', object: payment },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      processor_merchant_id: merchant.id,
    });
    expect(await triesOf(merchant)).toMatchObject({
      state: 'delivered',
      attempts: [{ delivered: true, status: 200 }],
    });
  });

  it("a receiver gets the payment's webhook with its configured user name and password", async () => {
    const merchant = await listener({ webhook_username: 'shop', webhook_password: 'open:sesame' });
    await pay(merchant);
    const [webhook] = await arrived(merchant.path);
    const basic = Buffer.from('shop:open:sesame').toString('base64');
    expect(webhook?.headers.authorization).toBe(`Basic ${basic}`);
  });

  it('a merchant gets a webhook at every step of a 3-D Secure payment, once each', async () => {
    const merchant = await listener();
    const payment = await pay(merchant, aSale('4000003800000446'));
    await arrived(merchant.path);
    const page = await processorPage(live.running, payment);
    successful(await live.running.call('GET', `${page}/complete?confirm=true`));
    for (let asked = 0; asked < 3; asked += 1) {
      successful(
        await live.running.call('GET', `/payments/${textAt(payment, 'payment_id')}`, {
          key: merchant.key,
          query: { force_sync: 'true' },
        }),
      );
    }
    expect(typesOf(await arrived(merchant.path, 2))).toEqual([
      'action_required',
      'payment_succeeded',
    ]);
    expect(await itemsOf(merchant, 'EVENT')).toHaveLength(2);
  });

  it('a merchant gets a webhook of a failed payment, of one awaiting capture, and of one confirmed later', async () => {
    const merchant = await listener();
    await pay(merchant, aSale('4000000000000002'));
    await pay(merchant, { ...aSale(), capture_method: 'manual' });
    const begun = await pay(merchant, { amount: 1, currency: 'EUR' });
    successful(
      await live.running.call('POST', `/payments/${textAt(begun, 'payment_id')}/confirm`, {
        key: merchant.key,
        body: cardData(),
      }),
    );
    expect(typesOf(await arrived(merchant.path, 3))).toEqual([
      'payment_authorized',
      'payment_failed',
      'payment_succeeded',
    ]);
  });
});

describe('a merchant decides which webhooks it gets', () => {
  /** A payment that succeeds, one that fails, one that is begun, and one that waits. */
  const oneOfEach = async (merchant: Merchant) => {
    await pay(merchant);
    await pay(merchant, aSale('4000000000000002'));
    await pay(merchant, { amount: 1, currency: 'EUR' });
    await pay(merchant, { ...aSale(), capture_method: 'manual' });
  };
  // Payments one after the other: the webhook of the last one comes last.
  const heard = async (details: object, count: number) => {
    const merchant = await listener(details);
    await oneOfEach(merchant);
    await eventually(async () => {
      const told = typesOf(await arrived(merchant.path, count));
      expect(told).toContain('payment_authorized');
    });
    const kept = (await itemsOf(merchant, 'EVENT')).map(({ value }) => value.type).sort();
    expect(typesOf(live.receiver.received(merchant.path))).toEqual(kept);
    return kept;
  };

  it('a merchant gets webhooks of success and failure, and of a created payment only on request', async () => {
    expect(await heard({}, 3)).toEqual([
      'payment_authorized',
      'payment_failed',
      'payment_succeeded',
    ]);
  });

  it('a merchant gets a webhook of every created payment when it asks for them', async () => {
    expect(await heard({ payment_created_enabled: true }, 7)).toEqual([
      'payment_authorized',
      ...Array(4).fill('payment_created'),
      'payment_failed',
      'payment_succeeded',
    ]);
  });

  it('a merchant that turns off webhooks of success gets none of them', async () => {
    expect(await heard({ payment_succeeded_enabled: false }, 2)).toEqual([
      'payment_authorized',
      'payment_failed',
    ]);
  });

  it('a merchant that turns off webhooks of failure gets none of them', async () => {
    expect(await heard({ payment_failed_enabled: false }, 2)).toEqual([
      'payment_authorized',
      'payment_succeeded',
    ]);
  });

  it('a merchant without a webhook URL gets no webhook, and no event is stored', async () => {
    const [silent, alive] = [await createMerchant(live.running), await listener()];
    await oneOfEach(silent);
    await pay(alive);
    await arrived(alive.path);
    expect(await itemsOf(silent, 'EVENT')).toEqual([]);
  });
});

describe('a receiver that rejects a webhook', () => {
  it('a receiver that fails gets the same bytes again until it accepts them', async () => {
    const merchant = await listener();
    live.receiver.behave(merchant.path, { status: 500 });
    await pay(merchant);
    expect(await triesOf(merchant)).toMatchObject({
      attempts: [{ delivered: false, status: 500 }],
    });
    await eventually(async () => {
      const depths = await live.running.assembly.queueDepths();
      const waiting = depths.find(({ logicalId }) => logicalId.startsWith('Deliveries'));
      expect(waiting?.delayed).toBeGreaterThanOrEqual(1);
    });

    live.receiver.behave(merchant.path, { status: 204 });
    await becomesDue(merchant);
    const [first, second] = await arrived(merchant.path, 2);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers).toMatchObject({
      'x-webhook-signature-512': first?.headers['x-webhook-signature-512'],
      'webhook-id': first?.headers['webhook-id'],
    });
    expect(await triesOf(merchant, 2)).toMatchObject({
      state: 'delivered',
      attempts: [
        { delivered: false, status: 500 },
        { delivered: true, status: 204 },
      ],
    });
  });

  it('a receiver that never answers gets no more attempts, and receives the listed event later by hand', async () => {
    const merchant = await listener();
    live.receiver.behave(merchant.path, { status: 500 });
    await pay(merchant);
    await triesOf(merchant);
    const [record] = await itemsOf(merchant, 'DELIVERY');
    if (!record) throw new Error('It was tried.');
    await live.running.rewrite(record, { tries: 16 });
    await becomesDue(merchant);
    expect(await triesOf(merchant, 17)).toMatchObject({ state: 'undelivered' });
    await eventually(async () => {
      const depths = await live.running.assembly.queueDepths();
      const parked = depths.find(({ logicalId }) => logicalId.startsWith('Undelivered'));
      expect(parked?.visible).toBeGreaterThanOrEqual(1);
    });

    live.receiver.behave(merchant.path, { status: 200 });
    const redriven = await redrive(['--url', live.running.url, '--merchant', merchant.id]);
    expect(redriven).toMatchObject({ code: 0, out: expect.stringContaining('1 delivered') });
    expect(await arrived(merchant.path, 3)).toHaveLength(3);
    const listed = await redrive(['--url', live.running.url, '--merchant', merchant.id, '--list']);
    expect(listed).toEqual({ code: 0, out: '', error: '', said: '' });
    const { out } = await redrive(['--url', live.running.url, '--merchant', merchant.id, '--json']);
    expect(JSON.parse(out)).toEqual({ delivered: 0, not_taken: 0, events: [] });
  });

  it('the redrive for a merchant that does not exist is refused', async () => {
    const none = await redrive(['--url', live.running.url, '--merchant', 'merchant_none']);
    expect([none.code, none.out]).toEqual([2, '']);
    expect(none.error).toContain('404, Merchant account does not exist in our records');
  });

  it("a receiver's redirect is not followed", async () => {
    const [merchant, elsewhere] = [await listener(), `/${newId('elsewhere')}`];
    live.receiver.behave(merchant.path, {
      status: 307,
      headers: { location: `${live.receiver.url}${elsewhere}` },
    });
    await pay(merchant);
    expect(await triesOf(merchant)).toMatchObject({
      attempts: [{ delivered: false, status: 307 }],
    });
    expect(live.receiver.received(elsewhere)).toEqual([]);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://192.168.1.1/hook',
    'http://[fd00::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://0x0a000001/',
  ])("a receiver's URL with a private address is refused: %s", async (webhook_url) => {
    const account = { merchant_id: 'merchant_within', webhook_details: { webhook_url } };
    const { status, text } = await live.running.call('POST', '/accounts', {
      key: adminKey,
      body: account,
    });
    expect(status).toBe(400);
    expect(text).toContain('webhook_details.webhook_url: the host is not on the public internet');
  });

  it('a slow receiver delays no other receiver', async () => {
    const [slow, quick] = [await listener(), await listener()];
    live.receiver.behave(slow.path, 'hang');
    await pay(slow);
    await arrived(slow.path);
    await pay(quick);
    await arrived(quick.path);
    expect(await itemsOf(slow, 'DELIVERY')).toEqual([]);
  });
});

/** Three minutes later: the next action has been due for so long, and is searched for. */
async function becomesDue(merchant: Merchant) {
  const [record] = await itemsOf(merchant, 'DELIVERY');
  if (!record) throw new Error('There is no delivery.');
  await live.running.rewrite(record, { dueAt: new Date(Date.now() - 180_000).toISOString() });
  await invoke(live.running, 'queues.find-due', {});
}

/** The operator's command. */
const redrive = (options: readonly string[]) =>
  runCommand(redriveCommand, options, { environment: { ADMIN_API_KEY: adminKey } });

describe('a second endpoint of a merchant', () => {
  it('a second endpoint of a merchant gets each event beside the first, signed with its own secret, and none after its deletion', async () => {
    const merchant = await listener();
    const { key } = merchant;
    const path = `/${newId('hook')}`;
    const place = `/webhook_endpoints/${merchant.id}`;
    const body = { url: `${live.receiver.url}${path}`, event_types: ['payment_succeeded'] };
    const made = successful(await live.running.call('POST', place, { key, body }));
    const endpoint = `${place}/${textAt(made, 'endpoint_id')}`;
    const secret = textAt(made, 'secret');

    live.receiver.behave(path, { status: 202, body: `thanks for ${secret}` });
    const tested = await live.running.call('POST', `${endpoint}/test`, { key });
    expect(tested.body).toMatchObject({
      delivered: true,
      status_code: 202,
      response_body: 'thanks for ***',
    });
    const [test] = await arrived(path);
    expect(verified(test, secret)).toMatchObject({ event_type: 'webhook_test' });

    const payment_id = textAt(await pay(merchant), 'payment_id');
    const event = {
      event_type: 'payment_succeeded',
      content: { object: { payment_id, status: 'succeeded' } },
    };
    const [toFirst] = await arrived(merchant.path);
    const [, toSecond] = await arrived(path, 2);
    expect(verified(toFirst, merchant.hashKey)).toMatchObject(event);
    expect(verified(toSecond, secret)).toMatchObject(event);
    expect(() => verified(toSecond, merchant.hashKey)).toThrow();
    expect(() => verified(toFirst, secret)).toThrow();

    successful(await live.running.call('DELETE', endpoint, { key }));
    expect(await live.running.call('GET', endpoint, { key })).toMatchObject({ status: 404 });
  });
});

/** The event of a webhook, after the library of Standard Webhooks has verified its signature. */
function verified(received: Received | undefined, secret: string): unknown {
  if (!received) throw new Error('It arrived.');
  const named = (name: string) => [name, String(received.headers[name])];
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return new Webhook(`whsec_${Buffer.from(secret).toString('base64')}`).verify(
    received.body.toString('utf8'),
    Object.fromEntries(names.map(named)),
  );
}
