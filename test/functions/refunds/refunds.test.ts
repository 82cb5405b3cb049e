import * as v from 'valibot';
import type { Send } from '#platform/http/egress/egress.ts';
import { logTo } from '#platform/log.ts';
import type { TablePort } from '#platform/table/port.ts';
import { RefundInPayment } from '#switch/payments/response/nested-responses.ts';
import { syncDueRefund } from '#switch/refunds/sync-due-refund.ts';
import { loadStructure } from '../../support/documents/structure.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  container,
  type Merchant,
  type SwitchDependencies,
  switchDependencies,
} from '../../support/switch/switch-in-memory.ts';
import { conflictAlarmsOf } from '../../support/table/conflict-alarms.ts';
import { memoryPort } from '../../support/table/memory-table.ts';

/** Cards whose payments the sandbox processor refunds in its own manner. */
const cards = {
  usual: '4242424242424242',
  refused: '4000000000009235',
  later: '4000000000007726',
  failedLater: '4000000000005126',
};

/** The fault of a request for a refund, or of its sync. */
type Way = 'through' | 'answer lost' | 'never arrives' | 'connection refused' | 'other amount';

/** A merchant with its switch, processor and clock, all in memory. */
async function aWorld(given: Partial<SwitchDependencies> = {}) {
  const dependencies = { ...switchDependencies(), ...given };
  const memory = memoryPort();
  const table: { port: TablePort } = { port: memory };
  const port: TablePort = {
    get: (...all) => table.port.get(...all),
    put: (...all) => table.port.put(...all),
    delete: (...all) => table.port.delete(...all),
    update: (...all) => table.port.update(...all),
    updateWhere: (...given) => table.port.updateWhere(...given),
    take: (...given) => table.port.take(...given),
    query: (...all) => table.port.query(...all),
    batchGet: (...all) => table.port.batchGet(...all),
    transact: (...all) => table.port.transact(...all),
  };
  const asked: string[] = [];
  const way: { now: Way } = { now: 'through' };
  const { send } = dependencies.processor;
  dependencies.send = async (request, options): ReturnType<Send> => {
    const path = new URL(request.url).pathname;
    if (!path.includes('/refunds/')) return send(request, options);
    asked.push(request.method);
    if (way.now === 'connection refused') return { kind: 'not_sent', reason: 'no connection' };
    if (way.now === 'never arrives') return { kind: 'unknown', reason: 'timeout' };
    const sent = await send(request, options);
    if (way.now === 'answer lost') return { kind: 'unknown', reason: 'timeout' };
    if (way.now === 'through' || sent.kind !== 'answered') return sent;
    const body = JSON.stringify({ ...JSON.parse(sent.response.body), amount: 1 });
    return { kind: 'answered', response: { ...sent.response, body } };
  };
  const shop = container(port, dependencies);
  const merchant = await aMerchant(shop);
  const as = (one: Merchant) => ({ key: one.key });

  const pay = async (changes: object = {}, by = as(merchant)) => {
    const body = { amount: 10_000, currency: 'EUR', confirm: true, ...byCard(), ...changes };
    const answer = await shop.ask('payments.create', { ...by, body });
    if (answer.status !== 200) throw new Error(answer.text);
    return String(answer.body.payment_id);
  };
  const refund = (body: object, by: object = as(merchant)) =>
    shop.ask('refunds.create', { ...by, body });
  const show = (refund_id: string, query?: Record<string, string>, by: object = as(merchant)) =>
    shop.ask('refunds.retrieve', { ...by, params: { refund_id }, query });
  const update = (refund_id: string, body: object, by: object = as(merchant)) =>
    shop.ask('refunds.update', { ...by, params: { refund_id }, body });
  const metrics: string[] = [];
  return {
    dependencies,
    memory,
    table,
    asked,
    way,
    shop,
    merchant,
    pay,
    refund,
    show,
    update,
    metrics,
    /** Lets time pass, for the switch and for the processor. */
    pass(seconds: number) {
      dependencies.clock.now = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
      dependencies.processor.clock.now = dependencies.clock.now;
    },
    look: (payment_id: string, refundId: string) =>
      syncDueRefund(
        {
          ...shop.services,
          log: logTo((line) => dependencies.logged.push(line)),
          metric: (name) => metrics.push(name),
        },
        { merchantId: merchant.id, paymentId: payment_id, refundId },
        { remainingMs: () => 28_000, requestId: 'req_guard' },
      ),
    /** The refundable amount of the payment, in minor units. */
    async left(paymentId: string) {
      return (await shop.services.payments.get(merchant.id, paymentId)).refundableMinor;
    },
    /** The amount that the processor has refunded, in minor units. */
    async givenBack() {
      const books = await dependencies.processor.ledger();
      return books.reduce((sum, { refundedMinor }) => sum + refundedMinor, 0);
    },
  };
}

