import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { Item, TablePort, Transacted } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { paymentKey, paymentStore } from '#switch/payments/payment-store.ts';
import { applyRefundOutcome, type Refund } from '#switch/refunds/refund.ts';
import { refundStore } from '#switch/refunds/refund-store.ts';
import { later } from '../../../support/entities/a-payment.ts';
import { aPaidPayment, aRefund } from '../../../support/entities/a-refund.ts';
import { memoryPort } from '../../../support/table/memory-table.ts';

const limits = { most: 10 };
const fails = (current: Refund) =>
  applyRefundOutcome(current, { result: 'declined', code: 'DC_08' }, later(1));
const succeeds = (current: Refund) =>
  applyRefundOutcome(current, { result: 'succeeded', connectorRefundId: 'dummy_ref_1' }, later(1));

/** A store over a payment; `between` may stand between it and the table. */
function aStore(payment: Payment = aPaidPayment(), between: (port: TablePort) => TablePort = same) {
  const history: Item[] = [];
  const memory = memoryPort([], (_, after) => void (after && history.push(after)));
  const store = refundStore(tableOver(between(memory)));
  const payments = paymentStore(tableOver(memory));
  const saving = payments.create(payment);
  const current = () => payments.get(payment.merchantId, payment.id);
  return {
    memory,
    store,
    payments,
    current,
    history,
    async reserve(refund: Refund = aRefund({}, payment), most = limits.most) {
      await saving;
      return store.reserve(payment, refund, { most });
    },
    /** The refundable amount of its payment, and the number of its refunds. */
    async left() {
      const { refundableMinor, refundCount } = await current();
      return [refundableMinor, refundCount];
    },
  };
}
const same = (port: TablePort) => port;

const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'taken',
    (error: unknown) => (isSwitchError(error) ? error.kind : String(error)),
  );

describe('reserving', () => {
  it('reserving a refund takes the amount, counts and finds the refund again by its id', async () => {
    const { reserve, store, left, current } = aStore();
    const refund = await reserve();
    expect(await left()).toEqual([6_000, 1]);
    expect((await current()).version).toBe(2);
    expect(await store.get('merchant_1', 'ref_1')).toMatchObject(refund);
    expect(await store.find('merchant_1', 'pay_1', 'ref_1')).toMatchObject(refund);
    expect(await kindOf(store.get('merchant_2', 'ref_1'))).toBe('refund_not_found');
    expect(await kindOf(store.get('merchant_1', 'ref_2'))).toBe('refund_not_found');
  });

  it('reserving a refund puts it on the due index until it is final', async () => {
    const { reserve, store, memory } = aStore();
    const refund = await reserve();
    const due = () => memory.items().filter(({ dueAt }) => dueAt !== undefined);
    expect(due()).toEqual([
      expect.objectContaining({ sk: 'REFUND#ref_1', dueAt: later(60).toISOString() }),
    ]);
    await store.settle(refund, succeeds);
    expect(due()).toEqual([]);
  });

  it.each([10_000, 10_050])(
    'reserving refunds accepts two of a hundred refunds of 40 on %d at once',
    async (of) => {
      for (let round = 0; round < 20; round++) {
        const payment = aPaidPayment({ amountReceivedMinor: of, refundableMinor: of });
        const { reserve, left, history, memory } = aStore(payment);
        const all = Array.from({ length: 100 }, (_, number) =>
          kindOf(reserve(aRefund({ id: `ref_${number}` }), 100)),
        );
        const answers = await Promise.all(all);
        expect(answers.filter((one) => one === 'taken')).toHaveLength(2);
        expect(answers.filter((one) => one === 'refund_exceeds_captured')).toHaveLength(98);
        expect(await left()).toEqual([of - 8_000, 2]);
        expect(memory.items().filter(({ sk }) => sk.startsWith('REFUND'))).toHaveLength(4);
        const versions = history.flatMap(({ sk, refundableMinor }) =>
          sk === 'PAYMENT' ? [Number(refundableMinor)] : [],
        );
        expect(Math.min(...versions)).toBeGreaterThanOrEqual(0);
      }
    },
  );

  it('reserving a refund succeeds while another request saves the payment, which then conflicts', async () => {
    const { reserve, payments, current } = aStore();
    await reserve(aRefund({ id: 'ref_0', amountMinor: 100 }));
    const read = await current();
    await reserve();
    expect(await kindOf(payments.save(read))).toBe('concurrent_update');
    await payments.settleOrThrow(read, (one) => ({
      ...one,
      requestFields: { ...one.requestFields, a: 1 },
    }));
    expect(await current()).toMatchObject({ refundableMinor: 5_900, requestFields: { a: 1 } });
  });

  it.each<[string, Partial<Payment>, string]>([
    ['is processing', { status: 'processing' }, 'payment_not_refundable'],
    ['was captured anew', { status: 'requires_capture' }, 'payment_not_refundable'],
    ['has too little left', { refundableMinor: 3_999 }, 'refund_exceeds_captured'],
    ['was refunded too often', { refundCount: 11 }, 'refund_limit_reached'],
  ])(
    'reserving a refund is refused by a payment that meanwhile %s, and writes nothing',
    async (_, given, kind) => {
      const { memory, payments, store } = aStore();
      const found = await payments.get('merchant_1', 'pay_1');
      await payments.save({ ...found, ...given });
      const before = memory.items();
      // The stored payment counts, not the one read before.
      expect(await kindOf(store.reserve(found, aRefund(), limits))).toBe(kind);
      expect(memory.items()).toEqual(before);
    },
  );

  it('reserving a refund is refused for a used id, whichever payment used it', async () => {
    const { reserve, store, payments, memory } = aStore();
    await reserve();
    const other = await payments.create(aPaidPayment({ id: 'pay_2' }));
    const before = memory.items();
    expect(await kindOf(reserve())).toBe('refund_exists');
    expect(await kindOf(store.reserve(other, aRefund({}, other), limits))).toBe('refund_exists');
    expect(memory.items()).toEqual(before);
  });

  it('reserving a refund works on payments from before refunds were counted', async () => {
    const { refundableMinor: _, ...old } = aPaidPayment();
    const { reserve, left } = aStore(old);
    await reserve();
    expect(await left()).toEqual([6_000, 1]);
  });

  it('reserving a refund with a lost answer is recognized, and happens once', async () => {
    const { reserve, left } = aStore(aPaidPayment(), (port) => ({
      ...port,
      async transact(writes, token): Promise<Transacted> {
        await port.transact(writes, token);
        return port.transact(writes, `${token} again`);
      },
    }));
    expect(await reserve()).toMatchObject({ id: 'ref_1' });
    expect(await left()).toEqual([6_000, 1]);
  });
});

