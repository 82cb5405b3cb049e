import { createHmac } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import { bodyLimit } from '#platform/http/edge/switch-policy.ts';
import type { Send } from '#platform/http/egress/egress.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import type { Item } from '#platform/table/port.ts';
import { itemSize } from '#platform/table/units.ts';
import { isEventSource } from '../../../scripts/operate/rebuild-events.ts';
import { findsNothing } from '../../support/processors/unsearchable-processor.ts';
import { drawnByDay } from '../../support/runner/drawn-by-day.ts';
import { withoutRandom } from '../../support/runner/without-random.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  container,
  switchDependencies,
} from '../../support/switch/switch-in-memory.ts';
import { memoryKeys } from '../../support/table/memory-keys.ts';
import { memoryPort } from '../../support/table/memory-table.ts';
import { everyOrder, interleaved } from './interleavings.ts';
import type { Fault, NamedCall, Plan } from './numbered-calls.ts';
import {
  aSale,
  cards,
  confirming,
  heard,
  minutes,
  moved,
  type Processor,
  paid,
  params,
  paymentOf,
  play,
  playAt,
  processors,
  refunding,
  type ScenarioContext,
} from './play.ts';
import type { SimulatedQueue } from './queues.ts';
import { seededRandom } from './random.ts';
import type { SimulatedMerchant, SimulatedSwitch, SimulationOptions } from './simulated-switch.ts';

const { it } = drawnByDay('rows');

/**
 * Requests that move money, each with the requests before it and the movement that happens once.
 */
const movers: readonly (readonly [string, readonly (readonly [string, Ask])[], Ask, string])[] = [
  ['payments.create', [], paid(), 'charged'],
  ['payments.confirm', [['payments.create', aSale()]], confirming(), 'charged'],
  [
    'payments.capture',
    [['payments.create', paid(undefined, { capture_method: 'manual' })]],
    { params, body: {} },
    'captured',
  ],
  [
    'payments.cancel',
    [['payments.create', paid(undefined, { capture_method: 'manual' })]],
    { params, body: {} },
    'released',
  ],
  [
    'payments.cancel-post-capture',
    [['payments.create', paid()]],
    { params, body: {} },
    'given back',
  ],
  ['refunds.create', [['payments.create', paid()]], refunding('ref_row', 4_000), 'refunded'],
];

/** Stripe gives back a captured amount only by refunds. */
const moversAt = (processor: Processor) =>
  movers.filter(([, , , kind]) => processor === 'test processor' || kind !== 'given back');

describe.each(processors)('C6: an answer that is lost on its way to the client, with %s', (at) => {
  it.each(moversAt(at))(
    'a lost answer of %s can be read afterwards, and a repeated request moves no money',
    async (operation, before, request, kind) => {
      await playAt(at, {}, async ({ world, ask }) => {
        for (const request of before) await ask(...request);
        const lost = await ask(operation, request);
        expect(lost.status).toBe(200);
        const movements = world.movements();
        const again = await ask(operation, request);
        expect(world.movements()).toEqual(movements);
        expect(moved(world, kind)).toBe(1);
        if (operation === 'refunds.create') expect(again.body).toEqual(lost.body);
        else expect(again.status).toBe(400);
        const { payment_id, refund_id, status, amount } = lost.body;
        const read = await (refund_id
          ? ask('refunds.retrieve', { params: { refund_id } })
          : ask('payments.retrieve', { params: { payment_id } }));
        expect(read.body).toMatchObject({ status, amount });
      });
    },
  );
});

describe('C7: a processor that is slower than the gateway is patient', () => {
  it("a processor slower than the gateway's limit leaves the payment processing, and a sync finds the charge", async () => {
    await play({ plan: on('payments.confirm', slowProcessor) }, async ({ world, ask }) => {
      await ask('payments.create', aSale());
      const since = world.time.now();
      const { status, body } = await ask('payments.confirm', confirming());
      expect({ status, is: body.status }).toEqual({ status: 200, is: 'processing' });
      expect(world.time.now() - since).toBeLessThan(30_000);
      await world.settle(1);
      expect(paymentOf(world).status).toBe('succeeded');
      expect([moved(world, 'charged'), heard(world, 'payment_succeeded')]).toEqual([1, 1]);
    });
  });
});

const slowProcessor: Plan = ({ port }) => (port === 'connector' ? 'slow' : undefined);

/** Applies the plan to the invocations of one operation or function, and of no other. */
function on(operation: string, plan: Plan): (invocation: string) => Plan {
  return (invocation) => (invocation === operation ? plan : () => undefined);
}

describe('C8: a function that is ended at its time limit', () => {
  const isCharge = ({ port }: NamedCall) => port === 'connector';
  /** The first save is that before the processor is asked. */
  const isSecondSave = () => {
    let saves = 0;
    return ({ name }: NamedCall) => name === 'put PAYMENT' && ++saves === 2;
  };

  it.each([
    ['before the processor was reached', () => isCharge, 'failed', 0],
    ['before the charge was written down', isSecondSave, 'succeeded', 1],
  ] as const)(
    '%s leaves a payment that a sync finishes, and its merchant gets the webhook',
    async (_, hangsAt, status, charges) => {
      const hangs = hangsAt();
      const stage: { world?: SimulatedSwitch } = {};
      const hang = async () => stage.world?.time.sleep(35_000);
      const gate = (invocation: string) =>
        invocation === 'payments.confirm'
          ? (call: NamedCall) => (hangs(call) ? hang() : undefined)
          : undefined;
      await play({ gate }, async ({ world, ask }) => {
        stage.world = world;
        await ask('payments.create', aSale());
        expect((await ask('payments.confirm', confirming())).status).toBe(502);
        expect(paymentOf(world).status).toBe('processing');
        await world.settle(1);
        expect(paymentOf(world).status).toBe(status);
        expect(moved(world, 'charged')).toBe(charges);
        expect(heard(world, `payment_${status}`)).toBe(1);
      });
    },
  );
});

