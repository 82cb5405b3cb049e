import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

type SwitchInMemory = ReturnType<typeof switchInMemory>;

/** A payment whose processor was asked and never answered. */
async function aWaitingPayment(changes: object = {}) {
  const world = switchInMemory();
  const merchant = await aMerchant(world, 'merchant_example');
  const silence = async () => ({ kind: 'unknown', reason: 'timeout' }) as const;
  const { send } = world.dependencies;
  world.dependencies.send = silence;
  const body = aPaymentRequest({ confirm: true, ...byCard(), ...changes });
  const { body: payment } = await world.ask('payments.create', { key: merchant.key, body });
  world.dependencies.send = send;
  expect(payment.status).toBe('processing');
  return { world, merchant, paymentId: String(payment.payment_id) };
}

const decide = (world: SwitchInMemory, payment_id: string, body: object) =>
  world.ask('payments.manual-update', {
    key: adminKey,
    params: { payment_id },
    body: { merchant_id: 'merchant_example', ...body },
  });

const shown = async (world: SwitchInMemory, key: string, payment_id: string) =>
  (await world.ask('payments.retrieve', { key, params: { payment_id } })).body;

describe('the manual resolution of a payment by an operator', () => {
  it.each([
    ['charged', 'succeeded', 6_540],
    ['failure', 'failed', null],
    ['voided', 'cancelled', null],
  ] as const)(
    "an operator's payment update decides %s: the payment is %s",
    async (attempt_status, status, received) => {
      const { world, merchant, paymentId } = await aWaitingPayment();
      const answer = await decide(world, paymentId, {
        attempt_status,
        reason: 'Seen at the bank.',
      });
      expect(answer).toMatchObject({ status: 200, body: { attempt_status } });
      expect(await shown(world, merchant.key, paymentId)).toMatchObject({
        status,
        amount_received: received,
      });
      const item = world.port.items().find(({ sk, id }) => sk === 'PAYMENT' && id === paymentId);
      expect(item).toMatchObject({
        resolvedManually: { status: attempt_status, reason: 'Seen at the bank.' },
      });
      expect(item?.duePk).toBeUndefined();
    },
  );

  it("an operator's payment update leaves a log line, with the request that did it", async () => {
    const { world, paymentId } = await aWaitingPayment();
    await decide(world, paymentId, { attempt_status: 'failure' });
    const line = world.dependencies.logged.find((one) => one.includes('payment resolved manually'));
    expect(line).toMatch(/"request_id":"[^"]+"/);
    expect(line).toContain('"from":"processing","to":"failed"');
  });

  it("an operator's payment update stores the reason of a failure, as the merchant sees it", async () => {
    const { world, merchant, paymentId } = await aWaitingPayment();
    const error = { error_code: 'LOST', error_message: 'The processor lost it' };
    await decide(world, paymentId, { attempt_status: 'failure', ...error });
    expect(await shown(world, merchant.key, paymentId)).toMatchObject(error);
  });

  it("a manual update can't decide a payment that is final", async () => {
    const { world, paymentId } = await aWaitingPayment();
    await decide(world, paymentId, { attempt_status: 'charged' });
    expect(await decide(world, paymentId, { attempt_status: 'failure' })).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_16' } },
    });
  });

  it("an operator's payment update is refused for another attempt than the stated one", async () => {
    const { world, paymentId } = await aWaitingPayment();
    const answer = await decide(world, paymentId, {
      attempt_id: `${paymentId}_7`,
      attempt_status: 'failure',
    });
    expect(answer.status).toBe(404);
  });

  it("an operator's payment update needs the merchant_id of the payment", async () => {
    const { world, paymentId } = await aWaitingPayment();
    const asked = { key: adminKey, params: { payment_id: paymentId } };
    const body = { attempt_status: 'failure' };
    expect(await world.ask('payments.manual-update', { ...asked, body })).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_04' } },
    });
    const headers = { 'x-merchant-id': 'merchant_example' };
    const named = await world.ask('payments.manual-update', { ...asked, body, headers });
    expect(named.status).toBe(200);
  });
});