const error = (code: string, message: string) => ({
  error: { type: 'invalid_request', code, message },
});

describe('a refund', () => {
  it("a refund returns the customer's money and shows every field", async () => {
    const { pay, refund, merchant, givenBack, left, show } = await aWorld();
    const payment_id = await pay();
    const made = await refund({
      payment_id,
      refund_id: 'ref_of_order_1',
      amount: 4_000,
      reason: 'requested_by_customer',
      metadata: { order: '1' },
    });
    expect(made).toMatchObject({ status: 200 });
    expect(made.body).toEqual({
      refund_id: 'ref_of_order_1',
      payment_id,
      amount: 4_000,
      currency: 'EUR',
      status: 'succeeded',
      reason: 'requested_by_customer',
      metadata: { order: '1' },
      error_message: null,
      error_code: null,
      unified_code: null,
      unified_message: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      connector: 'stripe_test',
      profile_id: merchant.profileId,
      merchant_connector_id: expect.stringMatching(/^mca_/),
      split_refunds: null,
      issuer_error_code: null,
      issuer_error_message: null,
      raw_connector_response: null,
      connector_refund_id: expect.stringMatching(/^dummy_ref_/),
    });
    expect(v.parse(RefundInPayment, made.body)).toEqual(made.body);
    const valid = loadStructure()?.answer('POST', '/refunds');
    valid?.(made.body);
    expect(valid?.errors ?? []).toEqual([]);
    expect((await show('ref_of_order_1')).body).toEqual(made.body);
    expect(await left(payment_id)).toBe(6_000);
    expect(await givenBack()).toBe(4_000);
  });

  it('a refund is of the whole amount and has a new refund_id, unless stated', async () => {
    const { pay, refund, givenBack } = await aWorld();
    const { body } = await refund({ payment_id: await pay() });
    expect(body).toMatchObject({ amount: 10_000, status: 'succeeded' });
    expect(body.refund_id).toMatch(/^ref_[A-Za-z0-9]{20}$/);
    expect(await givenBack()).toBe(10_000);
  });

  it('a refund that the processor refuses returns its amount to the payment', async () => {
    const { pay, refund, left, givenBack } = await aWorld();
    const payment_id = await pay(byCard(cards.refused));
    const { status, body } = await refund({ payment_id, amount: 4_000 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'failed',
      error_code: 'DC_08',
      error_message: expect.stringMatching(/./),
      unified_code: 'UE_9000',
      unified_message: 'Something went wrong',
    });
    expect(await left(payment_id)).toBe(10_000);
    expect(await givenBack()).toBe(0);
  });

  it.each([
    ['cannot be reached', 'failed', 'connection refused', 10_000],
    ['speaks of another amount', 'review', 'other amount', 6_000],
  ] as const)('a refund whose processor %s has the status %s', async (_, status, on, left) => {
    const world = await aWorld();
    const payment_id = await world.pay();
    world.way.now = on;
    expect((await world.refund({ payment_id, amount: 4_000 })).body).toMatchObject({ status });
    expect(await world.left(payment_id)).toBe(left);
  });
});

