import type { Credentials } from '#connectors/interface/exchange.ts';
import type { IncomingWebhook } from '#connectors/interface/webhooks.ts';
import { connectorNamed } from '#connectors/registry.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { settlingMs } from '#sandbox/ledger.ts';
import { accountWithWebhooks, atSandbox, ownAccount } from '../../support/processors/at-sandbox.ts';
import type { SandboxHooks } from '../../support/processors/sandbox-processor.ts';

const news = connectorNamed('fauxpay')?.webhooks;
if (!news) throw new Error('fauxpay sends no news.');
const { verifySignature, parse } = news;
if (!verifySignature) throw new Error('fauxpay signs nothing.');
const isGenuine = verifySignature;
const read = (...given: Parameters<typeof parse>) => {
  const [content] = parse(...given);
  if (!content) throw new Error('The webhook says nothing.');
  return content;
};

const notificationUrl = 'https://switch.example/webhooks/shop_1/fauxpay';

/** The sandbox processor, and its webhooks to us about an account with webhooks. */
function listening(hooks: SandboxHooks = {}, account = accountWithWebhooks) {
  const received: IncomingWebhook[] = [];
  const requests: HttpRequest[] = [];
  const sandbox = atSandbox(
    {
      onNotification: async (request) => {
        requests.push(request);
        received.push({ headers: request.headers, body: request.body ?? '' });
        return undefined;
      },
      ...hooks,
    },
    account,
  );
  const pay = (card: string, changes: Parameters<typeof sandbox.pay>[1] = {}) =>
    sandbox.pay(card, { notificationUrl, ...changes });
  return { ...sandbox, pay, received, requests };
}

const good = '4242424242424242';
const said = (webhook: IncomingWebhook | undefined) => {
  if (!webhook) throw new Error('Nothing was said.');
  return read(webhook);
};

describe('the sandbox processor and an account without webhooks', () => {
  const unregistered = (hooks: SandboxHooks = {}) => listening(hooks, ownAccount);

  it('the sandbox processor for an account without webhooks sends none that repeats the answer to a charge, a capture, a refund or a void', async () => {
    const { pay, capture, refund, voidCaptured, received, waitingNotifications } = unregistered();
    await pay(good, { captureMethod: 'manual' });
    await capture('c_1', 60);
    await refund('ref_1', 40);
    await voidCaptured();
    await pay('4000000000000002', { reference: 'pay_2_1' });
    await pay('4000000000000259', { reference: 'pay_3_1' });
    expect([received, waitingNotifications()]).toEqual([[], []]);
  });

  it.each([
    ['never comes', '4000000000000341'],
    ['is a 500', '4000000000000119'],
    ['is a page', '4000000000000069'],
  ])(
    'the sandbox processor for an account without webhooks sends one of a charge whose answer %s',
    async (_, card) => {
      const { pay, received } = unregistered();
      expect((await pay(card)).result).toBe('unknown');
      expect(received.map(said)).toMatchObject([{ outcome: { result: 'captured' } }]);
    },
  );

  it('the sandbox processor for an account without webhooks sends one of a charge that its answer left open, once it is decided', async () => {
    const { pay, wait, received, sendNotifications } = unregistered();
    expect((await pay('4000000000000077')).result).toBe('pending');
    expect(received).toEqual([]);
    wait(settlingMs + 1_000);
    await sendNotifications();
    expect(received.map(said)).toMatchObject([{ outcome: { result: 'captured' } }]);
  });

  it('the sandbox processor for an account without webhooks sends one of a challenge, once the customer has answered it', async () => {
    const { pay, visit, received } = unregistered();
    const outcome = await pay('4000003800000446');
    expect(received).toEqual([]);
    await visit(
      `${outcome.result === 'challenged' ? outcome.redirectUrl : ''}/complete?confirm=false`,
    );
    expect(received.map(said)).toMatchObject([{ outcome: { result: 'declined' } }]);
  });

  it.each([
    ['4000000000007726', 'succeeded'],
    ['4000000000005126', 'declined'],
  ])(
    'the sandbox processor for an account without webhooks sends one of a pending refund of card %s, once it has %s',
    async (card, result) => {
      const { pay, refund, wait, received, sendNotifications } = unregistered();
      await pay(card);
      expect((await refund('ref_1', 40)).result).toBe('pending');
      expect(received).toEqual([]);
      wait(settlingMs + 1_000);
      await sendNotifications();
      expect(received.map(said)).toMatchObject([{ kind: 'refund', outcome: { result } }]);
    },
  );

  it('the sandbox processor for an account without webhooks sends those that contradict each other', async () => {
    const { pay, wait, received, sendNotifications } = unregistered();
    await pay('4000000000001976');
    wait(1_000);
    await sendNotifications();
    expect(received.map(said)).toMatchObject([
      { outcome: { result: 'captured' } },
      { outcome: { result: 'declined', code: 'DC_08' } },
    ]);
  });

  it('the sandbox processor for an account without webhooks sends one of each dispute that opens', async () => {
    const { pay, wait, received, sendNotifications } = unregistered();
    await pay('4000000404000079');
    expect(received).toEqual([]);
    wait(10_000);
    await sendNotifications();
    expect(received.map((one) => said(one).kind)).toEqual(['dispute', 'dispute']);
  });
});