describe.each(processors)('C9: one invocation that the platform makes twice, with %s', (at) => {
  it.each(moversAt(at))(
    'an invocation that the platform makes twice has one effect: %s',
    async (operation, before, request, kind) => {
      await playAt(at, {}, async ({ world, shop, ask }) => {
        for (const request of before) await ask(...request);
        const both = await world.during(
          Promise.all([1, 2].map(() => world.ask(shop, operation, request))),
        );
        await ask(operation, request);
        expect(both.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
        expect(both.filter(({ status }) => status >= 500)).toEqual([]);
        expect(moved(world, kind)).toBe(1);
      });
    },
  );

  it('a doubled invocation has one effect also when queues and streams deliver half of their records twice', async () => {
    const options = { repeats: 0.5, silentProcessor: false };
    await playAt(at, options, async ({ world, ask }, cards) => {
      await ask('payments.create', paid(cards.neverAnswers));
      await world.settle(1);
      await ask('refunds.create', refunding('ref_row', 4_000));
      await world.settle(1);
      expect([moved(world, 'charged'), moved(world, 'refunded')]).toEqual([1, 1]);
      expect([heard(world, 'payment_succeeded'), heard(world, 'refund_succeeded')]).toEqual([1, 1]);
    });
  });
});

describe('C10: a container that goes on after something broke in it', () => {
  it('a container that goes on after a failure serves the next merchant normally, wherever it failed', async () => {
    let [broken, calls] = [0, 1];
    for (let at = 1; at <= calls; at++) {
      let isFirst = true;
      const plan = (invocation: string): Plan => {
        if (invocation !== 'payments.create' || !isFirst) return () => undefined;
        isFirst = false;
        return ({ number }) => (number === at ? 'garble' : undefined);
      };
      await play({ plan }, async ({ world, ask, other }) => {
        const first = await ask('payments.create', paid());
        if (first.status >= 500) broken += 1;
        const second = await world.during(
          world.ask(other, 'payments.create', paid(undefined, { amount: 777 })),
        );
        expect(second).toMatchObject({
          status: 200,
          body: { status: 'succeeded', amount: 777, merchant_id: other.id },
        });
        expect(second.body.profile_id).toBe(other.profileId);
        expect(world.injectedFaults.get('garble')).toBe(1);
        const runs = world.runs('payments.create');
        calls = Math.max(calls, ...runs.map(({ length }) => length));
        await world.settle(1);
        expect((await ask('payments.retrieve', { params })).body?.amount ?? 10_000).toBe(10_000);
      });
    }
    expect(broken).toBeGreaterThan(2);
  });
});

describe('C12: a client whose clock is wrong', () => {
  it.each([-1, 1])(
    "a client's clock that is wrong by %i day changes nothing: every time is the switch’s own",
    async (days) => {
      await play({}, async ({ world, ask }) => {
        const date = new Date(world.time.now() + days * 86_400_000).toUTCString();
        const headers = { date, 'x-amz-date': date, 'if-unmodified-since': date };
        const { status, body } = await ask('payments.create', { ...paid(), headers });
        expect(status).toBe(200);
        const ours = new Date(world.time.now()).toISOString().slice(0, 16);
        for (const time of [body.created, body.updated]) expect(String(time)).toContain(ours);
        const refunded = await ask('refunds.create', { ...refunding('ref_row', 100), headers });
        expect(String(refunded.body.created_at)).toContain(ours);
      });
    },
  );
});

describe('D11: items that are as large as they may be', () => {
  /**
   * A body of exactly this many bytes. The filler is in `metadata`, which has no limit of its own.
   */
  const filled = (body: object, size: number) => {
    const { length } = JSON.stringify({ ...body, metadata: { filler: '' } });
    return { ...body, metadata: { filler: 'x'.repeat(size - length) } };
  };
  const keyed = (valueLength: number) =>
    Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [
        `key_${index}_`.padEnd(40, 'k'),
        'x'.repeat(valueLength),
      ]),
    );

  it('items of the largest size work in every operation, and larger ones are refused at the edge', async () => {
    await play({}, async ({ world, ask }) => {
      /** Asks for something too large, which changes nothing, and then for the largest. */
      const both = async (name: string, tooLarge: Ask, largest: Ask) => {
        const before = world.table.items();
        expect([name, (await ask(name, tooLarge)).status]).toEqual([name, 400]);
        expect(world.table.items()).toEqual(before);
        expect([name, (await ask(name, largest)).status]).toEqual([name, 200]);
      };
      const ofPayment = (name: string, body: unknown, given: Ask = {}) =>
        both(
          name,
          { ...given, body: filled(Object(body), bodyLimit + 1) },
          { ...given, body: filled(Object(body), bodyLimit) },
        );
      const withMetadata = (name: string, body: object, given: Ask = {}) =>
        both(
          name,
          { ...given, body: { ...body, metadata: keyed(501) } },
          { ...given, body: { ...body, metadata: keyed(500) } },
        );
      const customer_id = 'cus_row';
      const { body: sale } = paid(undefined, { capture_method: 'manual', customer_id });
      await withMetadata('customers.create', { customer_id });
      await withMetadata('customers.update', {}, { params: { customer_id } });
      const unconfirmed = { ...Object(sale), payment_id: 'pay_large', confirm: false };
      await ofPayment('payments.create', unconfirmed);
      await ofPayment('payments.update', {}, { params: { payment_id: 'pay_large' } });
      await ofPayment('payments.create', sale);
      expect((await ask('payments.capture', { params, body: {} })).status).toBe(200);
      for (let number = 1; number <= 10; number++) {
        const body = { ...params, refund_id: `ref_${number}`, amount: 1_000 };
        await withMetadata('refunds.create', body);
      }
      const { status, text } = await ask('payments.retrieve', { params });
      expect(status).toBe(200);
      // A function may answer with 6 MB, and an item may have 400 KB.
      expect(text.length).toBeLessThan(6_000_000);
      expect(Math.max(...world.table.items().map(itemSize))).toBeLessThan(400_000);
      await world.settle(1);
      expect(heard(world, 'refund_succeeded')).toBe(10);
    });
  });
});

