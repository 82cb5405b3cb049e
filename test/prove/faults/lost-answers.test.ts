import { drawnByDay } from '../../support/runner/drawn-by-day.ts';
import { adminKey } from '../../support/switch/switch-in-memory.ts';
import { disputedCards } from '../../support/switch/switch-with-disputes.ts';
import type { Fault, Plan } from './numbered-calls.ts';
import { minutes, moved, paid, params, paymentOf } from './play.ts';
import {
  type InitialState,
  initialState,
  type SimulatedSwitch,
  simulatedSwitch,
} from './simulated-switch.ts';

const { it } = drawnByDay('rows');

/** The faults of each operation or function; may be changed while the world runs. */
type Plans = Record<string, Plan | undefined>;

interface Stage {
  readonly world: SimulatedSwitch;
  readonly plans: Plans;
  ask(
    operation: string,
    request?: Parameters<SimulatedSwitch['ask']>[2],
  ): ReturnType<SimulatedSwitch['ask']>;
}

let from: InitialState;
beforeAll(async () => {
  from = await initialState(['shop_east', 'shop_west']);
});

/**
 * Plays in a world of its own. A relay changes a payment at the processor behind the switch's back,
 * which the invariants of other plays forbid.
 */
async function play(scene: (stage: Stage) => Promise<void>) {
  const plans: Plans = {};
  const world = simulatedSwitch({
    from,
    silentProcessor: true,
    plan: (name) => plans[name] ?? (() => undefined),
  });
  try {
    const [shop] = world.merchants;
    await scene({ world, plans, ask: (...asked) => world.during(world.ask(shop, ...asked)) });
  } finally {
    world.close();
  }
}

const atProcessor =
  (fault: Fault): Plan =>
  ({ port }) =>
    port === 'connector' ? fault : undefined;

/** The processor cannot be reached for an hour; returns the times at which it was asked. */
function outOfReach({ world, plans }: Stage) {
  const until = world.time.now() + minutes(60);
  const asked = new Set<number>();
  plans['queues.sync-pending'] = ({ port }) => {
    if (port !== 'connector' || world.time.now() > until) return undefined;
    asked.add(world.time.now());
    return 'refuse';
  };
  return { until, asked };
}

const settleUntil = (world: SimulatedSwitch, time: number) =>
  world.settle((time - world.time.now()) / minutes(60));

/** Due payments are searched once a minute, and a batch of syncs is gathered for some seconds. */
function expectSchedule(since: number, asked: ReadonlySet<number>) {
  const seconds = [since, ...asked].map((at) => at / 1_000);
  const [first = 0, ...later] = seconds.slice(1).map((at, index) => at - (seconds[index] ?? 0));
  expect([first >= 59, first <= 151]).toEqual([true, true]);
  for (const gap of later) expect([gap >= 299, gap <= 391]).toEqual([true, true]);
  expect(asked.size).toBeGreaterThanOrEqual(9);
}

describe('a relay', () => {
  const item = ({ world }: Stage) => world.table.items().find(({ sk }) => sk === 'RELAY');
  /** Asks for a refund of a transaction that the processor has. */
  async function relayed({ world, ask }: Stage) {
    if (!world.table.items().some(({ sk }) => sk === 'PAYMENT'))
      await ask('payments.create', paid());
    const { attempt, merchantId } = paymentOf(world) as {
      attempt?: { connectorReference?: string; connectorAccountId?: string };
      merchantId?: string;
    };
    expect(merchantId).toBe('shop_east');
    return ask('relays.create', {
      body: {
        connector_id: attempt?.connectorAccountId,
        connector_resource_id: attempt?.connectorReference,
        type: 'refund',
        data: { refund: { amount: 1_000, currency: 'EUR' } },
      },
    });
  }

  it.each([
    ['K1', 'lose', 200],
    ['K1, and the process dies,', 'die-after', 502],
  ] as const)(
    '%s whose processor did it and did not answer is synced, and nothing is done twice',
    async (_, fault, status) => {
      await play(async (stage) => {
        const { world, plans } = stage;
        await stage.ask('payments.create', paid());
        plans['relays.create'] = atProcessor(fault);
        expect((await relayed(stage)).status).toBe(status);
        expect(item(stage)).toMatchObject({ status: expect.stringMatching(/^created$|^pending$/) });
        await world.settle(1);
        expect(item(stage)).toMatchObject({ status: 'success' });
        expect(item(stage)).not.toHaveProperty('duePk');
        expect(moved(world, 'refunded')).toBe(1);
      });
    },
  );

  it('K2: a relay whose processor got nothing fails, once the request cannot arrive any more', async () => {
    await play(async (stage) => {
      await stage.ask('payments.create', paid());
      stage.plans['relays.create'] = atProcessor('die-before');
      expect((await relayed(stage)).status).toBe(502);
      await stage.world.settle(1);
      expect(item(stage)).toMatchObject({ status: 'failure' });
      expect(item(stage)).not.toHaveProperty('duePk');
      expect(moved(stage.world, 'refunded')).toBe(0);
    });
  });

  it('K9: a relay is synced on schedule while its processor cannot be asked, alarms after fifteen minutes, and succeeds later', async () => {
    await play(async (stage) => {
      const { world, plans } = stage;
      await stage.ask('payments.create', paid());
      plans['relays.create'] = atProcessor('lose');
      await relayed(stage);
      const since = world.time.now();
      const { until, asked } = outOfReach(stage);
      await settleUntil(world, since + minutes(15));
      expect(world.metrics.has('SyncOverdue')).toBe(false);
      await settleUntil(world, since + minutes(25));
      expect(world.metrics.get('SyncOverdue')).toBe(1);
      await settleUntil(world, until);
      expect(item(stage)).toMatchObject({ status: 'pending' });
      expectSchedule(since, asked);
      await world.settle(1);
      expect(item(stage)).toMatchObject({ status: 'success' });
      expect(moved(world, 'refunded')).toBe(1);
    });
  });

  it('a relay of a deleted connector account is synced no more, and operators are alerted', async () => {
    await play(async (stage) => {
      const { world, plans } = stage;
      await stage.ask('payments.create', paid());
      plans['relays.create'] = atProcessor('lose');
      const { body } = await relayed(stage);
      await stage.ask('connector-accounts.delete', {
        key: adminKey,
        params: { account_id: 'shop_east', merchant_connector_id: body.connector_id },
      });
      await world.settle(1);
      expect(item(stage)).toMatchObject({ status: 'pending' });
      expect(item(stage)).not.toHaveProperty('duePk');
      expect(world.metrics.get('WaitingTooLong')).toBe(1);
    });
  });
});