describe('a sandbox webhook about a payment', () => {
  it('a sandbox webhook about a payment has the same content as a sync', async () => {
    const { pay, sync, received, requests } = listening();
    await pay(good);
    expect(requests).toMatchObject([{ method: 'POST', url: notificationUrl }]);
    expect(said(received[0])).toEqual({
      kind: 'payment',
      subject: { reference: 'pay_1_1' },
      outcome: await sync(),
    });
  });

  it('a sandbox webhook about a payment comes for every outcome', async () => {
    const { pay, capture, void: release, received } = listening();
    await pay(good, { captureMethod: 'manual_multiple' });
    await capture('c_1', 60);
    await release();
    const outcomes = received
      .map(said)
      .map(({ kind: about, ...one }) => [about, 'outcome' in one && one.outcome]);
    expect(outcomes).toMatchObject([
      ['payment', { result: 'authorized' }],
      ['payment', { result: 'captured', capturedMinor: 60 }],
      ['payment', { result: 'voided', captures: [{ reference: 'c_1' }] }],
    ]);
  });

  it('a sandbox webhook about a payment comes once for several requests', async () => {
    const { pay, received } = listening();
    await Promise.all([pay(good), pay(good), pay(good)]);
    expect(received).toHaveLength(1);
  });

  it('a sandbox webhook about a payment comes when the customer has answered', async () => {
    const { pay, visit, received } = listening();
    const outcome = await pay('4000003800000446');
    const page = outcome.result === 'challenged' ? outcome.redirectUrl : '';
    await visit(`${page}/complete?confirm=true`);
    await visit(`${page}/complete?confirm=true`);
    expect(received.map(said)).toMatchObject([
      { outcome: { result: 'challenged' } },
      { outcome: { result: 'captured' } },
    ]);
  });

  it('a sandbox webhook about a payment comes by itself when it was decided later', async () => {
    const { pay, wait, received, sendNotifications } = listening();
    await pay('4000000000000077');
    expect(received.map(said)).toMatchObject([{ outcome: { result: 'pending' } }]);
    wait(settlingMs + 1_000);
    expect(await sendNotifications()).toBe(1);
    expect(said(received[1])).toMatchObject({ outcome: { result: 'captured' } });
  });

  it('a sandbox webhook of one test card contradicts the ledger, with an older time', async () => {
    const { pay, wait, received, sendNotifications, sync, books } = listening();
    await pay('4000000000001976');
    wait(1_000);
    await sendNotifications();
    expect(received.map(said)).toMatchObject([
      { outcome: { result: 'captured' } },
      { outcome: { result: 'declined', code: 'DC_08' } },
    ]);
    const [first, second] = received.map(({ body }) => JSON.parse(body));
    expect(first.created - second.created).toBe(60);
    expect(first.id).not.toBe(second.id);
    expect((await sync()).result).toBe('captured');
    expect((await books()).chargedTimes).toBe(1);
  });

  it('a sandbox webhook about a payment does not come without a notification URL', async () => {
    const { pay, received } = listening();
    await pay(good, { notificationUrl: undefined } as object);
    expect(received).toEqual([]);
  });

  it('a sandbox webhook about a payment has nothing of the card and no key', async () => {
    const { pay, received } = listening();
    await pay(good);
    const all = JSON.stringify(received);
    expect(all).not.toContain(good);
    expect(all).not.toContain('key-one');
  });
});