describe('D13: a table that is out of reach for five minutes', () => {
  it('an unreachable table stops requests to connectors; afterwards payments go on, and no event is missing', async () => {
    let isOut = false;
    const charged: boolean[] = [];
    const plan: Plan = ({ port }) => {
      if (port === 'connector') charged.push(isOut);
      return isOut && port === 'table' ? 'refuse' : undefined;
    };
    await play({ plan: () => plan }, async ({ world, shop, ask }) => {
      await ask('payments.create', aSale({ payment_id: 'pay_open' }));
      await ask('payments.create', paid(cards.neverAnswers, { payment_id: 'pay_waits' }));
      await ask('payments.create', paid());
      isOut = true;
      world.time.at(world.time.now() + minutes(5), () => {
        isOut = false;
      });
      const requests: readonly (readonly [string, Ask])[] = [
        ['payments.confirm', { params: { payment_id: 'pay_open' }, body: byCard() }],
        ['payments.create', paid(undefined, { payment_id: 'pay_new' })],
        ['refunds.create', refunding('ref_row', 100)],
        [
          'payments.retrieve',
          { params: { payment_id: 'pay_waits' }, query: { force_sync: 'true' } },
        ],
      ];
      for (let minute = 0; minute < 4; minute++) {
        for (const request of requests) {
          const { status, headers } = await world.during(world.ask(shop, ...request));
          expect([status, headers['retry-after']]).toEqual([503, '1']);
        }
        await world.settle(1 / 60);
      }
      expect(isOut).toBe(true);
      expect(charged).not.toContain(true);
      await world.settle(48);
      expect(isOut).toBe(false);
      expect(heard(world, 'payment_created')).toBe(3);
      expect(heard(world, 'payment_succeeded')).toBe(2);
      for (const request of requests) expect((await ask(...request)).status).toBe(200);
    });
  });
});

describe('W4: the reader of the stream', () => {
  const shopping = async ({ ask }: ScenarioContext) => {
    await ask('payments.create', paid());
    await ask('refunds.create', refunding('ref_row', 4_000));
    await ask('payments.create', aSale({ payment_id: 'pay_later' }));
    const later = { params: { payment_id: 'pay_later' } };
    await ask('payments.confirm', { ...later, body: byCard(cards.answers500) });
  };
  const typesHeard = ({ received }: SimulatedSwitch) =>
    received.map(({ request }) => JSON.parse(request.body ?? '').event_type).sort();
  const all = [
    ...['payment_created', 'payment_created', 'payment_processing'],
    ...['payment_succeeded', 'payment_succeeded', 'refund_succeeded'],
  ];
  /** Ids without their first characters, which contain the time of the change. */
  const idsOf = ({ table }: SimulatedSwitch) =>
    table
      .items()
      .flatMap(({ sk, id }) => (sk === 'EVENT' ? [String(id).slice('evt_'.length + 12)] : []))
      .sort();
  /** Acts as an operator, over all items of the table. */
  const rebuild = (world: SimulatedSwitch, since: Date) =>
    world.during(
      world.invoke('events.rebuild', ({ rebuildEvents }) =>
        rebuildEvents(world.table.items().filter(isEventSource), since),
      ),
    );

  it('a stream reader down for 23 hours loses no event: every one arrives by the stream', async () => {
    await play({}, async (stage) => {
      stage.world.stopReaders(23);
      await shopping(stage);
      await stage.world.settle(22);
      expect(stage.world.received).toEqual([]);
      await stage.world.settle(24);
      expect(typesHeard(stage.world)).toEqual(all);
    });
  });

  it('a stream reader down for 25 hours loses no event: the missing ones are created with the same ids, and pending payments settled meanwhile', async () => {
    const usual: string[] = [];
    await play({}, async (stage) => {
      await shopping(stage);
      await stage.world.settle(26);
      usual.push(...idsOf(stage.world));
      expect(usual).toHaveLength(all.length);
    });
    await play({}, async (stage) => {
      const { world, ask } = stage;
      const since = new Date(world.time.now());
      world.stopReaders(25);
      await shopping(stage);
      await world.settle(26);
      expect(world.received).toEqual([]);
      const settled = await ask('payments.retrieve', { params: { payment_id: 'pay_later' } });
      expect(settled.body.status).toBe('succeeded');
      for (const _ of ['once', 'twice']) {
        expect(await rebuild(world, since)).toEqual([]);
        await world.settle(1);
        expect(typesHeard(world)).toEqual(all);
      }
      expect(idsOf(world)).toEqual(usual);
    });
  });

  it('a stream reader that restarts while events are created makes one event for each change, and none is sent twice', async () => {
    await play({}, async (stage) => {
      const { world } = stage;
      const since = new Date(world.time.now());
      // The stream still has everything: both make the same events.
      world.stopReaders(23);
      await shopping(stage);
      await world.time.pass(since.getTime() + 23 * 3_600_000 - 1);
      expect(await rebuild(world, since)).toEqual([]);
      await world.settle(1);
      expect(typesHeard(world)).toEqual(all);
    });
  });

  it('a stream reader beside two runs of the command: each event is created and sent once', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const random = seededRandom(seed);
      await play({ latency: () => random.below(40) }, async (stage) => {
        const { world } = stage;
        const since = new Date(world.time.now());
        const hours = 20;
        world.stopReaders(hours);
        await shopping(stage);
        await world.time.pass(since.getTime() + hours * 3_600_000 - random.below(100));
        expect(await Promise.all([rebuild(world, since), rebuild(world, since)])).toEqual([[], []]);
        await world.settle(1);
        expect(typesHeard(world)).toEqual(all);
      });
    }
  });

  it('a stream reader that never stopped: the same command creates nothing and sends nothing', async () => {
    await play({}, async (stage) => {
      const { world } = stage;
      const since = new Date(world.time.now());
      await shopping(stage);
      await world.settle(1);
      expect(typesHeard(world)).toEqual(all);
      const ids = idsOf(world);
      expect(await rebuild(world, since)).toEqual([]);
      await world.settle(24);
      expect(idsOf(world)).toEqual(ids);
      expect(typesHeard(world)).toEqual(all);
    });
  });
});