describe('settling', () => {
  it('settling a failed refund returns its amount in the same write', async () => {
    const { reserve, store, left, history } = aStore();
    const failed = await store.settle(await reserve(), fails);
    expect(failed).toMatchObject({ status: 'failed', version: 2 });
    expect(await left()).toEqual([10_000, 1]);
    expect(await store.get('merchant_1', 'ref_1')).toMatchObject({ status: 'failed' });
    const last = history.slice(-2).map(({ sk }) => sk);
    expect(last.sort()).toEqual(['PAYMENT', 'REFUND#ref_1']);
  });

  it('settling a succeeded refund keeps its amount', async () => {
    const { reserve, store, left } = aStore();
    expect(await store.settle(await reserve(), succeeds)).toMatchObject({ status: 'succeeded' });
    expect(await left()).toEqual([6_000, 1]);
  });

  it('settling a refund never returns an amount twice, however often the outcome comes', async () => {
    const { reserve, store, left } = aStore();
    const refund = await reserve();
    const all = await Promise.all(Array.from({ length: 20 }, () => store.settle(refund, fails)));
    expect(all.every(({ status }) => status === 'failed')).toBe(true);
    expect(await left()).toEqual([10_000, 1]);
    await store.settle(refund, fails);
    expect(await left()).toEqual([10_000, 1]);
  });

  it('settling a refund keeps the first of two contradicting answers', async () => {
    for (const [first, second] of [
      [succeeds, fails],
      [fails, succeeds],
    ] as const) {
      const { reserve, store, left } = aStore();
      const refund = await reserve();
      const { status } = await store.settle(refund, first);
      expect((await store.settle(refund, second)).status).toBe(status);
      expect(await left()).toEqual([status === 'failed' ? 10_000 : 6_000, 1]);
    }
  });

  it('settling a refund recognizes a write with a lost answer, and does not repeat it', async () => {
    const { reserve, store, left } = aStore(aPaidPayment(), (port) => ({
      ...port,
      async transact(writes, token): Promise<Transacted> {
        await port.transact(writes, token);
        return port.transact(writes, `${token} again`);
      },
    }));
    expect(await store.settle(await reserve(), fails)).toMatchObject({ status: 'failed' });
    expect(await left()).toEqual([10_000, 1]);
  });

  it('a settlement that cannot return the amount leaves the refund pending, and returns it later', async () => {
    let broken = false;
    const { reserve, store, left, memory } = aStore(aPaidPayment(), (port) => ({
      ...port,
      async transact(writes, token) {
        if (broken) throw new SwitchError('temporarily_unavailable');
        return port.transact(writes, token);
      },
    }));
    const refund = await reserve();
    broken = true;
    expect(await store.settle(refund, fails)).toMatchObject({ status: 'pending', version: 1 });
    expect(await left()).toEqual([6_000, 1]);
    expect(memory.items().find(({ sk }) => sk === 'REFUND#ref_1')).toHaveProperty('dueAt');
    broken = false;
    expect(await store.settle(refund, fails)).toMatchObject({ status: 'failed', version: 2 });
    expect(await left()).toEqual([10_000, 1]);
  });

  it('settling a refund keeps attributes that this version of the code does not know', async () => {
    const { reserve, store, memory } = aStore();
    const refund = await reserve();
    await memory.update(
      { ...paymentKey('merchant_1', 'pay_1'), sk: 'REFUND#ref_1' },
      {
        set: { fromTheFuture: 'yes' },
      },
    );
    const found = await store.get('merchant_1', refund.id);
    await store.settle(found, succeeds);
    expect(await store.get('merchant_1', refund.id)).toHaveProperty('fromTheFuture', 'yes');
  });
});
