import type { Send } from '#platform/http/egress/egress.ts';
import { drawnByDay } from '../../support/runner/drawn-by-day.ts';
import type { Ask } from '../../support/switch/switch-in-memory.ts';
import type { NamedCall, Plan } from './numbered-calls.ts';
import {
  aSale,
  confirming,
  heard,
  minutes,
  moved,
  paid,
  params,
  paymentOf,
  playAt,
  refunding,
  type ScenarioContext,
} from './play.ts';
import type { SimulatedSwitch, SimulationOptions } from './simulated-switch.ts';

const { it } = drawnByDay('rows');

/** Rows of Stripe's API only, beside those that both processors share. */
const play = (options: SimulationOptions, context: Parameters<typeof playAt>[2]): Promise<void> =>
  playAt('stripe', options, context);

const capturing = (body: object = {}): Ask => ({ params, body });
const reserved = (number?: string) => paid(number, { capture_method: 'manual' });
const declines = { throttled: '4646464646464644', declined: '4000000000000002' } as const;

const refundOf = ({ world }: Pick<ScenarioContext, 'world'>, id: string) =>
  world.table.items().find(({ sk }) => sk === `REFUND#${id}`);

/** The events of Stripe so far, in their order. */
const eventsOf = ({ world }: Pick<ScenarioContext, 'world'>) =>
  world.clientCalls.filter(({ operation }) => operation === 'incoming-webhooks.receive');

describe('K2: Stripe gets nothing', () => {
  it("K2: a Stripe payment whose request never arrived stays pending, and an operator is alerted: Stripe's search may lag", async () => {
    const lost = ({ port }: NamedCall) => (port === 'connector' ? 'die-before' : undefined);
    const plan = (name: string) => (name === 'payments.create' ? lost : () => undefined);
    await play({ plan }, async ({ world, ask }) => {
      expect((await ask('payments.create', paid())).status).toBe(502);
      await world.settle(24);
      expect(paymentOf(world).status).toBe('processing');
      expect(moved(world, 'charged')).toBe(0);
      expect(world.metrics.get('WaitingTooLong')).toBe(1);
    });
  });
});

describe('K4: Stripe cannot be reached', () => {
  it('K4: a payment whose request never left us for Stripe fails, unless another account exists', async () => {
    const refused = ({ port }: NamedCall) => (port === 'connector' ? 'refuse' : undefined);
    const plan = (name: string) => (name === 'payments.create' ? refused : () => undefined);
    await play({ plan }, async ({ world, ask }) => {
      const { body } = await ask('payments.create', paid());
      expect(body.status).toBe('failed');
      expect(world.movements()).toEqual([]);
    });
  });

  it('K4: a payment is sent to the next account when Stripe cannot be reached', async () => {
    let asked = 0;
    const refused = ({ port, name }: NamedCall) => {
      if (port !== 'connector') return undefined;
      asked += 1;
      return name.includes('/stripe/') ? 'refuse' : undefined;
    };
    const plan = (name: string) => (name === 'payments.create' ? refused : () => undefined);
    await play({ plan }, async ({ world, ask }) => {
      const { body } = await ask('payments.create', paid());
      expect(body).toMatchObject({ status: 'succeeded', connector: 'fauxpay' });
      expect(asked).toBeGreaterThan(1);
      expect(moved(world, 'charged')).toBe(1);
    });
  });
});

describe('K8: Stripe does not answer, and there is a second account', () => {
  it('K8: a payment that Stripe does not answer is never sent to a second account, in any hour', async () => {
    await play({}, async ({ world, ask }, cards) => {
      expect((await ask('payments.create', paid(cards.neverAnswers))).body.status).toBe(
        'processing',
      );
      await world.settle(1);
      expect(paymentOf(world)).toMatchObject({
        status: 'succeeded',
        attempt: { connectorName: 'stripe' },
      });
      expect(moved(world, 'charged')).toBe(1);
    });
  });
});

describe('K10: Stripe wants to be asked more slowly', () => {
  it('K10: a payment that Stripe rate-limits fails plainly: nothing has moved', async () => {
    await play({}, async ({ world, ask }) => {
      const { body } = await ask('payments.create', paid(declines.throttled));
      expect(body.status).toBe('failed');
      expect(body.error_message).toBeTruthy();
      expect(world.movements()).toEqual([]);
    });
  });
});

