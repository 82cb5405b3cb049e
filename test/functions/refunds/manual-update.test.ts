import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

/** A refund whose processor was asked and never answered. */
async function aWaitingRefund() {
  const world = switchInMemory();
  const { key } = await aMerchant(world, 'merchant_example');
  const body = aPaymentRequest({ confirm: true, ...byCard() });
  const { payment_id } = (await world.ask('payments.create', { key, body })).body;
  const { send } = world.dependencies;
  world.dependencies.send = async () => ({ kind: 'unknown', reason: 'timeout' });
  const refund = await world.ask('refunds.create', { key, body: { payment_id } });
  world.dependencies.send = send;
  expect(refund.body).toMatchObject({ status: 'pending' });
  const decide = (status: string | undefined, error: object = {}) =>
    world.ask('refunds.manual-update', {
      key: adminKey,
      params: { refund_id: refund.body.refund_id },
      body: { merchant_id: 'merchant_example', status, ...error },
    });
  return { world, key, paymentId: payment_id, decide, refundId: refund.body.refund_id };
}

describe('the manual resolution of a refund by an operator', () => {
  it.each(['succeeded', 'failed'])(
    "an operator's refund update decides that it %s",
    async (status) => {
      const { world, key, decide, refundId } = await aWaitingRefund();
      expect(await decide(status)).toMatchObject({ status: 200, text: '' });
      const params = { refund_id: refundId };
      expect((await world.ask('refunds.retrieve', { key, params })).body).toMatchObject({ status });
    },
  );

  it("an operator's refund update returns a failed one's amount to the payment, once", async () => {
    const { world, key, paymentId, decide } = await aWaitingRefund();
    await decide('failed');
    expect(await decide('failed')).toMatchObject({ status: 200, text: '' });
    expect(await decide('succeeded')).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_16' } },
    });
    const again = { key, body: { payment_id: paymentId } };
    expect((await world.ask('refunds.create', again)).body).toMatchObject({ status: 'succeeded' });
    expect((await world.ask('refunds.create', again)).body).toMatchObject({
      error: { code: 'IR_13' },
    });
  });

  it("an operator's refund update fails a refund that had succeeded, and its amount is refundable again", async () => {
    const { world, key, paymentId, decide, refundId } = await aWaitingRefund();
    await decide('succeeded');
    const error = { error_code: 'RETURNED', error_message: 'The bank sent it back' };
    expect(await decide('failed', error)).toMatchObject({ status: 200, text: '' });
    const params = { refund_id: refundId };
    expect((await world.ask('refunds.retrieve', { key, params })).body).toMatchObject({
      status: 'failed',
      ...error,
    });
    const again = { key, body: { payment_id: paymentId } };
    expect((await world.ask('refunds.create', again)).body).toMatchObject({ status: 'succeeded' });
  });

  it("an operator's refund update with the refund's own status saves the error fields once", async () => {
    const { world, decide } = await aWaitingRefund();
    await decide('failed');
    const error = { error_code: 'LOST', error_message: 'The processor lost it' };
    await decide('failed', error);
    const stored = () => world.port.items().find(({ sk }) => String(sk).startsWith('REFUND#'));
    expect(stored()).toMatchObject({
      status: 'failed',
      error: { code: 'LOST', message: 'The processor lost it' },
    });
    const before = stored();
    await decide('failed', error);
    expect(stored()).toEqual(before);
  });

  it("an operator's refund update leaves a log line, with the request that did it", async () => {
    const { world, decide } = await aWaitingRefund();
    await decide('succeeded');
    const line = world.dependencies.logged.find((one) => one.includes('refund resolved manually'));
    expect(line).toContain('"from":"pending","to":"succeeded"');
  });

  it("an operator's refund update without a status saves the error fields, and decides nothing", async () => {
    const { world, key, decide, refundId } = await aWaitingRefund();
    const error = { error_code: 'LOST', error_message: 'The processor lost it' };
    expect(await decide(undefined, error)).toMatchObject({ status: 200, text: '' });
    const params = { refund_id: refundId };
    expect((await world.ask('refunds.retrieve', { key, params })).body).toMatchObject({
      status: 'pending',
      ...error,
    });
    const before = JSON.stringify(world.port.items());
    expect(await decide(undefined)).toMatchObject({ status: 200, text: '' });
    expect(JSON.stringify(world.port.items())).toBe(before);
    expect(await decide('succeeded')).toMatchObject({ status: 200 });
  });

  it("an operator's refund update sets and empties the error fields in Hyperswitch's form", async () => {
    const { world, key, decide, refundId } = await aWaitingRefund();
    const params = { refund_id: refundId };
    const shown = async () => (await world.ask('refunds.retrieve', { key, params })).body;
    const set = { error_code: { set: 'LOST' }, error_message: { set: 'The processor lost it' } };
    expect(await decide('failed', set)).toMatchObject({ status: 200, text: '' });
    expect(await shown()).toMatchObject({
      status: 'failed',
      error_code: 'LOST',
      error_message: 'The processor lost it',
    });
    expect(await decide(undefined, { error_code: { unset: null } })).toMatchObject({ status: 200 });
    expect(await shown()).toMatchObject({
      error_code: null,
      error_message: 'The processor lost it',
    });
    expect(await decide(undefined, { error_message: 'unset' })).toMatchObject({ status: 200 });
    expect(await shown()).toMatchObject({
      status: 'failed',
      error_code: null,
      error_message: null,
    });
    for (const error_code of [{ set: null }, { set: 'A', unset: null }, {}]) {
      expect(await decide(undefined, { error_code })).toMatchObject({
        status: 400,
        body: { error: { code: 'IR_06' } },
      });
    }
  });
});