describe.each(processors)('K1, K3, K5: %s charges and does not answer', (processor) => {
  it.each([
    ['never answers', 'neverAnswers'],
    ['answers 500', 'answers500'],
    ['answers a page', 'answersPage'],
  ] as const)(
    '%s: the payment is processing until the pending sync finds the one charge',
    async (_, card) => {
      await playAt(processor, {}, async ({ world, ask }, cards) => {
        expect((await ask('payments.create', paid(cards[card]))).body.status).toBe('processing');
        expect((await ask('payments.confirm', confirming())).status).toBe(400);
        await world.settle(1);
        expect(paymentOf(world)).toMatchObject({
          status: 'succeeded',
          amountReceivedMinor: 10_000,
        });
        expect([moved(world, 'charged'), heard(world, 'payment_succeeded')]).toEqual([1, 1]);
        expect(heard(world, 'payment_failed')).toBe(0);
      });
    },
  );
});

describe.each(processors)('K6: %s contradicts itself', (processor) => {
  it('a processor that contradicts itself keeps its first final outcome, and raises an alarm', async () => {
    await playAt(processor, { silentProcessor: false }, async ({ world, ask }, cards) => {
      await ask('payments.create', paid(cards.contradicts));
      await world.settle(1);
      expect(paymentOf(world).status).toBe('succeeded');
      expect(world.logged.join('\n')).toContain('processor contradicts itself');
      expect(heard(world, 'payment_failed')).toBe(0);
    });
  });
});

describe.each(processors)('K7: %s charges another amount', (processor) => {
  it('a processor that charges another amount makes the payment conflicted, and raises an alarm', async () => {
    await playAt(processor, {}, async ({ world, ask }, cards) => {
      const { body } = await ask('payments.create', paid(cards.otherAmount));
      expect(body).toMatchObject({ status: 'conflicted', error_code: 'IE', amount_received: null });
      expect(world.logged.join('\n')).toContain('IntegrityFailure');
      await world.settle(48);
      expect(heard(world, 'payment_succeeded')).toBe(0);
    });
  });
});

describe.each(processors)('K9: %s cannot be asked for an hour', (processor) => {
  it('a payment whose processor cannot be asked for an hour stays processing, is synced on schedule, and alarms after fifteen minutes', async () => {
    const askedAt = new Set<number>();
    const stage: { world?: SimulatedSwitch; until?: number } = {};
    const plan: Plan = ({ port }) => {
      const now = stage.world?.time.now() ?? 0;
      if (port !== 'connector' || now > (stage.until ?? 0)) return undefined;
      askedAt.add(now);
      return 'refuse';
    };
    const options = { plan: on('queues.sync-pending', plan) };
    await playAt(processor, options, async ({ world, ask }, cards) => {
      stage.world = world;
      await ask('payments.create', paid(cards.answers500));
      const since = world.time.now();
      stage.until = since + minutes(60);
      const alarms = () =>
        world.logged.filter((line) => line.includes('without an outcome for too long')).length;
      await world.time.pass(since + minutes(15));
      expect(alarms()).toBe(0);
      await world.time.pass(since + minutes(22));
      expect(alarms()).toBeGreaterThan(0);
      await world.time.pass(since + minutes(60));
      expect(paymentOf(world).status).toBe('processing');
      const gaps = [since, ...askedAt].map((at, index, all) =>
        Math.round((at - (all[index - 1] ?? at)) / 1_000),
      );
      expect(gaps.slice(1, 2)[0]).toBeLessThanOrEqual(61);
      for (const gap of gaps.slice(2)) expect([gap >= 300, gap <= 302]).toEqual([true, true]);
      expect(askedAt.size).toBe(12);
      await world.settle(1);
      expect(paymentOf(world).status).toBe('succeeded');
      expect([moved(world, 'charged'), heard(world, 'payment_succeeded')]).toEqual([1, 1]);
    });
  });
});

describe('K13: a lost answer at a processor that cannot be searched', () => {
  const answersNothing =
    (send: Send): Send =>
    async (request, options) => {
      const sent = await send(request, options);
      if (request.method !== 'GET') return { kind: 'unknown', reason: 'timeout' };
      if (sent.kind !== 'answered') return sent;
      const body = JSON.stringify({ error: { code: 'DC_01', message: 'Payment does not exist' } });
      return { kind: 'answered', response: { ...sent.response, status: 404, body } };
    };

  it.each([
    ['there is nothing to ask by', { by: 'none' }],
    ['a search that lags does not find it', { by: 'search', lagSeconds: 60 }],
  ] as const)(
    'a lost answer at a processor without search leaves the payment waiting for a webhook where %s, and fails nothing by time only',
    async (_, lookup) => {
      const processor = { adapters: findsNothing(lookup), send: answersNothing };
      await play({ processor }, async ({ world, ask }) => {
        await ask('payments.create', paid());
        const since = world.time.now();
        await world.time.pass(since + minutes(14));
        expect(world.metrics.has('WaitingTooLong')).toBe(false);
        await world.time.pass(since + minutes(24 * 60));
        expect(paymentOf(world)).toMatchObject({
          status: 'processing',
          attempt: { status: 'pending', error: { code: 'TIMEOUT' } },
        });
        expect(world.metrics.get('WaitingTooLong')).toBe(1);
        expect(world.metrics.has('SyncOverdue')).toBe(false);
        // Once an hour after the first syncs.
        expect(world.runs('queues.sync-pending').length).toBeLessThan(34);
        world.hearProcessor();
        await world.settle(1);
        expect(paymentOf(world).status).toBe('succeeded');
        expect([moved(world, 'charged'), heard(world, 'payment_succeeded')]).toEqual([1, 1]);
      });
    },
  );

  it('a lost answer at a processor without search leaves a refund pending too, until its webhook comes', async () => {
    const processor = { adapters: findsNothing({ by: 'none' }), send: answersNothing };
    const stage = { isLost: false };
    const send = (through: Send): Send => {
      const lossy = answersNothing(through);
      return (...asked) => (stage.isLost ? lossy : through)(...asked);
    };
    await play({ processor: { ...processor, send } }, async ({ world, ask }) => {
      await ask('payments.create', paid());
      stage.isLost = true;
      await ask('refunds.create', refunding('ref_row', 4_000));
      await world.time.pass(world.time.now() + minutes(24 * 60));
      const refundOf = () => world.table.items().find(({ sk }) => sk === 'REFUND#ref_row');
      expect(refundOf()).toMatchObject({ status: 'pending', error: { code: 'TIMEOUT' } });
      expect(world.metrics.get('WaitingTooLong')).toBe(1);
      world.hearProcessor();
      await world.settle(1);
      expect(refundOf()?.status).toBe('succeeded');
      expect(moved(world, 'refunded')).toBe(1);
    });
  });
});