describe('K10: Stripe sends Retry-After', () => {
  it('K10: a payment that Stripe rate-limits with a wait is sent again after it, and charged once', async () => {
    const askedAt: number[] = [];
    const stage: { world?: SimulatedSwitch } = {};
    const send =
      (through: Send): Send =>
      async (request, options) => {
        askedAt.push(stage.world?.time.now() ?? 0);
        if (askedAt.length > 1) return through(request, options);
        const body = JSON.stringify({ error: { type: 'api_error', code: 'rate_limit' } });
        const headers = { 'content-type': 'application/json', 'retry-after': '2' };
        return { kind: 'answered', response: { status: 429, headers, body } };
      };
    await play({ processor: { adapters: {}, send } }, async ({ world, ask }) => {
      stage.world = world;
      expect((await ask('payments.create', paid())).body.status).toBe('succeeded');
      const [first = 0, second = 0] = askedAt;
      expect([askedAt.length, second - first >= 2_000]).toEqual([2, true]);
      expect(moved(world, 'charged')).toBe(1);
    });
  });
});

describe('K11: Stripe rejects our key', () => {
  const answersNoKey =
    (send: Send): Send =>
    async (request, options) => {
      const headers = { ...request.headers, authorization: 'Bearer sk_test_expired' };
      return send({ ...request, headers }, options);
    };

  it('K11: a payment whose key Stripe refuses fails with that reason, and is sent once', async () => {
    let asked = 0;
    const counting = (send: Send): Send => {
      const through = answersNoKey(send);
      return (...given) => {
        asked += 1;
        return through(...given);
      };
    };
    await play({ processor: { adapters: {}, send: counting } }, async ({ world, ask }) => {
      const { body } = await ask('payments.create', paid());
      expect(body).toMatchObject({
        status: 'failed',
        error_message: expect.stringContaining('Expired API Key'),
      });
      expect(asked).toBe(1);
      expect(world.logged.join('\n')).toContain('connector refuses our credentials');
    });
  });

  it('K11: a pending payment whose key Stripe refuses does not fail, and is synced on schedule only', async () => {
    const stage = { isRevoked: false, asked: 0 };
    const revocable = (through: Send): Send => {
      const refused = answersNoKey(through);
      return (...given) => {
        stage.asked += 1;
        return (stage.isRevoked ? refused : through)(...given);
      };
    };
    await play({ processor: { adapters: {}, send: revocable } }, async ({ world, ask }, cards) => {
      const { body } = await ask('payments.create', paid(cards.answers500));
      expect(body.status).toBe('processing');
      Object.assign(stage, { isRevoked: true, asked: 0 });
      const read = await ask('payments.retrieve', { params, query: { force_sync: 'true' } });
      expect([read.body.status, stage.asked]).toEqual(['processing', 1]);
      await world.time.pass(world.time.now() + minutes(60));
      expect(paymentOf(world).status).toBe('processing');
      // The first after a minute, and then every five.
      expect(stage.asked).toBeLessThanOrEqual(14);
      stage.isRevoked = false;
      await world.settle(1);
      expect(paymentOf(world).status).toBe('succeeded');
      expect(moved(world, 'charged')).toBe(1);
    });
  });
});

describe('K12: Stripe is slower than we wait', () => {
  it('K12: a payment slower than our timeout stays processing, and a sync finds the one charge', async () => {
    const slow = ({ port }: NamedCall) => (port === 'connector' ? 'slow' : undefined);
    const plan = (name: string) => (name === 'payments.confirm' ? slow : () => undefined);
    await play({ plan }, async ({ world, ask }) => {
      await ask('payments.create', aSale());
      const since = world.time.now();
      expect((await ask('payments.confirm', confirming())).body.status).toBe('processing');
      expect(world.time.now() - since).toBeLessThan(30_000);
      await world.settle(1);
      expect(paymentOf(world).status).toBe('succeeded');
      expect([moved(world, 'charged'), heard(world, 'payment_succeeded')]).toEqual([1, 1]);
    });
  });
});