describe('a refund is refused', () => {
  it('a refund is refused in the order of the rules, each with its own code', async () => {
    const { pay, refund, shop, merchant, memory } = await aWorld();
    const unpaid = await shop.ask('payments.create', {
      key: merchant.key,
      body: { amount: 10_000, currency: 'EUR' },
    });
    const payment_id = await pay();
    const before = memory.items();
    const cases: readonly (readonly [object, number, object])[] = [
      [{ payment_id: 'pay_unknown' }, 404, error('HE_02', 'Payment does not exist in our records')],
      [
        { payment_id: unpaid.body.payment_id },
        400,
        error(
          'IR_14',
          'This Payment could not be refund because it has a status of requires_payment_method. The expected state is succeeded, partially_captured',
        ),
      ],
      [
        { payment_id, amount: 10_001 },
        400,
        error('IR_13', 'The refund amount exceeds the amount captured'),
      ],
      [
        { payment_id, amount: 0 },
        422,
        error('IR_05', 'amount contains invalid data. Expected format is positive integer'),
      ],
      [
        { payment_id, merchant_id: 'merchant_other' },
        422,
        error(
          'IR_05',
          'merchant_id contains invalid data. Expected format is merchant_id from merchant account',
        ),
      ],
      [
        { payment_id, refund_id: 'r'.repeat(31) },
        422,
        error(
          'IR_05',
          'refund_id contains invalid data. Expected format is length should be at most 30 characters',
        ),
      ],
    ];
    for (const [body, status, expected] of cases) {
      const answer = await refund(body);
      expect(answer.body).toMatchObject(expected);
      expect(answer.status).toBe(status);
    }
    expect(memory.items()).toEqual(before);
  });

  const many = Array.from({ length: 51 }, (_, number) => [`key ${number}`, '']);
  it.each([
    ['an amount in letters', { amount: '100' }],
    ['a broken amount', { amount: 1.5 }],
    ['too long a reason', { reason: 'r'.repeat(256) }],
    ['an unknown type', { refund_type: 'now' }],
    ['a name of strange characters', { refund_id: 'a#b' }],
    ['too much metadata', { metadata: Object.fromEntries(many) }],
    ['too long a key of metadata', { metadata: { [`k${'k'.repeat(40)}`]: '' } }],
    ['too long a value of metadata', { metadata: { key: 'v'.repeat(501) } }],
    ['an empty split', { split_refunds: {} }],
    ['an unknown field', { colour: 'red' }],
    ['too long a payment', { payment_id: 'p'.repeat(65) }],
  ])('a refund is refused when its body has %s', async (_, wrong) => {
    const { pay, refund } = await aWorld();
    const answer = await refund({ payment_id: await pay(), ...wrong });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'IR_06' } } });
  });

  it('a refund is refused when the payment is too old, or was refunded too often, as the deployment configures', async () => {
    const world = await aWorld({ refundLimits: { most: 2, days: 30 } });
    const payment_id = await world.pay();
    for (let number = 1; number <= 3; number++) {
      expect(await world.refund({ payment_id, amount: 100 })).toMatchObject({ status: 200 });
    }
    expect(await world.refund({ payment_id, amount: 100 })).toMatchObject({
      status: 400,
      body: error('IR_12', 'Reached maximum refund attempts'),
    });
    const other = await world.pay();
    world.pass(31 * 86_400);
    expect(await world.refund({ payment_id: other, amount: 100 })).toMatchObject({
      status: 422,
      body: error(
        'IR_05',
        'created_at contains invalid data. Expected format is created_at not older than 30 days',
      ),
    });
  });

  it('a refund that is answered after a sync has failed it as never received raises an alarm, and stays failed', async () => {
    const { dependencies, pay, refund, show, pass } = await aWorld();
    const payment_id = await pay();
    const { send } = dependencies;
    dependencies.send = async (request, options) => {
      if (request.method !== 'GET') {
        // The request is under way for longer than any may be.
        pass(61);
        expect((await show('ref_late', { force_sync: 'true' })).body.status).toBe('failed');
      }
      return send(request, options);
    };
    const alarms = await conflictAlarmsOf(async () => {
      expect((await refund({ payment_id, refund_id: 'ref_late' })).body.status).toBe('failed');
    });
    expect(alarms).toBe(1);
  });

  it('a refund is refused while the captured amount is unknown', async () => {
    const { pay, refund, shop, merchant, dependencies } = await aWorld();
    const payment_id = await pay({ capture_method: 'manual' });
    const { send } = dependencies;
    dependencies.send = async () => ({ kind: 'unknown', reason: 'timeout' });
    const key = { key: merchant.key, params: { payment_id } };
    const captured = await shop.ask('payments.capture', { ...key, body: {} });
    expect(captured.body.status).toBe('processing');
    expect(await refund({ payment_id, amount: 500 })).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_14' } },
    });
    dependencies.send = send;
    const query = { force_sync: 'true' };
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 61_000);
    await shop.ask('payments.retrieve', { ...key, query });
    await shop.ask('payments.capture', { ...key, body: {} });
    expect(await refund({ payment_id, amount: 500 })).toMatchObject({ status: 200 });
  });
});