describe('K11: a processor that rejects our key', () => {
  const refusal = { error: { code: 'IR_01', message: 'API key not provided' } };

  it('a payment whose key the processor refuses fails with that reason, and is sent once', async () => {
    const dependencies = switchDependencies();
    let asked = 0;
    dependencies.send = async () => {
      asked += 1;
      return {
        kind: 'answered',
        response: { status: 401, headers: {}, body: JSON.stringify(refusal) },
      };
    };
    const shop = container(memoryPort(), dependencies);
    const { key } = await aMerchant(shop);
    const answer = await shop.ask('payments.create', { key, ...paid() });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'failed', error_code: 'IR_01', error_message: 'API key not provided' },
    });
    expect(asked).toBe(1);
    expect(dependencies.logged.join('\n')).toContain('connector refuses our credentials');
  });

  it('a pending payment whose key the processor refuses does not fail, and is synced on schedule only', async () => {
    const dependencies = switchDependencies();
    const shop = container(memoryPort(), dependencies);
    const { key } = await aMerchant(shop);
    const made = await shop.ask('payments.create', { key, ...paid(cards.challenged) });
    expect(made.body.status).toBe('requires_customer_action');
    let asked = 0;
    dependencies.send = async () => {
      asked += 1;
      return {
        kind: 'answered',
        response: { status: 401, headers: {}, body: JSON.stringify(refusal) },
      };
    };
    const read = await shop.ask('payments.retrieve', {
      key,
      params,
      query: { force_sync: 'true' },
    });
    expect(read.body.status).toBe('requires_customer_action');
    expect(asked).toBe(1);
  });
});

describe('Q1: containers whose clocks differ by almost ten minutes', () => {
  it('changes by containers whose clocks differ are ordered by version, whatever their times are', async () => {
    let invocations = 0;
    const plan = (): Plan => {
      const fault = invocations++ % 2 === 0 ? 'slow' : 'refuse';
      return ({ port }) => (port === 'clock' ? fault : undefined);
    };
    await play({ plan, latency: () => 5 }, async ({ world, ask }) => {
      await ask('payments.create', aSale({ capture_method: 'manual_multiple' }));
      await ask('payments.confirm', confirming());
      for (const amount_to_capture of [3_000, 4_000]) {
        const { status } = await ask('payments.capture', { params, body: { amount_to_capture } });
        expect(status).toBe(200);
      }
      await ask('payments.cancel', { params, body: {} });
      await ask('refunds.create', refunding('ref_row', 1_000));
      await world.settle(2);
      const versions = world.history.flatMap(({ after }) =>
        after?.sk === 'PAYMENT' ? [after] : [],
      );
      const numbers = versions.map(({ version }) => Number(version));
      expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
      const times = versions.map(({ modifiedAt }) => String(modifiedAt));
      expect(times).not.toEqual([...times].sort());
      expect(paymentOf(world)).toMatchObject({ amountReceivedMinor: 7_000 });
      expect([moved(world, 'captured'), moved(world, 'refunded')]).toEqual([2, 1]);
    });
  });
});

const waitingFor = ({ pk, sk, dueAt }: Item) => JSON.stringify({ pk, sk, dueAt });
const sqsEvent = (...bodies: readonly string[]) =>
  ({
    Records: bodies.map((body, index) => ({
      messageId: `message ${index}`,
      receiptHandle: 'handle',
      body,
      attributes: { ApproximateReceiveCount: '1' },
    })),
  }) as SQSEvent; // All that is read of it.
const guard = ({ invoke }: SimulatedSwitch, item: Item) =>
  invoke('queues.sync-pending', ({ sync }) => sync(sqsEvent(waitingFor(item))));

type Act = (world: SimulatedSwitch, shop: SimulatedMerchant) => Promise<unknown>;

interface Duel {
  /** The first requests; the processor's answer to the last one is lost. */
  readonly prepare: readonly [string, Ask][];
  /** The rival of the sync job when the payment is due. */
  readonly rival: { readonly invocation: string; readonly act: Act };
  /** The highest number of calls of the sync job and of the rival. */
  readonly calls: readonly [number, number];
}

/**
 * Plays the sync job against a rival, their calls in every order, or in about 150 evenly chosen
 * orders.
 */
async function inEveryOrder(
  { prepare, rival, calls }: Duel,
  check: (stage: ScenarioContext, version: number) => Promise<void>,
) {
  const orders = everyOrder(...calls);
  const step = Math.ceil(orders.length / 150);
  for (const order of orders.filter((_, index) => index % step === 0)) {
    const referee = interleaved(order);
    const seats: (0 | 1)[] = [];
    let [prepared, at] = [0, 0];
    let later = async () => {};
    const loseLast: Plan = ({ port }) =>
      port === 'connector' && prepared === prepare.length ? 'lose' : undefined;
    const options: SimulationOptions = {
      plan: (invocation) => {
        const isAsked = prepare.some(([operation]) => operation === invocation);
        return isAsked && seats.length === 0 ? loseLast : () => undefined;
      },
      gate: (invocation) => {
        const isOne = ['queues.sync-pending', rival.invocation].includes(invocation);
        const seat = isOne ? seats.shift() : undefined;
        if (seat === undefined) return undefined;
        const turn = referee.gateOf(seat);
        return (call) => turn(call)?.then(later);
      },
    };
    await play(options, async (stage) => {
      const { world, shop, ask } = stage;
      // Every call has a millisecond of its own, so that the effects of two calls differ.
      later = async () => {
        at = Math.max(at, world.time.now()) + 1;
        await world.time.sleep(at - world.time.now());
      };
      for (const request of prepare) {
        prepared += 1;
        await ask(...request);
      }
      expect(paymentOf(world).status).toBe('processing');
      await world.time.pass(Date.parse(String(paymentOf(world).dueAt)));
      const { version } = paymentOf(world);
      prepared = 0;
      seats.push(0, 1);
      await world.during(
        Promise.all([
          guard(world, paymentOf(world)).then(() => referee.end(0)),
          rival.act(world, shop).then(() => referee.end(1)),
        ]),
      );
      await check(stage, Number(version));
    });
  }
}

