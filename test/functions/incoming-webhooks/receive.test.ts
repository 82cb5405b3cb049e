import type { RefundOutcome } from '#connectors/interface/refunds.ts';
import { signatureHeader, signed, webhookKeyOf } from '#connectors/sandbox/webhook-signature.ts';
import { SwitchError } from '#platform/errors.ts';
import type { Item, TablePort } from '#platform/table/port.ts';
import { syncDueRefund } from '#switch/refunds/sync-due-refund.ts';
import {
  paymentWebhook,
  refundWebhook,
  withSentReferences,
} from '../../support/processors/processor-webhooks.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  type Container,
  container,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const merchantId = 'merchant_example';
const processorKey = `key of ${merchantId}`;

type SwitchInMemory = ReturnType<typeof switchInMemory>;
type ConnectorCall = Parameters<SwitchInMemory['services']['connectors']>[0];

/** A merchant that has a payment with the sandbox processor, which waits for its customer. */
async function aWaitingPayment(changes: object = {}) {
  const world = switchInMemory();
  const merchant = await aMerchant(world, merchantId);
  await pay(world, merchant.key, changes);
  return { ...context(world), merchant };
}

async function pay(world: SwitchInMemory, key: string, changes: object = {}) {
  const { status, body } = await world.ask('payments.create', {
    key,
    body: aPaymentRequest({
      payment_id: 'pay_1',
      confirm: true,
      ...byCard('4000003800000446'),
      ...changes,
    }),
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

function context(world: SwitchInMemory) {
  const find = (sk: string, id: string) =>
    world.port.items().find((item) => item.id === id && item.sk === sk);
  return {
    world,
    payment: () => find('PAYMENT', 'pay_1'),
    refund: (id: string) => find(`REFUND#${id}`, id),
    contradictions: () =>
      world.dependencies.logged.filter((line) => line === 'metric ConflictingOutcome'),
    accountId: () => String(world.port.items().find(({ sk }) => sk.startsWith('CONNECTOR#'))?.id),
  };
}

const failed = { status: 'failed', amount_captured: 0, error: { code: 'DC_08', message: 'no' } };

interface Telling {
  readonly key?: string;
  readonly secondsAgo?: number;
  readonly merchant?: string;
  readonly connector?: string;
  readonly header?: string;
  readonly base64?: boolean;
}

/**
 * The same webhook with the ids that the processor gave the payment and the refund, where we know
 * them, and with our references as they were sent.
 */
function withOwnIds(news: string, items: readonly Item[]): string {
  const payment = items.find(({ sk, id }) => sk === 'PAYMENT' && id === 'pay_1');
  const refund = items.find(({ id }) => id === 'ref_1');
  const { connectorTransactionId } = Object(payment?.attempt);
  const { connectorRefundId } = Object(refund);
  return withSentReferences(news, items)
    .replaceAll('pay_at_processor', connectorTransactionId ?? 'pay_at_processor')
    .replaceAll('ref_at_processor', connectorRefundId ?? 'ref_at_processor');
}

/** Sends a body to us, signed unless stated. */
function tell(
  { ask }: Pick<Container, 'ask'>,
  { dependencies, port }: Pick<SwitchInMemory, 'dependencies' | 'port'>,
  news: string,
  telling: Telling = {},
) {
  const text = withOwnIds(news, port.items());
  const { key = processorKey, secondsAgo = 0, merchant = merchantId } = telling;
  const { connector = 'stripe_test', base64 } = telling;
  const at = new Date(dependencies.clock.now.getTime() - secondsAgo * 1_000);
  const header = telling.header ?? signed(webhookKeyOf(key), text, at);
  return ask('incoming-webhooks.receive', {
    params: { merchant_id: merchant, connector },
    text,
    base64,
    headers: { 'content-type': 'application/json', ...(header && { [signatureHeader]: header }) },
  });
}

const taken = { status: 200, body: {} };
const refused = (status: number, code: string) => ({
  status,
  body: { error: expect.objectContaining({ code }) },
});

describe('a connector webhook about a payment', () => {
  it('a connector webhook is saved before it is acknowledged', async () => {
    const { world, payment } = await aWaitingPayment();
    const id = Object(payment()).attempt.connectorTransactionId;
    expect(await tell(world, world, paymentWebhook())).toMatchObject(taken);
    expect(payment()).toMatchObject({
      status: 'succeeded',
      amountReceivedMinor: 6_540,
      attempt: { status: 'charged', connectorTransactionId: id },
    });
  });

  it('a webhook of a failed payment makes the switch sync with the processor at once', async () => {
    const { world, payment } = await aWaitingPayment();
    const { status } = Object(payment());
    expect(await tell(world, world, paymentWebhook(failed))).toMatchObject(taken);
    const now = world.dependencies.clock.now.toISOString();
    expect(payment()).toMatchObject({ status, pendingSync: { nextAt: now }, dueAt: now });
    const before = payment();
    expect(await tell(world, world, paymentWebhook(failed))).toMatchObject(taken);
    expect(payment()).toEqual(before);
  });

  it('a connector webhook comes by the identifier of the account as well', async () => {
    const { world, payment, accountId } = await aWaitingPayment();
    const telling = { connector: accountId() };
    expect(telling.connector).toMatch(/^mca_/);
    expect(await tell(world, world, paymentWebhook(), telling)).toMatchObject(taken);
    expect(payment()).toMatchObject({ status: 'succeeded' });
  });

  it('a connector webhook may come to the function as bytes, and its signature is over these', async () => {
    const { world, payment } = await aWaitingPayment();
    const error = { code: 'DC_08', message: 'zurückgewiesen' };
    const text = ` ${paymentWebhook({ error })}\n`;
    expect(await tell(world, world, text, { base64: true })).toMatchObject(taken);
    expect(payment()).toMatchObject({ status: 'succeeded' });
  });

  it("a webhook with another amount than the payment's is not applied", async () => {
    const { world, payment } = await aWaitingPayment();
    expect(await tell(world, world, paymentWebhook({ amount: 6_541 }))).toMatchObject(taken);
    expect(payment()).toMatchObject({
      status: 'conflicted',
      attempt: { status: 'integrity_failure' },
    });
  });

  it('the sandbox processor sends its own webhook about a payment', async () => {
    const { world, payment } = await aWaitingPayment();
    const { processor } = world.dependencies;
    const statuses: number[] = [];
    processor.hooks.onNotification = async ({ url, headers, body = '' }) => {
      const [, , merchant, connector] = new URL(url).pathname.split('/');
      expect(merchant).toBe(merchantId);
      const answer = await world.ask('incoming-webhooks.receive', {
        params: { merchant_id: merchantId, connector: connector ?? '' },
        text: body,
        headers,
      });
      statuses.push(answer.status);
      return answer;
    };
    processor.clock.now = world.dependencies.clock.now;
    const { redirectUrl } = Object(payment()?.attempt);
    await processor.visit(`${redirectUrl}/complete?confirm=true`);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(payment()).toMatchObject({ status: 'succeeded' });
  });
});

describe('N1: a webhook that comes before the answer to our own call', () => {
  it('N1: a webhook that comes before the answer to our own call leads to the same end, and to one event', async () => {
    const world = switchInMemory();
    const merchant = await aMerchant(world, merchantId);
    const { send } = world.dependencies;
    world.dependencies.send = async (...sent) => {
      const answer = await send(...sent);
      expect(await tell(world, world, paymentWebhook({ id: 'pay_early' }))).toMatchObject(taken);
      return answer;
    };
    const body = await pay(world, merchant.key, byCard());
    expect(body).toMatchObject({ status: 'succeeded', amount_received: 6_540 });
    const { transitions } = Object(context(world).payment());
    expect(transitions.map(({ type }: { type: string }) => type)).toEqual([
      'payment_created',
      'payment_succeeded',
    ]);
  });
});

describe('N2: webhooks in the wrong order', () => {
  it.each([
    ['failed after succeeded', paymentWebhook(), paymentWebhook(failed), 'succeeded', 1],
    [
      'authorized after captured',
      paymentWebhook(),
      paymentWebhook({ status: 'authorized', amount_captured: 0 }),
      'succeeded',
      0,
    ],
    [
      'processing after succeeded',
      paymentWebhook(),
      paymentWebhook({ status: 'processing', amount_captured: 0 }),
      'succeeded',
      0,
    ],
  ])(
    'N2: webhooks in the wrong order revert nothing: %s',
    async (_, first, second, status, contradictions) => {
      const scene = await aWaitingPayment();
      const { world, payment } = scene;
      await tell(world, world, first);
      const before = payment();
      expect(await tell(world, world, second)).toMatchObject(taken);
      expect(payment()).toEqual(before);
      expect(payment()).toMatchObject({ status });
      expect(scene.contradictions()).toHaveLength(contradictions);
      const logged = world.dependencies.logged.join('\n');
      expect(logged.includes('processor contradicts itself')).toBe(contradictions > 0);
      expect(logged).not.toContain(processorKey);
    },
  );
});

describe('N2: a webhook of a void of captured money, before the response to it', () => {
  it('N2: a webhook of a void of a captured payment raises no alarm while the response is missing, and does when no void was requested', async () => {
    const scene = await aWaitingPayment();
    const { world, payment } = scene;
    await tell(world, world, paymentWebhook());
    const voided = paymentWebhook({ status: 'voided', amount_captured: 0 });
    const { pk, sk, version } = Object(payment());
    const asked = new Date().toISOString();
    const postCaptureVoid = { status: 'pending', askedAt: asked, updatedAt: asked };
    await world.port.update({ pk, sk }, { set: { postCaptureVoid } });
    expect(await tell(world, world, voided)).toMatchObject(taken);
    expect(payment()).toMatchObject({ status: 'succeeded', version, postCaptureVoid });
    expect(scene.contradictions()).toHaveLength(0);
    await world.port.update({ pk, sk }, { remove: ['postCaptureVoid'] });
    expect(await tell(world, world, voided)).toMatchObject(taken);
    expect(scene.contradictions()).toHaveLength(1);
  });
});

describe('N2: a webhook of success after one of failure', () => {
  it('N2: a webhook of success after one of failure decides, because the failure was not applied yet', async () => {
    const scene = await aWaitingPayment();
    const { world, payment } = scene;
    await tell(world, world, paymentWebhook(failed));
    expect(await tell(world, world, paymentWebhook())).toMatchObject(taken);
    expect(payment()).toMatchObject({ status: 'succeeded', amountReceivedMinor: 6_540 });
    expect(scene.contradictions()).toHaveLength(0);
  });
});

describe('N3: the same webhook again and again', () => {
  it('N3: the same webhook again and again changes something once, and is accepted every time', async () => {
    const { world, payment } = await aWaitingPayment();
    await tell(world, world, paymentWebhook());
    const after = payment();
    for (let time = 1; time < 1_000; time += 1) {
      expect((await tell(world, world, paymentWebhook())).status).toBe(200);
    }
    expect(payment()).toEqual(after);
  });

  it('N3: the same webhook many times at once changes something once', async () => {
    const { world, payment } = await aWaitingPayment();
    const { version } = Object(payment());
    const all = await Promise.all(
      Array.from({ length: 50 }, () => tell(world, world, paymentWebhook())),
    );
    expect(all.filter(({ status }) => status !== 200)).toEqual([]);
    expect(payment()).toMatchObject({ status: 'succeeded', version: version + 1 });
  });
});

describe('N4: a webhook that the processor did not send', () => {
  const forged: readonly (readonly [string, Telling])[] = [
    ['without a signature', { header: '' }],
    ['with another’s', { key: 'key of somebody' }],
    ['with one of nonsense', { header: 't=1,v1=00' }],
    ['that is older than five minutes', { secondsAgo: 301 }],
    ['that comes from the future', { secondsAgo: -301 }],
  ];

  it.each(forged)(
    'N4: a webhook that the processor did not send is refused, and changes nothing: %s',
    async (_, telling) => {
      const { world, payment } = await aWaitingPayment();
      const before = payment();
      expect(await tell(world, world, paymentWebhook(), telling)).toMatchObject(
        refused(401, 'WE_01'),
      );
      expect(payment()).toEqual(before);
    },
  );

  it('N4: a webhook that was changed on the way is refused', async () => {
    const { world, payment } = await aWaitingPayment();
    const header = signed(
      webhookKeyOf(processorKey),
      paymentWebhook(failed),
      world.dependencies.clock.now,
    );
    expect(await tell(world, world, paymentWebhook(), { header })).toMatchObject(
      refused(401, 'WE_01'),
    );
    expect(payment()).toMatchObject({ status: 'requires_customer_action' });
  });

  it.each([
    ['a merchant that nobody knows', { merchant: 'nobody' }, 404, 'HE_02'],
    ['an unknown account', { connector: 'mca_nobody' }, 404, 'HE_02'],
    ['a connector that the merchant does not have', { connector: 'adyen_test' }, 404, 'HE_02'],
    ['a connector that does not exist', { connector: 'nothing' }, 422, 'IR_06'],
  ])(
    'N4: a webhook at %s, where no connector account exists, is refused',
    async (_, telling, status, code) => {
      const { world, payment } = await aWaitingPayment();
      expect(await tell(world, world, paymentWebhook(), telling)).toMatchObject(
        refused(status, code),
      );
      expect(payment()).toMatchObject({ status: 'requires_customer_action' });
    },
  );

  it('N4: a webhook does not reach a payment of another account, even by its right id', async () => {
    const { world, payment, merchant } = await aWaitingPayment();
    await connectAnother(world, merchant.id, 'another key');
    const telling = { key: 'another key' };
    expect(await tell(world, world, paymentWebhook(), telling)).toMatchObject(taken);
    expect(payment()).toMatchObject({ status: 'requires_customer_action' });
  });

  it('N4: a webhook does not reach a payment of another merchant', async () => {
    const { world, payment } = await aWaitingPayment();
    await aMerchant(world, 'merchant_other');
    const telling = { merchant: 'merchant_other', key: 'key of merchant_other' };
    expect(await tell(world, world, paymentWebhook(), telling)).toMatchObject(taken);
    expect(payment()).toMatchObject({ status: 'requires_customer_action' });
  });

  it('N4: a genuine webhook that cannot be read is refused', async () => {
    const { world } = await aWaitingPayment();
    for (const text of ['{', 'null', '{"type":"payment"}', '<html>']) {
      expect(await tell(world, world, text)).toMatchObject(refused(400, 'WE_02'));
    }
    expect(world.dependencies.logged.join('\n')).not.toContain('html');
  });
});

describe('N5: a webhook about a payment that does not exist', () => {
  it.each(['pay_2_1', 'pay_1_2', 'pay_1', 'pay_1_1_1'])(
    'N5: a webhook about an unknown payment is to come again: %s',
    async (reference) => {
      const { world } = await aWaitingPayment();
      const answer = await tell(world, world, paymentWebhook({ reference }));
      expect(answer).toMatchObject(refused(404, 'WE_04'));
    },
  );

  it.each(['1', '_1', 'order 77', 'ORDER-77', 'pay_1_0', `${'a'.repeat(65)}_1`])(
    'N5: a webhook is acknowledged and changes nothing when the reference is not in our form: %s',
    async (reference) => {
      const { world } = await aWaitingPayment();
      const before = world.port.items();
      expect(await tell(world, world, paymentWebhook({ reference }))).toMatchObject(taken);
      expect(world.port.items()).toEqual(before);
      const lines = world.dependencies.logged.filter((line) => line.includes('nothing of ours'));
      expect(lines).toHaveLength(1);
    },
  );

  it('N5: a webhook about an unknown refund is answered with 404, so that it comes again', async () => {
    const { world } = await aWaitingPayment();
    const text = refundWebhook({ reference: 'ref_nobody' });
    expect(await tell(world, world, text)).toMatchObject(refused(404, 'WE_04'));
  });
});

describe('N6: a webhook whose outcome could not be saved', () => {
  /** A switch whose table takes nothing any more. */
  const refusing = (port: TablePort): TablePort => ({
    ...port,
    put: () => Promise.reject(new SwitchError('temporarily_unavailable')),
    transact: () => Promise.reject(new SwitchError('temporarily_unavailable')),
  });

  it('N6: a webhook whose outcome could not be saved is not acknowledged, so that it comes again', async () => {
    const { world, payment } = await aWaitingPayment();
    const failing = container(refusing(world.port), world.dependencies);
    expect(await tell(failing, world, paymentWebhook())).toMatchObject({ status: 503 });
    expect(payment()).toMatchObject({ status: 'requires_customer_action' });
    expect(await tell(world, world, paymentWebhook())).toMatchObject(taken);
    expect(payment()).toMatchObject({ status: 'succeeded' });
  });

  it('N6: a webhook without a change to save is acknowledged', async () => {
    const { world } = await aWaitingPayment();
    await tell(world, world, paymentWebhook());
    const failing = container(refusing(world.port), world.dependencies);
    expect(await tell(failing, world, paymentWebhook())).toMatchObject(taken);
  });
});

describe('a large webhook', () => {
  const padded = (characters: number) =>
    JSON.stringify({ ...JSON.parse(paymentWebhook()), padding: 'x'.repeat(characters) });

  it.each([17_000, 1_000_000])(
    'a large webhook is accepted when it is signed: %s characters',
    async (characters) => {
      const { world, payment } = await aWaitingPayment();
      expect(await tell(world, world, padded(characters))).toMatchObject(taken);
      expect(payment()).toMatchObject({ status: 'succeeded' });
    },
  );

  it('a large webhook is refused above 1 MiB although it is signed', async () => {
    const { world, payment } = await aWaitingPayment();
    const answer = await tell(world, world, padded(1_048_576));
    expect(answer).toMatchObject(refused(400, 'IR_06'));
    expect(payment()).toMatchObject({ status: 'requires_customer_action' });
  });

  it('a large webhook is refused when it is not signed, before it is parsed', async () => {
    const { world } = await aWaitingPayment();
    const unsigned = { key: 'another key' };
    for (const text of [padded(17_000), padded(500_000), 'x'.repeat(500_000)]) {
      const answer = await tell(world, world, text, unsigned);
      expect(answer).toMatchObject(refused(401, 'WE_01'));
    }
  });
});

describe('the address of webhooks', () => {
  const check = ({ ask }: Pick<Container, 'ask'>, params: object = {}) =>
    ask('incoming-webhooks.check-address', {
      params: { merchant_id: merchantId, connector: 'stripe_test', ...params },
    });

  it("the webhook URL answers a processor's check with an empty body", async () => {
    const { world, accountId } = await aWaitingPayment();
    expect(await check(world)).toMatchObject({ status: 200, text: '' });
    expect(await check(world, { connector: accountId() })).toMatchObject({ status: 200, text: '' });
  });

  it.each([
    ['a merchant that nobody knows', { merchant_id: 'nobody' }, 404, 'HE_02'],
    ['an unknown account', { connector: 'mca_nobody' }, 404, 'HE_02'],
    ['a connector that does not exist', { connector: 'nothing' }, 422, 'IR_06'],
  ])('the webhook URL is refused as for webhooks at %s', async (_, params, status, code) => {
    const { world } = await aWaitingPayment();
    expect(await check(world, params)).toMatchObject(refused(status, code));
  });

  it('the webhook URL accepts webhooks by PUT as it does by POST', async () => {
    const { world, payment } = await aWaitingPayment();
    const text = withOwnIds(paymentWebhook(), world.port.items());
    const put = (key: string) =>
      world.ask('incoming-webhooks.receive-put', {
        params: { merchant_id: merchantId, connector: 'stripe_test' },
        text,
        headers: {
          'content-type': 'application/json',
          [signatureHeader]: signed(webhookKeyOf(key), text, world.dependencies.clock.now),
        },
      });
    expect(await put('key of somebody')).toMatchObject(refused(401, 'WE_01'));
    expect(await put(processorKey)).toMatchObject(taken);
    expect(payment()).toMatchObject({ status: 'succeeded' });
  });
});

describe('a connector webhook about a refund', () => {
  /** A payment of which 6.00 are on their way back. */
  async function aPendingRefund() {
    const scene = await aWaitingPayment(byCard('4000000000007726'));
    const { world, merchant } = scene;
    const { status, body } = await world.ask('refunds.create', {
      key: merchant.key,
      body: { payment_id: 'pay_1', refund_id: 'ref_1', amount: 600 },
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'pending' } });
    const news = (changes: object = {}) => tell(world, world, refundWebhook(changes));
    return { ...scene, news };
  }

  it('a connector webhook about a refund settles it as succeeded', async () => {
    const { news, refund, payment } = await aPendingRefund();
    expect(await news()).toMatchObject(taken);
    expect(refund('ref_1')).toMatchObject({ status: 'succeeded' });
    expect(payment()).toMatchObject({ refundableMinor: 5_940 });
  });

  it('a webhook of a failed refund makes the switch sync with the processor at once', async () => {
    const { world, news, refund, payment } = await aPendingRefund();
    const error = { code: 'DC_08', message: 'no' };
    for (let time = 0; time < 3; time += 1) {
      expect(await news({ status: 'failed', error })).toMatchObject(taken);
    }
    const now = world.dependencies.clock.now.toISOString();
    expect(refund('ref_1')).toMatchObject({
      status: 'pending',
      pendingSync: { nextAt: now },
      version: 3,
    });
    expect(payment()).toMatchObject({ refundableMinor: 5_940 });
  });

  /** A refund that had succeeded, and that the processor then reports as failed. */
  async function aRefundThatFailsLater() {
    const scene = await aPendingRefund();
    const { world, news, refund } = scene;
    await news();
    const before = refund('ref_1');
    const { clock } = world.dependencies;
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    expect(await news({ status: 'failed' })).toMatchObject(taken);
    /** The sync that is due, with this answer of the processor. */
    const sync = (outcome: RefundOutcome) => {
      const connectors = (request: ConnectorCall) => ({
        ...world.services.connectors(request),
        syncRefund: async () => outcome,
      });
      const place = { merchantId, paymentId: 'pay_1', refundId: 'ref_1' };
      return syncDueRefund({ ...world.services, connectors }, place, {
        remainingMs: () => 28_000,
        requestId: 'sync',
      });
    };
    return { ...scene, before, sync, now: clock.now.toISOString() };
  }

  it('a webhook that fails a succeeded refund leaves it succeeded until the processor confirms', async () => {
    const { refund, before, now, payment } = await aRefundThatFailsLater();
    const { status, transitions } = Object(before);
    expect(refund('ref_1')).toMatchObject({ status, transitions, pendingSync: { nextAt: now } });
    expect(payment()).toMatchObject({ refundableMinor: 5_940 });
  });

  it('a succeeded refund that fails once confirmed sends an event, and its amount can be refunded again', async () => {
    const { refund, sync, payment, world, merchant, news } = await aRefundThatFailsLater();
    await sync({ result: 'unknown' });
    expect(refund('ref_1')).toMatchObject({ status: 'succeeded', pendingSync: { checks: 1 } });
    await news({ status: 'failed' });
    await sync({ result: 'declined', code: 'lost_or_stolen_card' });
    const failed = refund('ref_1');
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'lost_or_stolen_card' } });
    expect(failed).not.toHaveProperty('pendingSync');
    expect(failed).not.toHaveProperty('failureReportedAt');
    const types = Object(failed).transitions.map(({ type }: { readonly type: string }) => type);
    expect(types).toEqual(['refund_succeeded', 'refund_failed']);
    expect(payment()).toMatchObject({ refundableMinor: 6_540 });
    // Neither the webhook nor another sync returns the amount again.
    await news({ status: 'failed' });
    await sync({ result: 'declined' });
    expect(payment()).toMatchObject({ refundableMinor: 6_540 });
    const all = { key: merchant.key, body: { payment_id: 'pay_1', amount: 6_540 } };
    expect(await world.ask('refunds.create', all)).toMatchObject({ status: 200 });
  });

  it('a succeeded refund reported as failed stays succeeded when the processor says so', async () => {
    const { refund, sync, before, news } = await aRefundThatFailsLater();
    // A late webhook of success decides nothing.
    await news();
    expect(refund('ref_1')).toHaveProperty('failureReportedAt');
    await sync({ result: 'succeeded' });
    const { version: _, modifiedAt: __, saveId: ___, ...same } = Object(before);
    expect(refund('ref_1')).toMatchObject({ status: 'succeeded', transitions: same.transitions });
    expect(refund('ref_1')).not.toHaveProperty('pendingSync');
    expect(refund('ref_1')).not.toHaveProperty('failureReportedAt');
  });

  it("a webhook with another amount than the refund's is left to an operator", async () => {
    const { news, refund } = await aPendingRefund();
    expect(await news({ amount: 601 })).toMatchObject(taken);
    expect(refund('ref_1')).toMatchObject({ status: 'review' });
  });
});

