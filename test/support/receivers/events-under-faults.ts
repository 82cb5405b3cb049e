import type { Sent } from '#platform/http/egress/egress.ts';
import type { Item } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { applyOutcome } from '#switch/payments/lifecycle/apply-outcome.ts';
import { paymentKey } from '#switch/payments/payment-store.ts';
import { applyRefundOutcome } from '#switch/refunds/refund.ts';
import { refundKey } from '#switch/refunds/refund-store.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { isEventSource } from '../../../scripts/operate/rebuild-events.ts';
import { type Machine, machineOver } from '../../prove/faults/machine.ts';
import { numberedProcess, type Plan, ProcessDied } from '../../prove/faults/numbered-calls.ts';
import {
  type SimulatedStream,
  simulatedQueue,
  simulatedStream,
} from '../../prove/faults/queues.ts';
import { type Random, seededRandom } from '../../prove/faults/random.ts';
import { initialState } from '../../prove/faults/simulated-switch.ts';
import { aProcessingPayment } from '../entities/a-payment.ts';
import { aRefund } from '../entities/a-refund.ts';
import { sandboxProcessor } from '../processors/sandbox-processor.ts';
import { installClock, virtualTime } from '../runner/virtual-time.ts';
import { memoryPort } from '../table/memory-table.ts';
import { aVault } from '../vault/a-vault.ts';

const hour = 3_600_000;
const minute = 60_000;

/** The course of the world's hours. The stream forgets changes that are older than a day. */
const course = { changesFor: 30 * hour, stopAt: 4 * hour, stopFor: 25 * hour };

/** Items that the rebuild reads at once. */
const pageSize = 100;

interface Conditions {
  /** About so many events. */
  readonly events: number;
  /** How likely a merchant's server fails, from 0 to 1. */
  readonly failing: number;
  /** How likely a function's process dies at each of its calls, from 0 to 1. */
  readonly dying: number;
  readonly seed: number;
}

export interface EventsUnderFaults {
  /** The events that the committed changes call for. */
  readonly committed: number;
  /** Those of them that no merchant's server took. */
  readonly lost: number;
  /** Events that were sent and that no committed change calls for. */
  readonly invented: number;
  /** Attempts that a merchant's server did not take. */
  readonly failedAttempts: number;
  readonly attempts: number;
  /** Events that a server got again after it had taken them, to the byte, by a process that died before it wrote that down. */
  readonly takenAgain: number;
  /** Processes that died: readers of the stream, deliveries, searches and runs of the rebuild. */
  readonly died: number;
  /** How often the rebuild died and was begun again. */
  readonly rebuildsDied: number;
  /** Events that the stream had forgotten when its reader came back. */
  readonly forgotten: number;
  /** From the first change until the last event was taken, in hours of the world. */
  readonly hours: number;
}

/**
 * Payments and refunds change evenly over thirty hours of a virtual clock, in which the reader of
 * the stream does not run for 25. Merchants' servers fail, and processes die at any call. After the
 * stop an operator rebuilds the events, beside the reader of the stream, and begins again where a run died.
 */