describe('Q2, Q3: a sync job and another request at one payment at once', () => {
  it.each<[string, Duel['rival'], number]>([
    [
      'a merchant who asks',
      {
        invocation: 'payments.retrieve',
        act: (world, shop) =>
          world.ask(shop, 'payments.retrieve', { params, query: { force_sync: 'true' } }),
      },
      7,
    ],
    [
      'a second guard',
      { invocation: 'queues.sync-pending', act: (world) => guard(world, paymentOf(world)) },
      6,
    ],
  ])('%s: one of them saves, in whichever order they go', async (_, rival, most) => {
    const duel: Duel = { prepare: [['payments.create', paid()]], rival, calls: [6, most] };
    await inEveryOrder(duel, async ({ world }, version) => {
      expect(paymentOf(world)).toMatchObject({ status: 'succeeded', version: version + 1 });
      await world.settle(1);
      expect([moved(world, 'charged'), heard(world, 'payment_succeeded')]).toEqual([1, 1]);
    });
  });

  it('a second capture: both are made or the second is refused with a conflict, in either order', async () => {
    const capturing = (amount_to_capture: number): [string, Ask] => [
      'payments.capture',
      { params, body: { amount_to_capture } },
    ];
    const duel: Duel = {
      prepare: [
        ['payments.create', paid(undefined, { capture_method: 'manual_multiple' })],
        capturing(3_000),
      ],
      rival: {
        invocation: 'payments.capture',
        act: (world, shop) => world.ask(shop, ...capturing(2_000)),
      },
      calls: [6, 8],
    };
    const statuses = new Set<number>();
    await inEveryOrder(duel, async ({ world }) => {
      const [status = 0] = world.clientCalls.slice(-1).map(({ answer }) => answer.status);
      statuses.add(status);
      await world.settle(48);
      const received = Number(paymentOf(world).amountReceivedMinor);
      const expected = status === 200 ? [2, 5_000] : [1, 3_000];
      expect([moved(world, 'captured'), received]).toEqual(expected);
    });
    expect([...statuses].sort()).toEqual([200, 422]);
  });
});

describe('Q4: a delayed message that got lost', () => {
  it('a lost delayed message is replaced by the search for due items, for a payment as for a webhook', async () => {
    let answers = 0;
    const receiver = () => answered(++answers === 1 ? 500 : 200);
    await play({ receiver }, async ({ world, ask }) => {
      const { syncs, deliveries, slow } = world.queues;
      const lost = [
        losingPendingSyncs(syncs),
        losingPendingSyncs(deliveries),
        losingPendingSyncs(slow),
      ];
      // The search runs at full minutes, so a message for a time between them is delayed.
      await world.time.pass(world.time.now() + 10_000);
      await ask('payments.create', paid(cards.neverAnswers));
      const since = world.time.now();
      await world.time.pass(since + minutes(1));
      expect(paymentOf(world).status).toBe('processing');
      await world.settle(3 / 60);
      expect(paymentOf(world).status).toBe('succeeded');
      await world.settle(1);
      expect(heard(world, 'payment_created') + heard(world, 'payment_succeeded')).toBe(2);
      expect(lost.map((count) => count() > 0)).toEqual([true, true, false]);
    });
  });
});

/** Makes a queue lose every delayed message; the returned function counts them. */
function losingPendingSyncs<M>(queue: SimulatedQueue<M>): () => number {
  const { send } = queue;
  let lost = 0;
  const losing: typeof send = async (messages, delaySeconds = () => 0) => {
    const prompt = messages.filter((one) => delaySeconds(one) === 0);
    lost += messages.length - prompt.length;
    return prompt.length > 0 ? send(prompt) : [];
  };
  Object.assign(queue, { send: losing });
  return () => lost;
}

const answered = (status: number) =>
  ({ kind: 'answered', response: { status, headers: {}, body: '' } }) as const;

describe('Q5: a message that waited in a queue for four days', () => {
  it('a message that a queue stored for four days changes nothing settled since, and settles the rest', async () => {
    await play({}, async ({ world, ask }) => {
      await ask('payments.create', paid(cards.answers500));
      const old = paymentOf(world);
      const connectorCalls = () =>
        world
          .runs('queues.sync-pending')
          .flat()
          .filter(({ port }) => port === 'connector').length;
      await world.settle(4 * 24);
      await ask('refunds.create', refunding('ref_row', 4_000));
      await world.settle(1);
      const [before, asked] = [world.table.items(), connectorCalls()];
      const { batchItemFailures } = await world.during(guard(world, old));
      expect(batchItemFailures).toEqual([]);
      expect(world.table.items()).toEqual(before);
      expect(connectorCalls()).toBe(asked);
    });
  });

  it('a delivery that a queue stored for four days sends a receiver no event again that it accepted', async () => {
    await play({}, async ({ world, ask }) => {
      const told: string[] = [];
      const { deliveries } = world.queues;
      const { send } = deliveries;
      Object.assign(deliveries, {
        send: (...sent: Parameters<typeof send>) => {
          told.push(...sent[0].map((one) => JSON.stringify(one)));
          return send(...sent);
        },
      });
      await ask('payments.create', paid());
      await world.settle(4 * 24);
      const before = world.received.length;
      await world.during(
        world.invoke('queues.deliver-webhook', ({ deliver }) => deliver(sqsEvent(...told))),
      );
      // It is unknown whether a first message was handled, so the same message is sent once more.
      const again = world.received.slice(before).map(({ request }) => request.body);
      const first = world.received.slice(0, before).map(({ request }) => request.body);
      expect(first).toEqual(expect.arrayContaining(again));
      const states = world.table.items().filter(({ sk }) => sk === 'DELIVERY');
      expect(states.map(({ state, tries }) => [state, tries])).toEqual([
        ['delivered', 1],
        ['delivered', 1],
      ]);
    });
  });
});