describe('one connector, several accounts', () => {
  it('one connector with several accounts accepts a webhook that any of the accounts signed', async () => {
    const { world, payment, merchant } = await aWaitingPayment();
    await connectAnother(world, merchant.id, 'another key');
    expect(await tell(world, world, paymentWebhook())).toMatchObject(taken);
    expect(payment()).toMatchObject({ status: 'succeeded' });
  });

  it('one connector with several accounts accepts a webhook about a payment of either account when both have one key', async () => {
    const { world, payment, merchant } = await aWaitingPayment();
    await connectAnother(world, merchant.id, processorKey);
    expect(await tell(world, world, paymentWebhook())).toMatchObject(taken);
    expect(payment()).toMatchObject({ status: 'succeeded' });
  });

  it('one connector with several accounts skips an account without credentials', async () => {
    const { world, payment, merchant } = await aWaitingPayment();
    await connectAnother(world, merchant.id, undefined);
    expect(await tell(world, world, paymentWebhook())).toMatchObject(taken);
    expect(payment()).toMatchObject({ status: 'succeeded' });
  });
});

async function connectAnother(
  { ask, dependencies }: SwitchInMemory,
  account_id: string,
  key?: string,
) {
  const { status, body } = await ask('connector-accounts.create', {
    key: adminKey,
    params: { account_id },
    body: {
      connector_type: 'payment_processor',
      connector_name: 'stripe_test',
      connector_label: 'second',
      connector_account_details: key
        ? { auth_type: 'HeaderKey', api_key: key }
        : { auth_type: 'TemporaryAuth' },
    },
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  // By then the change of a moment ago is read.
  dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 10_000);
}

describe('an attempt that had ended', () => {
  /** A payment whose first try never reached the processor, and whose second one waits. */
  async function aSecondTry() {
    const world = switchInMemory();
    const merchant = await aMerchant(world, merchantId);
    await connectAnother(world, merchantId, processorKey);
    const { send } = world.dependencies;
    let asked = 0;
    world.dependencies.send = async (...sent) => {
      asked += 1;
      return asked <= 2 ? { kind: 'not_sent', reason: 'no connection' } : send(...sent);
    };
    const body = await pay(world, merchant.key);
    expect(body).toMatchObject({ attempt_count: 2, status: 'requires_customer_action' });
    return context(world);
  }

  it("a webhook that repeats a final attempt's outcome changes nothing", async () => {
    const { world, payment, contradictions } = await aSecondTry();
    const before = payment();
    expect(await tell(world, world, paymentWebhook(failed))).toMatchObject(taken);
    expect(payment()).toEqual(before);
    expect(contradictions()).toEqual([]);
  });

  it('a webhook that charges a final attempt raises an alarm', async () => {
    const { world, payment, contradictions } = await aSecondTry();
    const before = payment();
    expect(await tell(world, world, paymentWebhook())).toMatchObject(taken);
    expect(payment()).toEqual(before);
    expect(contradictions()).toHaveLength(1);
  });
});