describe('refunds through Stripe', () => {
  it('R1: a hundred refunds of 40 on 100 at once: two are accepted', async () => {
    await play({}, async ({ world, shop, ask }) => {
      await ask('payments.create', paid());
      const all = await world.during(
        Promise.all(
          Array.from({ length: 100 }, (_, index) =>
            world.ask(shop, 'refunds.create', refunding(`ref_${index}`, 4_000)),
          ),
        ),
      );
      expect(all.filter(({ status }) => status === 200)).toHaveLength(2);
      expect(all.filter(({ status }) => status >= 500)).toEqual([]);
      expect(moved(world, 'refunded')).toBe(2);
    });
  });

  it('R2: one that is asked for fifty times at once gives back once', async () => {
    await play({}, async ({ world, shop, ask }) => {
      await ask('payments.create', paid());
      await world.during(
        Promise.all(
          Array.from({ length: 50 }, () =>
            world.ask(shop, 'refunds.create', refunding('ref_row', 4_000)),
          ),
        ),
      );
      expect(moved(world, 'refunded')).toBe(1);
    });
  });

  it('R3: one that Stripe refuses gives its amount back to the payment', async () => {
    await play({}, async ({ world, ask }, cards) => {
      await ask('payments.create', paid(cards.refusesRefunds));
      const { body } = await ask('refunds.create', refunding('ref_row', 4_000));
      expect(body.status).toBe('failed');
      expect(paymentOf(world).refundableMinor).toBe(10_000);
      expect(moved(world, 'refunded')).toBe(0);
    });
  });

  it('R4: one whose answer is lost is pending, until its event comes', async () => {
    const lost = ({ port }: NamedCall) => (port === 'connector' ? 'lose' : undefined);
    const plan = (name: string) => (name === 'refunds.create' ? lost : () => undefined);
    await play({ plan }, async ({ world, ask }) => {
      await ask('payments.create', paid());
      const { body } = await ask('refunds.create', refunding('ref_row', 4_000));
      expect(body.status).toBe('pending');
      expect(paymentOf(world).refundableMinor).toBe(6_000);
      world.hearProcessor();
      await world.settle(1);
      expect(refundOf({ world }, 'ref_row')?.status).toBe('succeeded');
      expect([moved(world, 'refunded'), heard(world, 'refund_succeeded')]).toEqual([1, 1]);
    });
  });

  it('R5: one whose amount could not be given back has it given back once', async () => {
    const plan = (name: string): Plan => {
      let isAnswered = false;
      return ({ port }) => {
        if (name !== 'refunds.create') return undefined;
        if (port === 'connector') isAnswered = true;
        return isAnswered && port === 'table' ? 'refuse' : undefined;
      };
    };
    await play({ plan }, async ({ world, ask }, cards) => {
      await ask('payments.create', paid(cards.refusesRefunds));
      const { body } = await ask('refunds.create', refunding('ref_row', 4_000));
      expect(body.status).toBe('pending');
      expect(paymentOf(world).refundableMinor).toBe(6_000);
      await world.settle(1);
      expect(refundOf({ world }, 'ref_row')?.status).toBe('failed');
      expect(paymentOf(world).refundableMinor).toBe(10_000);
      expect([moved(world, 'refunded'), heard(world, 'refund_failed')]).toEqual([0, 1]);
    });
  });

  it('R6: twenty captures at once capture once', async () => {
    await play({}, async ({ world, shop, ask }) => {
      await ask('payments.create', reserved());
      const all = await world.during(
        Promise.all(
          Array.from({ length: 20 }, () => world.ask(shop, 'payments.capture', capturing())),
        ),
      );
      expect(all.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
      expect(all.filter(({ status }) => status >= 500)).toEqual([]);
      await world.settle(1);
      expect(paymentOf(world)).toMatchObject({ status: 'succeeded', amountReceivedMinor: 10_000 });
      expect(moved(world, 'captured')).toBe(1);
    });
  });

  it('R6: a capture and a cancel at once end as one of them', async () => {
    await play({}, async ({ world, shop, ask }) => {
      await ask('payments.create', reserved());
      await world.during(
        Promise.all([
          world.ask(shop, 'payments.capture', capturing()),
          world.ask(shop, 'payments.cancel', capturing()),
        ]),
      );
      await world.settle(1);
      expect(moved(world, 'captured') + moved(world, 'released')).toBe(1);
    });
  });

  it('R7: a refund through Stripe is refused while the captured amount is unknown', async () => {
    const lost = ({ port }: NamedCall) => (port === 'connector' ? 'lose' : undefined);
    const plan = (name: string) => (name === 'payments.capture' ? lost : () => undefined);
    await play({ plan }, async ({ world, ask }) => {
      await ask('payments.create', reserved());
      expect((await ask('payments.capture', capturing())).body.status).toBe('processing');
      expect((await ask('refunds.create', refunding('ref_row', 4_000))).status).toBe(400);
      await world.settle(1);
      expect(paymentOf(world).status).toBe('succeeded');
      expect((await ask('refunds.create', refunding('ref_row', 4_000))).status).toBe(200);
      expect(moved(world, 'captured')).toBe(1);
    });
  });

  it('R8: a dispute that opens while a refund is pending leaves both written down', async () => {
    await play({ silentProcessor: false }, async ({ world, ask }) => {
      await ask('payments.create', paid('4000000000002685'));
      await ask('refunds.create', refunding('ref_row', 4_000));
      await world.time.pass(world.time.now() + minutes(10));
      expect(refundOf({ world }, 'ref_row')?.status).toBe('succeeded');
      const disputes = world.table.items().filter(({ connectorDisputeId }) => connectorDisputeId);
      expect(new Set(disputes.map(({ id }) => id)).size).toBe(1);
    });
  });
});

describe("Stripe's events", () => {
  const hears = { silentProcessor: false };

  it('N1: one that comes before our own request was answered leads to one state and one event', async () => {
    let saves = 0;
    const stage: { wait?: () => Promise<void> } = {};
    const gate = (invocation: string) =>
      invocation === 'payments.create'
        ? ({ name }: NamedCall) =>
            name === 'put PAYMENT' && ++saves === 2 ? stage.wait?.() : undefined
        : undefined;
    await play({ ...hears, gate }, async ({ world, ask }) => {
      stage.wait = () => world.time.sleep(10_000);
      expect((await ask('payments.create', paid())).status).toBe(200);
      expect(eventsOf({ world }).map(({ answer }) => answer.status)).toContain(200);
      await world.settle(1);
      expect(paymentOf(world).status).toBe('succeeded');
      expect([moved(world, 'charged'), heard(world, 'payment_succeeded')]).toEqual([1, 1]);
    });
  });

  it("N2: Stripe's events that come again in another order, and later, revert nothing", async () => {
    await play(hears, async ({ world, shop, ask }) => {
      await ask('payments.create', reserved());
      await ask('payments.capture', capturing());
      await ask('refunds.create', refunding('ref_row', 4_000));
      // Their signatures are valid for five minutes.
      await world.time.pass(world.time.now() + minutes(2));
      const events = eventsOf({ world });
      const types = events.map(({ request }) => JSON.parse(request.text ?? '').type);
      expect(types).toEqual(
        expect.arrayContaining([
          'payment_intent.amount_capturable_updated',
          'payment_intent.succeeded',
        ]),
      );
      const standing = () => {
        const { version, status } = paymentOf(world);
        return { version, status, refund: refundOf({ world }, 'ref_row')?.status };
      };
      const before = standing();
      expect(before).toMatchObject({ status: 'succeeded', refund: 'succeeded' });
      for (const { request } of events.toReversed()) {
        const again = world.ask(shop, 'incoming-webhooks.receive', request);
        expect((await world.during(again)).status).toBe(200);
      }
      expect(standing()).toEqual(before);
      await world.settle(1);
      expect(
        ['payment_authorized', 'payment_succeeded', 'refund_succeeded'].map((type) =>
          heard(world, type),
        ),
      ).toEqual([1, 1, 1]);
    });
  });

  it('N3: the same one a hundred times changes something once, and is taken every time', async () => {
    await play(hears, async ({ world, shop, ask }) => {
      await ask('payments.create', paid());
      await world.time.pass(world.time.now() + 1_000);
      const [event] = eventsOf({ world });
      const { version } = paymentOf(world);
      for (let time = 0; time < 100; time++) {
        const { status } = await world.during(
          world.ask(shop, 'incoming-webhooks.receive', event?.request),
        );
        expect(status).toBe(200);
      }
      expect(paymentOf(world).version).toBe(version);
      await world.settle(1);
      expect(heard(world, 'payment_succeeded')).toBe(1);
    });
  });

  it.each([
    [
      'says something else than was signed',
      (request: Ask) => ({
        ...request,
        text: request.text
          ?.replace('payment_intent.succeeded', 'payment_intent.payment_failed')
          .replaceAll('"status":"succeeded"', '"status":"requires_payment_method"'),
      }),
    ],
    ['has no signature', (request: Ask) => ({ ...request, headers: {} })],
    [
      'is said to be of another time',
      (request: Ask) => ({
        ...request,
        headers: {
          ...request.headers,
          'stripe-signature': String(request.headers?.['stripe-signature']).replace(
            /t=\d+/,
            't=1700000000',
          ),
        },
      }),
    ],
    [
      'is meant for another merchant',
      (request: Ask) => ({ ...request, params: { ...request.params, merchant_id: 'shop_west' } }),
    ],
  ])(
    'N4: one that %s is not believed: Stripe is asked at most, and nothing changes',
    async (_, forged) => {
      const lost = ({ port }: NamedCall) => (port === 'connector' ? 'slow' : undefined);
      const plan = (name: string) => (name === 'payments.create' ? lost : () => undefined);
      await play({ plan }, async ({ world, shop, ask }) => {
        expect((await ask('payments.create', paid())).body.status).toBe('processing');
        world.hearProcessor();
        await world.time.pass(world.time.now() + 1_000);
        const [genuine] = eventsOf({ world });
        if (!genuine) throw new Error('No event came.');
        const before = JSON.stringify(world.table.items());
        const { status } = await world.during(
          world.ask(shop, 'incoming-webhooks.receive', forged(genuine.request)),
        );
        expect(status).toBe(200);
        expect(JSON.stringify(world.table.items())).toBe(before);
      });
    },
  );

  it("N5: Stripe's events about unknown objects are refused for redelivery, and count once the object exists", async () => {
    const types = ['payment_intent.succeeded', 'charge.refund.updated', 'charge.dispute.created'];
    const disputed = '4000000000002685';
    const events = new Map<string, Ask>();
    await play(hears, async ({ world, ask }) => {
      await ask('payments.create', paid(disputed));
      await ask('refunds.create', refunding('ref_row', 4_000));
      await world.time.pass(world.time.now() + minutes(1));
      for (const { request } of eventsOf({ world })) {
        events.set(JSON.parse(request.text ?? '').type, request);
      }
    });
    // The same shop, which has none of it yet.
    const lost = ({ port }: NamedCall) => (port === 'connector' ? 'lose' : undefined);
    const plan = (name: string) => (/create$/.test(name) ? lost : () => undefined);
    await play({ plan }, async ({ world, ask }) => {
      const come = async () => {
        const statuses: number[] = [];
        for (const type of types) {
          const event = events.get(type);
          if (!event) throw new Error(`No ${type} came.`);
          statuses.push((await ask('incoming-webhooks.receive', event)).status);
        }
        return statuses;
      };
      const before = JSON.stringify(world.table.items());
      expect(await come()).toEqual([404, 404, 404]);
      expect(JSON.stringify(world.table.items())).toBe(before);
      expect((await ask('payments.create', paid(disputed))).body.status).toBe('processing');
      expect(await come()).toEqual([200, 404, 200]);
      expect(paymentOf(world).status).toBe('succeeded');
      const refunded = await ask('refunds.create', refunding('ref_row', 4_000));
      expect(refunded.body.status).toBe('pending');
      expect(await come()).toEqual([200, 200, 200]);
      expect(refundOf({ world }, 'ref_row')?.status).toBe('succeeded');
      await world.settle(1);
      expect(
        ['payment_succeeded', 'dispute_opened', 'refund_succeeded'].map((type) =>
          heard(world, type),
        ),
      ).toEqual([1, 1, 1]);
      expect([moved(world, 'charged'), moved(world, 'refunded')]).toEqual([1, 1]);
    });
  });

  it.each(['refuse', 'die-before', 'die-after'] as const)(
    'N6: one whose outcome cannot be saved (%s) is not acknowledged, and comes again',
    async (fault) => {
      let failed = 0;
      const isSave = ({ port, name }: NamedCall) => port === 'table' && name === 'put PAYMENT';
      const plans: Readonly<Record<string, Plan>> = {
        'payments.create': ({ port }) => (port === 'connector' ? 'lose' : undefined),
        'incoming-webhooks.receive': (call) => {
          if (!isSave(call) || failed > 0) return undefined;
          failed += 1;
          return fault;
        },
      };
      const plan = (name: string) => plans[name] ?? (() => undefined);
      await play({ ...hears, plan }, async ({ world, ask }) => {
        await ask('payments.create', paid());
        await world.settle(1);
        const [first, ...later] = eventsOf({ world }).map(({ answer }) => answer.status);
        expect(first).toBeGreaterThanOrEqual(500);
        expect(later).toContain(200);
        expect(paymentOf(world).status).toBe('succeeded');
        expect([moved(world, 'charged'), heard(world, 'payment_succeeded')]).toEqual([1, 1]);
      });
    },
  );
});