describe('Q6: two versions of the code at once', () => {
  it("two versions at once keep each other's unknown attributes", async () => {
    const newer = (item: Item): Item => ({
      ...item,
      ofTheNextVersion: { said: item.sk },
      ...(item.sk === 'PAYMENT' && { attempt: { ...Object(item.attempt), alsoNew: 1 } }),
    });
    const port = memoryPort();
    const dependencies = switchDependencies();
    const older = container(port, dependencies);
    const { key } = await aMerchant(older);
    const upgrade = async () => {
      for (const item of port.items()) {
        if (!item.ofTheNextVersion) await port.put(newer(item), { attribute: 'sk', is: item.sk });
      }
    };
    const ask = async (name: string, request: Ask) => {
      await upgrade();
      const { status, body } = await container(port, dependencies).ask(name, { key, ...request });
      expect([name, status]).toEqual([name, 200]);
      return body;
    };
    await ask('customers.create', { body: { customer_id: 'cus_row', name: 'Joseph Doe' } });
    await ask('payments.create', aSale({ customer_id: 'cus_row', capture_method: 'manual' }));
    await ask('customers.update', { params: { customer_id: 'cus_row' }, body: { name: 'Ana' } });
    await ask('payments.update', { params, body: { amount: 9_000 } });
    await ask('payments.confirm', confirming());
    await ask('payments.capture', { params, body: {} });
    await ask('refunds.create', refunding('ref_row', 1_000));
    await ask('refunds.update', {
      params: { refund_id: 'ref_row' },
      body: { reason: 'too small' },
    });
    const account = { key: adminKey, params: { account_id: 'merchant_example' } };
    await ask('accounts.update', {
      ...account,
      body: { merchant_id: 'merchant_example', merchant_name: 'Another name' },
    });
    await ask('accounts.retrieve', account);
    const shown = await ask('payments.retrieve', { params });
    expect(shown).toMatchObject({ status: 'succeeded', amount_received: 9_000 });
    expect(JSON.stringify(shown)).not.toContain('ofTheNextVersion');
    const items = port.items();
    const without = items.filter(({ ofTheNextVersion }) => ofTheNextVersion === undefined);
    expect(without.map(({ sk }) => sk)).toEqual([]);
    const payment = items.find(({ sk }) => sk === 'PAYMENT');
    expect(payment?.attempt).toMatchObject({ alsoNew: 1 });
  });
});

describe('Q7: ten thousand messages that are sent again from where they were parked', () => {
  it('ten thousand parked messages sent again move nothing twice and write nothing', async () => {
    await play({}, async ({ world, ask }) => {
      await ask('payments.create', paid(cards.answers500));
      const old = waitingFor(paymentOf(world));
      await world.settle(24);
      const [before, movements] = [world.table.items(), world.movements()];
      for (let batch = 0; batch < 1_000; batch++) {
        const event = sqsEvent(...Array<string>(10).fill(old));
        const { batchItemFailures } = await world.during(
          world.invoke('queues.sync-pending', ({ sync }) => sync(event)),
        );
        expect(batchItemFailures).toEqual([]);
      }
      expect(world.table.items()).toEqual(before);
      expect(world.movements()).toEqual(movements);
    });
  });
});

/** Payments with a card in the vault, each with the requests before it. */
type OperationCall = readonly [operation: string, request: Ask];
const vaultMovers: readonly (readonly [string, readonly Ask[], OperationCall])[] = [
  ['a card that waits there', [aSale(byCard())], ['payments.confirm', { params, body: {} }]],
  [
    'a card that is to be saved',
    [aSale()],
    [
      'payments.confirm',
      {
        params,
        body: {
          ...byCard(),
          customer_id: 'cus_row',
          setup_future_usage: 'on_session',
          customer_acceptance: { acceptance_type: 'offline' },
        },
      },
    ],
  ],
  ['a card that shall wait there', [], ['payments.create', aSale(byCard())]],
];

const paymentsOf = ({ table }: SimulatedSwitch) =>
  table.items().filter(({ sk }) => sk === 'PAYMENT');

describe('Q9: a vault that is slow, gone, or answers nonsense', () => {
  const broken: readonly (readonly [Fault, string, readonly Ask[], OperationCall])[] =
    vaultMovers.flatMap(([what, before, wish]) =>
      (['slow', 'refuse', 'garble'] as const).map((fault) => [fault, what, before, wish] as const),
    );
  it.each(broken, ([fault, what]) => `${fault} ${what}`)(
    '(%s) charges no card %s, and no log line has a card number',
    async (fault, _, before, wish) => {
      let isBroken = false;
      const plan: Plan = ({ port }) => (isBroken && port === 'vault' ? fault : undefined);
      await play({ plan: () => plan }, async ({ world, ask }) => {
        for (const made of before) await ask('payments.create', made);
        const payments = paymentsOf(world);
        isBroken = true;
        const { status, text } = await ask(...wish);
        expect(status).toBeGreaterThanOrEqual(500);
        expect(withoutRandom(text)).not.toMatch(/4242|314|vault|card/i);
        expect(paymentsOf(world)).toEqual(payments);
        expect(world.movements()).toEqual([]);
        isBroken = false;
        // The same container serves it once the vault is there.
        expect((await ask(...wish)).status).toBe(200);
      });
    },
  );

  it('a vault that fails between card and cvc fails the payment, and no connector is asked', async () => {
    let isBroken = false;
    const plan: Plan = ({ port, name }) =>
      isBroken && port === 'vault' && name === 'take' ? 'refuse' : undefined;
    await play({ plan: () => plan }, async ({ world, ask }) => {
      await ask('payments.create', aSale(byCard()));
      isBroken = true;
      const { status, body } = await ask('payments.confirm', { params, body: {} });
      expect([status, body.status, body.error_message]).toEqual([
        200,
        'failed',
        'Card could not be read',
      ]);
      expect(world.movements()).toEqual([]);
    });
  });
});