describe('a refund that is asked for again', () => {
  const request = {
    refund_id: 'ref_again',
    amount: 6_000,
    reason: 'late',
    metadata: { a: 1, b: 2 },
  };

  it('a repeated refund_id is the same refund, also when the payment could not return more', async () => {
    const { pay, refund, givenBack, pass } = await aWorld();
    const payment_id = await pay();
    const first = await refund({ payment_id, ...request });
    pass(5);
    const again = await refund({ payment_id, ...request, metadata: { b: 2, a: 1 } });
    expect(again).toMatchObject({ status: 200, body: first.body });
    await refund({ payment_id, amount: 4_000 });
    expect((await refund({ payment_id, ...request })).body).toEqual(first.body);
    expect(await givenBack()).toBe(10_000);
  });

  it('a repeated refund_id at the same moment is made once', async () => {
    for (let round = 0; round < 20; round++) {
      const { pay, refund, asked } = await aWorld();
      const payment_id = await pay();
      const all = await Promise.all([1, 2, 3].map(() => refund({ payment_id, ...request })));
      expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(asked).toEqual(['PUT']);
    }
  });

  it('a repeated refund with other content, or for another payment, is refused', async () => {
    const { pay, refund } = await aWorld();
    const [payment_id, other] = [await pay(), await pay()];
    await refund({ payment_id, ...request, amount: 1_000 });
    const taken = error(
      'HE_01',
      'Duplicate refund request. Refund already attempted with the refund ID',
    );
    for (const changed of [
      { payment_id, ...request, amount: 1_001 },
      { payment_id, ...request, amount: 1_000, reason: 'later' },
      { payment_id: other, ...request, amount: 1_000 },
    ]) {
      expect(await refund(changed)).toMatchObject({ status: 400, body: taken });
    }
  });

  it('a repeated refund_id by another merchant is another refund', async () => {
    const { pay, refund, shop, show, merchant } = await aWorld();
    const other = await aMerchant(shop, 'merchant_other');
    const by = { key: other.key };
    const first = await refund({ payment_id: await pay(), ...request });
    const second = await refund({ payment_id: await pay({}, by), ...request }, by);
    expect(second).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(second.body.payment_id).not.toBe(first.body.payment_id);
    expect((await show('ref_again', {}, { key: merchant.key })).body).toEqual(first.body);
    expect((await show('ref_again', {}, by)).body).toEqual(second.body);
  });
});

describe('many refunds at once', () => {
  it('many refunds at once never return more than was captured', async () => {
    for (let round = 0; round < 5; round++) {
      const { pay, refund, givenBack, left } = await aWorld();
      const payment_id = await pay();
      const all = await Promise.all(
        Array.from({ length: 100 }, () => refund({ payment_id, amount: 4_000 })),
      );
      expect(all.filter(({ status }) => status === 200)).toHaveLength(2);
      const refused = all.filter(({ body }) => body.error?.code === 'IR_13');
      expect(refused).toHaveLength(98);
      expect(await givenBack()).toBe(8_000);
      expect(await left(payment_id)).toBe(2_000);
    }
  });
});