describe('a manual update without a status', () => {
  const error = { error_code: 'LOST', error_message: 'The processor lost it' };

  it.each([undefined, null])(
    'a manual update without a status saves the given error fields, and decides nothing: %p',
    async (attempt_status) => {
      const { world, merchant, paymentId } = await aWaitingPayment();
      const body = { attempt_status, ...error, reason: 'By phone.' };
      expect(await decide(world, paymentId, body)).toMatchObject({
        status: 200,
        body: { ...error, attempt_status: 'pending' },
      });
      expect(await shown(world, merchant.key, paymentId)).toMatchObject({
        status: 'processing',
        ...error,
      });
      const item = world.port.items().find(({ sk, id }) => sk === 'PAYMENT' && id === paymentId);
      expect(item).toMatchObject({ resolvedManually: { status: 'pending', reason: 'By phone.' } });
      expect(item?.duePk).toBeDefined();
      const line = world.dependencies.logged.find((one) => one.includes('payment noted manually'));
      expect(line).toContain('"from":"processing","to":"processing"');
    },
  );

  it('a manual update without a status keeps the code when only the message is stated', async () => {
    const { world, paymentId } = await aWaitingPayment();
    await decide(world, paymentId, error);
    const answer = await decide(world, paymentId, { error_message: 'Found again' });
    expect(answer.body).toMatchObject({ error_code: 'LOST', error_message: 'Found again' });
  });

  it('a manual update without a status is allowed for a final payment, whose status stays', async () => {
    const { world, merchant, paymentId } = await aWaitingPayment();
    await decide(world, paymentId, { attempt_status: 'failure' });
    expect(await decide(world, paymentId, error)).toMatchObject({ status: 200, body: error });
    expect((await shown(world, merchant.key, paymentId)).status).toBe('failed');
  });

  it('a manual update without a status writes nothing when it states nothing', async () => {
    const { world, paymentId } = await aWaitingPayment();
    const before = JSON.stringify(world.port.items());
    expect(await decide(world, paymentId, {})).toMatchObject({
      status: 200,
      body: { attempt_status: 'pending' },
    });
    expect(JSON.stringify(world.port.items())).toBe(before);
  });
});

describe('a manual update with the status that the attempt has', () => {
  it("a manual update with the attempt's own status saves the given error fields, and decides nothing", async () => {
    const { world, merchant, paymentId } = await aWaitingPayment();
    await decide(world, paymentId, { attempt_status: 'failure' });
    const error = { error_code: 'LOST', error_message: 'The processor lost it' };
    expect(await decide(world, paymentId, { attempt_status: 'failure', ...error })).toMatchObject({
      status: 200,
      body: { attempt_status: 'failure', ...error },
    });
    expect(await shown(world, merchant.key, paymentId)).toMatchObject({
      status: 'failed',
      ...error,
    });
  });

  it.each([
    ['processing', {}],
    ['requires_capture', { capture_method: 'manual' }],
  ])(
    'a manual update to pending makes a sync due now for a payment that is %s',
    async (status, more) => {
      const { world, merchant, paymentId } = await aWaitingPayment(more);
      if (status !== 'processing') await decide(world, paymentId, { attempt_status: 'authorized' });
      const { now } = world.dependencies.clock;
      world.dependencies.clock.now = new Date(now.getTime() + 60_000);
      const answer = await decide(world, paymentId, { attempt_status: 'pending', reason: 'Late.' });
      expect(answer.status).toBe(200);
      expect((await shown(world, merchant.key, paymentId)).status).toBe(status);
      const item = world.port.items().find(({ sk, id }) => sk === 'PAYMENT' && id === paymentId);
      expect(item).toMatchObject({ resolvedManually: { reason: 'Late.' } });
      const { nextAt } = Object(item?.pendingSync);
      expect(Date.parse(nextAt)).toBeLessThanOrEqual(now.getTime() + 60_000);
    },
  );

  it('a manual update to pending is refused for a final payment', async () => {
    const { world, paymentId } = await aWaitingPayment();
    await decide(world, paymentId, { attempt_status: 'charged' });
    expect(await decide(world, paymentId, { attempt_status: 'pending' })).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_16' } },
    });
  });

  it('a manual update names the payment in its body like in its path, or is refused', async () => {
    const { world, paymentId } = await aWaitingPayment();
    const body = { attempt_status: 'failure' };
    const other = await decide(world, paymentId, { ...body, payment_id: 'pay_other' });
    expect(other.status).toBe(404);
    const same = await decide(world, paymentId, { ...body, payment_id: paymentId });
    expect(same.status).toBe(200);
  });
});