export async function eventsUnderFaults({
  events,
  failing,
  dying,
  seed,
}: Conditions): Promise<EventsUnderFaults> {
  const random = seededRandom(seed);
  const from = await initialState(['shop_east', 'shop_west']);
  const time = virtualTime(new Date('2026-03-01T12:00:00.000Z'));
  const restoreClock = installClock(time);
  const begin = time.now();
  const idle: Machine[] = [];
  const logged: string[] = [];
  let [attempts, failedAttempts, takenAgain, died, lastTakenAt] = [0, 0, 0, 0, begin];
  const committed = new Map<string, number>();
  const taken = new Map<string, string>();
  const invented = new Set<string>();

  /** The events that merchants must get about a version of an item, by its presentation. */
  const noteCommitted = (item: Item | undefined) => {
    if (!item || !isEventSource(item) || !Array.isArray(item.transitions)) return;
    for (const { type, version } of item.transitions) {
      if (version === item.version)
        committed.set(`${item.merchantId} ${item.id} ${type}`, time.now());
    }
  };
  const sendToMerchant = async ({ body = '' }: { readonly body?: string | undefined }) => {
    attempts += 1;
    const { merchant_id, event_type, content } = JSON.parse(body);
    const { refund_id, payment_id } = content.object;
    const what = `${merchant_id} ${refund_id ?? payment_id} ${event_type}`;
    if (!committed.has(what)) invented.add(what);
    // One event in two bodies, or two events of one change, are one too many.
    if ((taken.get(what) ?? body) !== body) invented.add(`${what} again`);
    if (random.chance(failing)) {
      failedAttempts += 1;
      return random.chance(0.5) ? answered(500) : noAnswer;
    }
    if (taken.has(what)) takenAgain += 1;
    taken.set(what, body);
    lastTakenAt = time.now();
    return answered(200);
  };

  const streams: SimulatedStream[] = [];
  const table = memoryPort(from.items, (before, after) => {
    noteCommitted(after);
    streams[0]?.committed(before, after);
  });
  const habits = { time, random: random.fork(), repeats: 0.01 };
  const deliveryLane = (name: string) =>
    simulatedQueue<DeliveryMessage>(
      {
        name,
        visibilitySeconds: 270,
        maxReceives: 1_000,
        run: (event) => invoke(({ deliver }) => deliver(event)),
      },
      habits,
    );
  const queues = {
    deliveries: deliveryLane('Deliveries'),
    slow: deliveryLane('SlowDeliveries'),
    undelivered: nowhere('Undelivered'),
    syncs: nowhere('SyncQueue'),
    failedSyncs: nowhere('Unsettled'),
  };
  const stream = simulatedStream(
    {
      isWanted: (_, after) => after !== undefined && isEventSource(after),
      run: (event) => invoke(({ readChanges }) => readChanges(event)),
    },
    habits,
  );
  streams.push(stream);
  function nowhere(name: string) {
    return simulatedQueue<never>({ name, visibilitySeconds: 30, maxReceives: 1 }, habits);
  }

  const plan: Plan = ({ port }) => {
    if (port === 'clock' || !random.chance(dying)) return undefined;
    return random.chance(0.5) ? 'die-before' : 'die-after';
  };

  async function invoke<T>(work: (machine: Machine) => Promise<T>): Promise<T> {
    const machine = idle.pop() ?? newMachine();
    try {
      return await machine.process.invoke(plan, () => work(machine));
    } finally {
      if (machine.process.isDead()) died += 1;
      else idle.push(machine);
    }
  }
  const newMachine = () =>
    machineOver(numberedProcess({ elapse: time.sleep }), {
      table,
      queues,
      time,
      logged,
      sendToMerchant,
      keys: from.keys,
      processor,
      vault,
      sendToProcessor: processor.send,
      metric: () => {
        logged.length = 0;
      },
    });
  const processor = sandboxProcessor(tableOver(memoryPort()));
  const vault = aVault();

  /** Pays, and gives a part back in every second case: five events for two payments. */
  const shop = shoppingIn(
    tableOver(table),
    from.merchants,
    random.fork(),
    () => new Date(time.now()),
  );
  const payments = Math.ceil(events / 2.5);
  for (let number = 0; number < payments; number += 1) {
    time.at(begin + Math.floor((course.changesFor * number) / payments), () => void shop(number));
  }
  const search = () => {
    // A run that dies is not made up for: the next minute is another chance.
    void invoke((machine) => machine.findDue()).catch(() => {});
    if (taken.size < committed.size || time.now() < begin + course.changesFor) {
      time.at(time.now() + minute, search);
    }
  };
  time.at(begin + minute, search);
  time.at(begin + course.stopAt, () => stream.stopReading(course.stopFor));

  let [forgotten, rebuildsDied] = [0, 0];
  const rebuild = async () => {
    const forgottenBefore = time.now() - 24 * hour;
    forgotten = [...committed].filter(
      ([what, at]) => at <= forgottenBefore && !taken.has(what),
    ).length;
    const since = new Date(begin + course.stopAt - minute);
    const items = table.items().filter(isEventSource);
    for (let at = 0; at < items.length; ) {
      const page = items.slice(at, at + pageSize);
      // After its process died, the command is run again from the page that it had begun.
      await invoke((machine) => machine.rebuildEvents(page, since)).then(
        () => {
          at += pageSize;
        },
        (error: unknown) => {
          if (!(error instanceof ProcessDied)) throw error;
          rebuildsDied += 1;
        },
      );
    }
  };
  const rebuilt = Promise.withResolvers<void>();
  time.at(begin + course.stopAt + course.stopFor, () => {
    rebuild().then(rebuilt.resolve, rebuilt.reject);
  });

  try {
    await time.during(rebuilt.promise);
    await time.pass(Math.max(time.now(), begin + course.changesFor) + 48 * hour);
  } finally {
    restoreClock();
  }
  return {
    committed: committed.size,
    lost: [...committed.keys()].filter((what) => !taken.has(what)).length,
    invented: invented.size,
    attempts,
    failedAttempts,
    takenAgain,
    died,
    forgotten,
    rebuildsDied,
    hours: (lastTakenAt - begin) / hour,
  };
}

/** Makes the changes of one payment, and of a refund, as the API does it. */
function shoppingIn(
  table: ReturnType<typeof tableOver>,
  merchants: readonly { readonly id: string; readonly profileId: string }[],
  random: Random,
  now: () => Date,
) {
  return async (number: number) => {
    const merchant = merchants[random.below(merchants.length)];
    if (!merchant) throw new Error('There are merchants.');
    const { id: merchantId, profileId } = merchant;
    const id = `pay_${number}`;
    const created = aProcessingPayment({ merchantId, profileId, id });
    const at = now().toISOString();
    const transitions = created.transitions.map((one) => ({ ...one, at }));
    const payment = { ...created, transitions };
    const key = paymentKey(merchantId, id);
    await table.putNew({ ...payment, ...key });
    const outcome = { result: 'captured', connectorTransactionId: `txn_${number}` } as const;
    const paid = applyOutcome(payment, { attemptId: payment.attempt.id, outcome }, now());
    await table.save({ ...paid, ...key });
    if (number % 2 === 1) return;
    const refund = aRefund({ merchantId, profileId, paymentId: id, id: `ref_${number}` });
    const place = refundKey(refund);
    await table.putNew({ ...refund, ...place });
    await table.save({ ...applyRefundOutcome(refund, { result: 'succeeded' }, now()), ...place });
  };
}

const answered = (status: number): Sent => ({
  kind: 'answered',
  response: { status, headers: {}, body: '' },
});
const noAnswer: Sent = { kind: 'unknown', reason: 'broken' };