describe('a refund whose answer is lost', () => {
  it('a refund with a lost answer is pending with its amount taken, until a sync finds that it happened', async () => {
    const world = await aWorld();
    const payment_id = await world.pay();
    world.way.now = 'answer lost';
    const made = await world.refund({ payment_id, refund_id: 'ref_1', amount: 4_000 });
    expect(made.body).toMatchObject({ status: 'pending', error_code: 'TIMEOUT' });
    expect(await world.left(payment_id)).toBe(6_000);
    world.way.now = 'through';
    expect((await world.show('ref_1')).body.status).toBe('pending');
    const synced = await world.show('ref_1', { force_sync: 'true' });
    expect(synced.body).toMatchObject({ status: 'succeeded', error_code: null });
    expect(world.asked).toEqual(['PUT', 'GET']);
    expect(await world.left(payment_id)).toBe(6_000);
    expect(await world.givenBack()).toBe(4_000);
  });

  it('a refund with a lost answer fails, and returns its amount, when it is certain that it never arrived', async () => {
    const world = await aWorld();
    const payment_id = await world.pay();
    world.way.now = 'never arrives';
    await world.refund({ payment_id, refund_id: 'ref_1', amount: 4_000 });
    world.way.now = 'through';
    world.pass(59);
    await world.look(payment_id, 'ref_1');
    expect(world.asked).toEqual(['PUT']);
    world.pass(1);
    await world.look(payment_id, 'ref_1');
    expect((await world.show('ref_1')).body).toMatchObject({
      status: 'failed',
      error_message: 'The connector has never heard of this refund',
    });
    expect(await world.left(payment_id)).toBe(10_000);
    await world.look(payment_id, 'ref_1');
    expect(world.asked).toEqual(['PUT', 'GET']);
  });

  it('a refund with a lost answer to its first write is never refused and never lost', async () => {
    const world = await aWorld();
    const payment_id = await world.pay();
    world.table.port = {
      ...world.memory,
      async transact(writes, token) {
        await world.memory.transact(writes, token);
        return world.memory.transact(writes, `${token} ten minutes later`);
      },
    };
    const { body } = await world.refund({ payment_id, amount: 4_000 });
    expect(body).toMatchObject({ status: 'succeeded' });
    expect(await world.left(payment_id)).toBe(6_000);
    expect(world.asked).toEqual(['PUT']);
  });
});

describe('a released reservation that the table refuses', () => {
  it('a return of an amount that the table refuses leaves the refund pending, and happens later, once', async () => {
    const world = await aWorld();
    const payment_id = await world.pay(byCard(cards.refused));
    let transactions = 0;
    world.table.port = {
      ...world.memory,
      async transact(writes, token) {
        transactions += 1;
        if (transactions > 1) throw new Error('The table is away.');
        return world.memory.transact(writes, token);
      },
    };
    const made = await world.refund({ payment_id, refund_id: 'ref_1', amount: 4_000 });
    expect(made).toMatchObject({ status: 200, body: { status: 'pending' } });
    expect(await world.left(payment_id)).toBe(6_000);
    world.table.port = world.memory;
    world.pass(60);
    await Promise.all([1, 2, 3].map(() => world.look(payment_id, 'ref_1')));
    expect((await world.show('ref_1')).body.status).toBe('failed');
    expect(await world.left(payment_id)).toBe(10_000);
  });
});

describe('a refund that takes its time', () => {
  it.each([
    ['succeeds', cards.later, 'succeeded', 6_000],
    ['fails', cards.failedLater, 'failed', 10_000],
  ])('a slow refund %s in the end', async (_, card, status, left) => {
    const world = await aWorld();
    const payment_id = await world.pay(byCard(card));
    const made = await world.refund({ payment_id, refund_id: 'ref_1', amount: 4_000 });
    expect(made.body).toMatchObject({
      status: 'pending',
      connector_refund_id: expect.stringMatching(/^dummy_ref_/),
    });
    const body = { refund_id: 'ref_1', force_sync: true };
    world.pass(60);
    const synced = await world.shop.ask('refunds.sync', { key: world.merchant.key, body });
    expect(synced).toMatchObject({ status: 200, body: { status } });
    expect(await world.left(payment_id)).toBe(left);
    const asked = world.asked.length;
    await world.show('ref_1', { force_sync: 'true' });
    expect(world.asked).toHaveLength(asked);
  });

  it('a slow refund is synced every five minutes, and raises an alarm after fifteen', async () => {
    const world = await aWorld();
    const payment_id = await world.pay();
    world.way.now = 'answer lost';
    await world.refund({ payment_id, refund_id: 'ref_1', amount: 4_000 });
    const dueAfter = async () => {
      const { pendingSync: waiting } = await world.shop.services.refunds.get(
        world.merchant.id,
        'ref_1',
      );
      return (Date.parse(waiting?.nextAt ?? '') - world.dependencies.clock.now.getTime()) / 1_000;
    };
    expect(await dueAfter()).toBe(60);
    world.pass(60);
    for (let look = 1; look <= 3; look++) {
      await world.look(payment_id, 'ref_1');
      expect(world.asked).toHaveLength(1 + look);
      expect(await dueAfter()).toBe(300);
      world.pass(300);
    }
    expect(world.metrics).toEqual([]);
    await world.look(payment_id, 'ref_1');
    expect(world.metrics).toEqual(['SyncOverdue']);
  });
});