describe('a sandbox webhook about a refund', () => {
  it('a sandbox webhook about a refund has the same content as a sync', async () => {
    const { pay, refund, syncRefund, received } = listening();
    await pay(good);
    await refund('ref_1', 40);
    expect(said(received[1])).toEqual({
      kind: 'refund',
      subject: { reference: 'ref_1' },
      outcome: await syncRefund('ref_1', 40),
    });
  });

  it.each([
    ['4000000000007726', 'succeeded'],
    ['4000000000005126', 'declined'],
  ])(
    'a sandbox webhook about a refund of card %s comes again with its decision: %s',
    async (card, result) => {
      const { pay, refund, wait, received, sendNotifications } = listening();
      await pay(card);
      await refund('ref_1', 40);
      wait(settlingMs + 1_000);
      await sendNotifications();
      expect(received.slice(1).map(said)).toMatchObject([
        { kind: 'refund', outcome: { result: 'pending' } },
        { kind: 'refund', outcome: { result } },
      ]);
    },
  );
});

const with_ = (credentials: Credentials) => ({ ...ownAccount, credentials });

describe('a webhook', () => {
  const genuine = async () => {
    const { pay, received, clock } = listening();
    await pay(good);
    const [webhook] = received;
    if (!webhook) throw new Error('Nothing was said.');
    return { webhook, now: clock.now };
  };

  it('a sandbox webhook is verified by its signature', async () => {
    const { webhook, now } = await genuine();
    expect(isGenuine(webhook, ownAccount, now)).toBe(true);
  });

  it('a sandbox webhook is refused when it was forged, changed, delayed or sent for another account', async () => {
    const { webhook, now } = await genuine();
    const later = new Date(now.getTime() + 301_000);
    const { 'sandbox-signature': signature = '', ...unsigned } = webhook.headers;
    const changed = { ...webhook, body: webhook.body.replace('"amount":100', '"amount":999') };
    expect(changed.body).not.toBe(webhook.body);
    expect(isGenuine(changed, ownAccount, now)).toBe(false);
    expect(isGenuine({ ...webhook, headers: unsigned }, ownAccount, now)).toBe(false);
    const forged = { 'sandbox-signature': signature.replace(/v1=.{64}/, `v1=${'0'.repeat(64)}`) };
    expect(isGenuine({ ...webhook, headers: forged }, ownAccount, now)).toBe(false);
    expect(isGenuine(webhook, ownAccount, later)).toBe(false);
    expect(isGenuine(webhook, with_({ auth_type: 'HeaderKey', api_key: 'key-two' }), now)).toBe(
      false,
    );
    expect(isGenuine(webhook, with_({ auth_type: 'NoKey' }), now)).toBe(false);
  });

  it('a malformed sandbox message is not parsed', () => {
    for (const body of ['', '{}', 'null', '{"type":"dispute"}', '{"type":"payment"}']) {
      expect(() => read({ headers: {}, body })).toThrow();
    }
  });

  it('a sandbox webhook comes again until it is accepted, five times at most, each time newly signed', async () => {
    const signatures: string[] = [];
    const sandbox = listening({
      onNotification: async ({ headers }) => {
        signatures.push(headers['sandbox-signature'] ?? '');
        return { status: 500 };
      },
    });
    await sandbox.pay(good);
    while (sandbox.waitingNotifications().length > 0) {
      sandbox.wait(168_000);
      await sandbox.sendNotifications();
    }
    expect(signatures).toHaveLength(5);
    expect(new Set(signatures).size).toBe(5);
  });

  it('a sandbox webhook is over once it was accepted', async () => {
    const sandbox = listening();
    await sandbox.pay(good);
    expect(sandbox.waitingNotifications()).toEqual([]);
  });
});