describe('a dispute', () => {
  const item = ({ world }: Stage) =>
    world.table.items().find(({ sk }) => sk.startsWith('DISPUTE#'));
  /** From here on the processor's webhooks get lost. */
  async function disputed(stage: Stage) {
    const { world, plans, ask } = stage;
    await ask('payments.create', paid(disputedCards.disputed));
    await world.time.pass(world.time.now() + 6_000);
    world.hearProcessor();
    await world.settle(1);
    plans['incoming-webhooks.receive'] = () => 'die-before';
    const { disputes } = (await ask('payments.retrieve', { params })).body;
    return String(disputes[0].dispute_id);
  }
  const accepting = (dispute_id: string) => ({ params: { dispute_id } });

  it.each([
    ['K1', 'lose', 400],
    ['K1, and the process dies,', 'die-after', 502],
  ] as const)(
    '%s: a dispute whose acceptance got no answer is synced to its state at the connector',
    async (_, fault, status) => {
      await play(async (stage) => {
        const { world, plans, ask } = stage;
        const id = await disputed(stage);
        plans['disputes.accept'] = atProcessor(fault);
        expect((await ask('disputes.accept', accepting(id))).status).toBe(status);
        expect(item(stage)).toMatchObject({ status: 'dispute_opened', duePk: expect.any(String) });
        await world.settle(1);
        expect(item(stage)?.status).toMatch(/^dispute_(accepted|lost)$/);
        expect(item(stage)).not.toHaveProperty('duePk');
      });
    },
  );

  it('K2: a dispute whose connector got nothing stays open, and may be answered again', async () => {
    await play(async (stage) => {
      const { world, plans, ask } = stage;
      const id = await disputed(stage);
      plans['disputes.accept'] = atProcessor('die-before');
      expect((await ask('disputes.accept', accepting(id))).status).toBe(502);
      await world.settle(1);
      expect(item(stage)).toMatchObject({ status: 'dispute_opened' });
      expect(item(stage)).not.toHaveProperty('duePk');
      plans['disputes.accept'] = undefined;
      expect((await ask('disputes.accept', accepting(id))).status).toBe(200);
      expect(item(stage)).not.toHaveProperty('duePk');
    });
  });

  it('K9: a dispute is synced on schedule while its connector cannot be asked, alarms after fifteen minutes, and is up to date later', async () => {
    await play(async (stage) => {
      const { world, plans, ask } = stage;
      const id = await disputed(stage);
      plans['disputes.accept'] = atProcessor('lose');
      await ask('disputes.accept', accepting(id));
      const since = world.time.now();
      const { until, asked } = outOfReach(stage);
      await settleUntil(world, since + minutes(15));
      expect(world.metrics.has('SyncOverdue')).toBe(false);
      await settleUntil(world, since + minutes(25));
      expect(world.metrics.get('SyncOverdue')).toBe(1);
      await settleUntil(world, until);
      expect(item(stage)).toMatchObject({ status: 'dispute_opened' });
      expectSchedule(since, asked);
      await world.settle(1);
      expect(item(stage)?.status).toMatch(/^dispute_(accepted|lost)$/);
    });
  });
});