describe('a scheduled refund', () => {
  it('a scheduled refund is pending with its amount taken, and is sent once by a sync', async () => {
    const world = await aWorld();
    const payment_id = await world.pay();
    const request = { payment_id, refund_id: 'ref_1', amount: 4_000, refund_type: 'scheduled' };
    expect((await world.refund(request)).body).toMatchObject({
      status: 'pending',
      error_code: null,
    });
    expect(await world.left(payment_id)).toBe(6_000);
    expect((await world.show('ref_1', { force_sync: 'true' })).body.status).toBe('pending');
    expect(world.asked).toEqual([]);
    await Promise.all([1, 2, 3].map(() => world.look(payment_id, 'ref_1')));
    expect(world.asked).toEqual(['PUT']);
    expect((await world.show('ref_1')).body.status).toBe('succeeded');
    expect(await world.givenBack()).toBe(4_000);
    await world.look(payment_id, 'ref_1');
    expect(world.asked).toEqual(['PUT']);
  });
});

describe('an update', () => {
  it('an update of a refund replaces reason and metadata in every status, and nothing else', async () => {
    const { pay, refund, update, asked, pass } = await aWorld();
    const made = await refund({
      payment_id: await pay(),
      refund_id: 'ref_1',
      reason: 'late',
      metadata: { a: '1' },
    });
    pass(1);
    const first = await update('ref_1', { reason: 'lost' });
    const { updated_at, ...facts } = made.body;
    expect(first.body).toMatchObject({ ...facts, reason: 'lost', metadata: { a: '1' } });
    expect(first.body.updated_at > updated_at).toBe(true);
    const second = await update('ref_1', { metadata: { b: '2' } });
    expect(second.body).toMatchObject({ reason: 'lost', metadata: { b: '2' } });
    expect((await update('ref_1', {})).body).toEqual(second.body);
    expect(asked).toEqual(['PUT']);
  });

  it('an update of a refund is refused beyond its limits and with unknown members', async () => {
    const { pay, refund, update } = await aWorld();
    await refund({ payment_id: await pay(), refund_id: 'ref_1' });
    for (const body of [
      { amount: 100 },
      { reason: 'r'.repeat(256) },
      { metadata: { key: 'v'.repeat(501) } },
      { metadata: [] },
    ]) {
      expect(await update('ref_1', body)).toMatchObject({
        status: 400,
        body: { error: { code: 'IR_06' } },
      });
    }
  });
});

describe('another merchant', () => {
  it('another merchant finds no refund of another merchant or profile, and can make none', async () => {
    const { pay, refund, show, update, shop, merchant } = await aWorld();
    const payment_id = await pay();
    await refund({ payment_id, refund_id: 'ref_1', amount: 500 });
    const other = await aMerchant(shop, 'merchant_other');
    const notThere = error('HE_02', 'Refund does not exist in our records.');
    const noPayment = error('HE_02', 'Payment does not exist in our records');
    const sync = (by: object) =>
      shop.ask('refunds.sync', { ...by, body: { refund_id: 'ref_1', force_sync: true } });
    // Another line of business makes another profile.
    await shop.ask('accounts.update', {
      key: adminKey,
      params: { account_id: merchant.id },
      body: {
        merchant_id: merchant.id,
        primary_business_details: [{ country: 'US', business: 'books' }],
      },
    });
    const profiles = await shop.ask('profiles.list', {
      key: merchant.key,
      params: { account_id: merchant.id },
    });
    const ids: string[] = profiles.body.map((one: { profile_id: string }) => one.profile_id);
    const sibling = ids.find((id) => id !== merchant.profileId) ?? '';
    const actingFor = (profileId: string) => ({
      key: merchant.key,
      headers: { 'x-profile-id': profileId },
    });
    expect(await show('ref_1', {}, actingFor(merchant.profileId))).toMatchObject({ status: 200 });

    for (const by of [{ key: other.key }, actingFor(sibling)]) {
      expect(await show('ref_1', {}, by)).toMatchObject({ status: 404, body: notThere });
      expect(await update('ref_1', { reason: 'x' }, by)).toMatchObject({ body: notThere });
      expect(await sync(by)).toMatchObject({ status: 404, body: notThere });
      expect(await refund({ payment_id, amount: 500 }, by)).toMatchObject({ body: noPayment });
    }
  });
});