describe('a manual update of a payment that was never confirmed', () => {
  async function anUnconfirmedPayment(method: object = {}) {
    const world = switchInMemory();
    const merchant = await aMerchant(world, 'merchant_example');
    const body = aPaymentRequest({ capture_method: 'manual', ...method });
    const { body: payment } = await world.ask('payments.create', { key: merchant.key, body });
    return { world, merchant, paymentId: String(payment.payment_id) };
  }

  it.each([
    ['failure', 'failed', {}],
    ['voided', 'cancelled', {}],
    ['failure', 'failed', byCard()],
  ] as const)(
    'an unconfirmed payment ends by a manual update to %s: it is %s',
    async (attempt_status, status, method) => {
      const { world, merchant, paymentId } = await anUnconfirmedPayment(method);
      const error = { error_code: 'STOPPED', error_message: 'Stopped by hand' };
      expect(await decide(world, paymentId, { attempt_status, ...error })).toMatchObject({
        status: 200,
        body: { attempt_status },
      });
      expect(await shown(world, merchant.key, paymentId)).toMatchObject({
        status,
        amount_capturable: 0,
        amount_received: null,
        ...error,
      });
    },
  );

  it.each(['charged', 'authorized', 'voided_post_charge', 'pending'])(
    'an unconfirmed payment is not made %s by hand, because no processor was asked',
    async (attempt_status) => {
      const { world, paymentId } = await anUnconfirmedPayment();
      const before = JSON.stringify(world.port.items());
      expect(await decide(world, paymentId, { attempt_status })).toMatchObject({
        status: 400,
        body: { error: { code: 'IR_16' } },
      });
      expect(JSON.stringify(world.port.items())).toBe(before);
    },
  );
});

describe('a capture whose processor never answers', () => {
  async function aWaitingCapture() {
    const world = switchInMemory();
    const merchant = await aMerchant(world, 'merchant_example');
    const body = aPaymentRequest({ confirm: true, capture_method: 'manual', ...byCard() });
    const { body: payment } = await world.ask('payments.create', { key: merchant.key, body });
    const params = { payment_id: payment.payment_id };
    const { send } = world.dependencies;
    world.dependencies.send = async () => ({ kind: 'unknown', reason: 'timeout' });
    await world.ask('payments.capture', { key: merchant.key, params, body: {} });
    world.dependencies.send = send;
    return { world, merchant, paymentId: String(payment.payment_id) };
  }

  it.each([
    ['charged', 'succeeded'],
    ['failure', 'failed'],
  ] as const)(
    'a capture that its processor never answers is decided as %s: the payment is %s',
    async (attempt_status, status) => {
      const { world, merchant, paymentId } = await aWaitingCapture();
      expect(await decide(world, paymentId, { attempt_status })).toMatchObject({ status: 200 });
      expect(await shown(world, merchant.key, paymentId)).toMatchObject({ status });
    },
  );

  it('a capture that never arrived can be made again once it could no longer arrive', async () => {
    const { world, merchant, paymentId } = await aWaitingCapture();
    world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 120_000);
    await decide(world, paymentId, { attempt_status: 'authorized' });
    expect(await shown(world, merchant.key, paymentId)).toMatchObject({
      status: 'requires_capture',
    });
  });
});