describe('Q10: an encryption key that is denied for a minute', () => {
  it('a denied key in the vault gives a plain 5xx, and the same container pays a minute later', async () => {
    await play({}, async ({ world, ask }) => {
      await ask('payments.create', aSale(byCard()));
      // By then the vault has no key in memory any more.
      await world.time.pass(world.time.now() + minutes(10));
      const before = world.table.items();
      const requests: readonly [readonly [string, Ask], readonly [string, Ask]] = [
        ['payments.confirm', { params, body: {} }],
        ['payments.create', aSale({ ...byCard(), payment_id: 'pay_new' })],
      ];
      world.vault.provider.denied = true;
      for (const request of requests) {
        const { status, text } = await ask(...request);
        expect(status).toBeGreaterThanOrEqual(500);
        expect(withoutRandom(text)).not.toMatch(/4242|key|denied|KMS|vault/i);
      }
      expect(world.table.items()).toEqual(before);
      expect(world.movements()).toEqual([]);
      await world.time.pass(world.time.now() + minutes(1));
      world.vault.provider.denied = false;
      const [confirmed, created] = [await ask(...requests[0]), await ask(...requests[1])];
      expect(confirmed.body.status).toBe('succeeded');
      expect(created.body.status).toBe('requires_confirmation');
    });
  });

  it('a denied key gives a plain 5xx that leaves the payment unchanged, and the same container recovers', async () => {
    let isDenied = false;
    const plan: Plan = ({ port }) => (isDenied && port === 'keys' ? 'refuse' : undefined);
    await play({ plan: () => plan }, async ({ world, ask }) => {
      await ask('payments.create', aSale());
      const before = world.table.items();
      isDenied = true;
      const requests: readonly (readonly [string, Ask])[] = [
        ['payments.confirm', confirming()],
        ['payments.create', paid(undefined, { payment_id: 'pay_new' })],
      ];
      for (const request of requests) {
        const { status, text } = await ask(...request);
        expect(status).toBe(500);
        expect(withoutRandom(text)).not.toMatch(/key|denied|KMS/i);
      }
      expect(world.table.items()).toEqual(before);
      expect(world.movements()).toEqual([]);
      await world.time.pass(world.time.now() + minutes(1));
      isDenied = false;
      for (const request of requests) expect((await ask(...request)).body.status).toBe('succeeded');
    });
  });

  it('a denied key is requested again, and a working one only once', async () => {
    const inner = memoryKeys();
    const state = { isDenied: false, asked: 0 };
    const asking = <Answer>(answer: () => Promise<Answer>) => {
      state.asked += 1;
      if (state.isDenied) throw new Error('AccessDeniedException');
      return answer();
    };
    const keys = kmsMerchantKeys('key', {
      generateDataKey: async () =>
        asking(async () => {
          const { clear, wrapped } = await inner.make('merchant_1');
          return { plain: clear, wrapped };
        }),
      decrypt: async (_, wrapped) => asking(() => inner.unwrap('merchant_1', wrapped)),
    });
    const { wrapped, clear } = await keys.make('merchant_1');
    state.isDenied = true;
    await expect(keys.unwrap('merchant_1', wrapped)).rejects.toThrow('AccessDenied');
    state.isDenied = false;
    expect(await keys.unwrap('merchant_1', wrapped)).toEqual(clear);
    expect(await keys.unwrap('merchant_1', wrapped)).toEqual(clear);
    expect(state.asked).toBe(3);
  });
});

describe('W2: a webhook that arrives after a later one', () => {
  it('a webhook that arrives after a later one is ordered by its time, which rises from event to event', async () => {
    let created = 0;
    const receiver = ({ body = '' }: { body?: string }) =>
      answered(JSON.parse(body).event_type === 'payment_created' && ++created < 3 ? 500 : 200);
    await play({ receiver, latency: () => 5 }, async ({ world, ask }) => {
      await ask('payments.create', aSale({ capture_method: 'manual' }));
      await ask('payments.confirm', confirming());
      await ask('payments.capture', { params, body: {} });
      await world.settle(1);
      const taken = world.received
        .filter(({ sent }) => sent.kind === 'answered' && sent.response.status === 200)
        .map(({ request }) => JSON.parse(request.body ?? ''));
      const types = (all: typeof taken) => all.map(({ event_type }) => event_type);
      expect(types(taken).at(-1)).toBe('payment_created');
      const timeOf = ({ content }: (typeof taken)[number]) => Date.parse(content.object.updated);
      const sorted = taken.toSorted((one, other) => timeOf(one) - timeOf(other));
      expect(types(sorted)).toEqual(['payment_created', 'payment_authorized', 'payment_succeeded']);
      expect(new Set(sorted.map(timeOf)).size).toBe(3);
    });
  });
});

describe('W13: a signing key that is changed while a retry waits', () => {
  it('a signing key changed while a retry waits signs that retry', async () => {
    let tries = 0;
    const receiver = () => answered(++tries > 2 ? 200 : 500);
    await play({ receiver }, async ({ world, shop, ask }) => {
      const rotate = (payment_response_hash_key: string) =>
        ask('accounts.update', {
          key: adminKey,
          params: { account_id: shop.id },
          body: { merchant_id: shop.id, payment_response_hash_key },
        });
      const isSignedWith = (key: string) =>
        world.received.map(({ request: { body = '', headers } }) => {
          const signature = createHmac('sha512', key).update(body).digest('hex');
          return headers['x-webhook-signature-512'] === signature;
        });
      expect((await rotate('the first key')).status).toBe(200);
      await world.time.pass(world.time.now() + minutes(1));
      await ask('payments.create', paid());
      await world.time.pass(world.time.now() + 10_000);
      expect((await rotate('the second key')).status).toBe(200);
      await world.time.pass(world.time.now() + minutes(2));
      expect(isSignedWith('the first key')).toEqual([true, true, false, false]);
      expect(isSignedWith('the second key')).toEqual([false, false, true, true]);
    });
  });
});
