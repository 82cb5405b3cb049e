import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Send, Sent } from '#platform/http/egress/egress.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import type { MetricName } from '#platform/metrics.ts';
import type { Item } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import {
  deliveryFunctionTimeoutMs,
  functionTimeoutMs,
  searchIntervalMs,
  searchLeadMs,
} from '#platform/time-limits.ts';
import { LedgerPayment } from '#sandbox/ledger-payment.ts';
import type { SyncMessage } from '#switch/sync/sync-message.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { sandboxProcessor, sandboxUrl } from '../../support/processors/sandbox-processor.ts';
import { stripeAccount } from '../../support/processors/stripe-account.ts';
import { installClock, type VirtualTime, virtualTime } from '../../support/runner/virtual-time.ts';
import {
  type Answer,
  type Ask,
  adminKey,
  aMerchant,
  container,
  type Merchant,
  registeredWebhooks,
  testAccountWithWebhooks,
} from '../../support/switch/switch-in-memory.ts';
import { memoryKeys } from '../../support/table/memory-keys.ts';
import { type MemoryPort, memoryPort } from '../../support/table/memory-table.ts';
import { type AVault, aVault } from '../../support/vault/a-vault.ts';
import { byOurReferences } from './books.ts';
import { type Machine, type MachineDependencies, machineOver } from './machine.ts';
import {
  type Fault,
  type Gate,
  type NumberedCall,
  noFaults,
  numberedProcess,
  type Plan,
  ProcessDied,
} from './numbered-calls.ts';
import {
  type SimulatedQueue,
  type SimulatedStream,
  simulatedQueue,
  simulatedStream,
} from './queues.ts';
import { type Random, seededRandom } from './random.ts';

/** A version of an item that was committed, and when. */
export interface Commit {
  readonly at: number;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** A client's request and its answer. */
interface ClientCall {
  readonly at: number;
  readonly operation: string;
  readonly merchantId: string;
  readonly request: Ask;
  readonly answer: Answer;
  /** The process died, or the gateway gave up: the client got no other answer. */
  readonly broke: boolean;
}

/** A webhook that a merchant's server got. */
interface ReceivedWebhook {
  readonly at: number;
  readonly request: HttpRequest;
  readonly sent: Sent;
}

export interface SimulatedMerchant extends Merchant {
  /** The merchant's key at the processor; must appear nowhere else. */
  readonly processorKey: string;
  readonly webhookUrl: string;
}

export interface SimulationOptions {
  readonly random?: Random;
  /** The faults of the calls of an invocation of this operation or function. */
  readonly plan?: (invocation: string) => Plan;
  /** Milliseconds that pass before a call is made. */
  readonly latency?: () => number;
  /** The gate before each call of the next invocation of this operation or function. */
  readonly gate?: (invocation: string) => Gate | undefined;
  /** How a merchant's server answers; 200 without it. */
  readonly receiver?: (request: HttpRequest) => Sent;
  /** The probability that queues and streams deliver once more than they have to. */
  readonly repeats?: number;
  /** The processor then sends no webhooks, so that only a sync learns an outcome. */
  readonly silentProcessor?: boolean;
  /** Another processor: its adapters, and the layer before the sandbox processor. */
  readonly processor?: {
    readonly adapters: MachineDependencies['adapters'];
    readonly send?: (send: Send) => Send;
  };
  /** The state of another world, to begin with. */
  readonly from?: InitialState;
}

/** Merchants and their settings in a form that passes from one world to the next. */
export interface InitialState {
  readonly items: readonly Item[];
  /** The processor's records of the merchants: where it sends its events. */
  readonly books: readonly Item[];
  readonly keys: ReturnType<typeof memoryKeys>;
  readonly merchants: readonly [SimulatedMerchant, ...SimulatedMerchant[]];
}

export interface SimulatedSwitch {
  readonly time: VirtualTime;
  readonly table: MemoryPort;
  readonly vault: AVault;
  /** Acts as a customer at the processor's challenge page of a payment; false without one. */
  answerChallenge(shop: SimulatedMerchant, paymentId: string, completes: boolean): Promise<boolean>;
  /**
   * Opens a page of the processor as a customer's browser does; returns the address of its
   * redirect.
   */
  visit(url: string): Promise<string>;
  /** The stored payments in the processor's own books. */
  books(): readonly Item[];
  /** The same of payouts. */
  payoutBooks(): readonly Item[];
  /** All money that moved there. */
  movements(): LedgerPayment['movements'];
  readonly merchants: readonly [SimulatedMerchant, ...SimulatedMerchant[]];
  readonly history: readonly Commit[];
  readonly clientCalls: readonly ClientCall[];
  readonly received: readonly ReceivedWebhook[];
  readonly logged: readonly string[];
  readonly queues: Readonly<
    Record<'deliveries' | 'slow' | 'undelivered', SimulatedQueue<DeliveryMessage>>
  > & {
    readonly syncs: SimulatedQueue<SyncMessage>;
  };
  readonly streams: readonly SimulatedStream[];
  /** How often each fault befell a call. */
  readonly injectedFaults: ReadonlyMap<Fault, number>;
  /**
   * Asks as a client of this shop. There is an answer in every case; the world's time must pass.
   */
  ask(shop: SimulatedMerchant, operation: string, request?: Ask): Promise<Answer>;
  /** Runs one invocation in a process of the world. */
  invoke<T>(name: string, work: (machine: Machine) => Promise<T>): Promise<T>;
  /** The calls that each invocation of this name made, oldest first. */
  runs(name: string): readonly (readonly NumberedCall[])[];
  /** The largest value of each metric so far. */
  readonly metrics: ReadonlyMap<MetricName, number>;
  /**
   * Makes the stream's reader read nothing for so many hours. The stream keeps a change for a day.
   */
  stopReaders(hours: number): void;
  /** Makes a silent processor send its webhooks from now on, also those that wait. */
  hearProcessor(): void;
  /** From now on no call has a fault. */
  withoutFaults(): void;
  /** Passes time, sweeps included, until this promise has settled, and returns its value. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Handles all parked messages again, as an operator does; returns their number. */
  redrive(): number;
  /** Lets time pass until nothing is under way, or so many hours are over. */
  settle(hours: number): Promise<void>;
  close(): void;
}

/** The platform ends an invocation after this long, in milliseconds. */
const timeLimitsMs: Readonly<Record<string, number>> = {
  'queues.deliver-webhook': deliveryFunctionTimeoutMs,
};

const simulationStart = new Date('2026-03-01T12:00:00.000Z');

/** The whole switch with everything around it in memory, on a virtual clock. */
export function simulatedSwitch(options: SimulationOptions = {}): SimulatedSwitch {
  const { random = seededRandom(1), repeats = 0, from, latency, gate } = options;
  const receiver = options.receiver ?? (() => accepted);
  const time = virtualTime(simulationStart);
  const restoreClock = installClock(time);
  const logged: string[] = [];
  const restoreLog = captureLog(logged);

  const shops: readonly SimulatedMerchant[] = from?.merchants ?? [];
  const history: Commit[] = [];
  const tellings: ClientCall[] = [];
  const received: ReceivedWebhook[] = [];
  const injectedFaults = new Map<Fault, number>();
  const due = new Map<string, number>();
  let earliestDue: number | undefined;
  let sweptAt = 0;
  const notifying = new Set<number>();
  const calls = new Map<string, (readonly NumberedCall[])[]>();
  const idle: Machine[] = [];
  let plan = options.plan ?? (() => noFaults);
  let streams: readonly SimulatedStream[] = [];

  const table = memoryPort(from?.items, (before, after) => {
    history.push({ at: time.now(), before, after });
    noteDue(before, after);
    for (const stream of streams) stream.committed(before, after);
  });
  const keys = from?.keys ?? memoryKeys();
  const vault = aVault();
  const booksPort = memoryPort(from?.books);
  const processor = sandboxProcessor(tableOver(booksPort));
  Object.defineProperty(processor.clock, 'now', { get: () => new Date(time.now()) });
  processor.hooks.holdNotifications = true;
  processor.hooks.onNotification = hearFromProcessor;

  const { processor: other } = options;
  const sendBehind = other?.send?.(processor.send) ?? processor.send;
  const sendToProcessor: Send = async (request, sending) => {
    const sent = await sendBehind(request, sending);
    notifySoon();
    // A timeout takes all of its time.
    const inVain = sent.kind === 'unknown' && sent.reason === 'timeout';
    if (inVain) await time.sleep(sending.timeoutMs);
    return sent;
  };

  /** Makes the processor send its webhooks when they are due, some of them late. */
  function notifySoon() {
    if (isSilent) return;
    for (const dueAt of processor.waitingNotifications()) {
      const dueMs = dueAt.getTime();
      if (notifying.has(dueMs)) continue;
      notifying.add(dueMs);
      time.at(
        dueMs + (random.chance(repeats) ? random.below(120_000) : 1 + random.below(50)),
        () => {
          notifying.delete(dueMs);
          // A webhook that was not accepted is sent again later.
          void processor.sendNotifications().then(notifySoon);
        },
      );
    }
  }

  async function hearFromProcessor({ url, headers, body }: HttpRequest) {
    const [, , merchantId = '', connector = ''] = new URL(url).pathname.split('/');
    const shop = shops.find(({ id }) => id === merchantId);
    const hear = () =>
      askAs(merchantId, 'incoming-webhooks.receive', {
        params: { merchant_id: merchantId, connector },
        headers,
        text: body,
      });
    if (!shop) throw new Error('The processor knows a shop that is not there.');
    if (random.chance(repeats)) await hear();
    const { status } = await hear();
    return { status };
  }

  const metrics = new Map<MetricName, number>();
  const metric = (name: MetricName, value: number) =>
    void metrics.set(name, Math.max(metrics.get(name) ?? 0, value));
  let isSilent = options.silentProcessor === true;

  const books = () =>
    booksPort.items().filter(({ pk, sk }) => pk.startsWith('SANDBOX#') && sk === 'PAYMENT');
  const payoutBooks = () => booksPort.items().filter(({ sk }) => sk === 'PAYOUT');
  const booked = (shop: SimulatedMerchant, reference: string) => {
    const keyHash = createHash('sha256').update(shop.processorKey).digest('hex');
    return books()
      .map((item) => byOurReferences(v.parse(LedgerPayment, item)))
      .find((payment) => payment.keyHash === keyHash && payment.reference === reference);
  };

  const sendToMerchant: Send = async (request) => {
    const sent = receiver(request);
    received.push({ at: time.now(), request, sent });
    return sent;
  };

  const habits = { time, random: random.fork(), repeats };
  const toDeliver = (name: string) =>
    simulatedQueue<DeliveryMessage>(
      {
        name,
        visibilitySeconds: 270,
        maxReceives: 5,
        run: (event) => invoke('queues.deliver-webhook', ({ deliver }) => deliver(event)),
      },
      habits,
    );
  const queues = {
    deliveries: toDeliver('Deliveries'),
    slow: toDeliver('SlowDeliveries'),
    undelivered: simulatedQueue<DeliveryMessage>(
      { name: 'Undelivered', visibilitySeconds: 30, maxReceives: 1 },
      habits,
    ),
    syncs: simulatedQueue<SyncMessage>(
      {
        name: 'SyncQueue',
        visibilitySeconds: 168,
        maxReceives: 5,
        run: (event) => invoke('queues.sync-pending', ({ sync }) => sync(event)),
      },
      habits,
    ),
  };
  const isPublished = (item: Item | undefined) =>
    item !== undefined && /^(PAYMENT$|REFUND#|DISPUTE#|PAYOUT$|MANDATE$)/.test(item.sk);
  streams = [
    simulatedStream(
      {
        isWanted: (_, after) => isPublished(after),
        run: (event) => invoke('queues.publish-events', ({ readChanges }) => readChanges(event)),
      },
      habits,
    ),
  ];

  function noteDue(before: Item | undefined, after: Item | undefined) {
    const { pk, sk } = after ?? before ?? { pk: '', sk: '' };
    const isDue = after?.duePk !== undefined && after.dueAt !== undefined;
    if (isDue) due.set(`${pk} ${sk}`, Date.parse(after.dueAt));
    else due.delete(`${pk} ${sk}`);
    earliestDue = due.size > 0 ? Math.min(...due.values()) : undefined;
  }

  const wait: Gate = () => (latency ? time.sleep(latency()) : undefined);

  function newMachine(): Machine {
    const process = numberedProcess({
      elapse: time.sleep,
      onFault: (fault) => injectedFaults.set(fault, (injectedFaults.get(fault) ?? 0) + 1),
    });
    return machineOver(process, {
      table,
      keys,
      processor,
      vault,
      sendToProcessor,
      sendToMerchant,
      ...(other && { adapters: other.adapters }),
      queues: { ...queues, failedSyncs: queues.syncs.parking },
      time,
      logged,
      metric,
    });
  }

  async function invoke<T>(name: string, work: (machine: Machine) => Promise<T>): Promise<T> {
    const machine = idle.pop() ?? newMachine();
    const { process } = machine;
    machine.endsAt = time.now() + (timeLimitsMs[name] ?? functionTimeoutMs);
    const cancel = time.at(machine.endsAt, () => process.kill('The time limit was reached.'));
    try {
      return await process.invoke(plan(name), () => work(machine), gate?.(name) ?? wait);
    } finally {
      cancel();
      calls.set(name, [...(calls.get(name) ?? []), process.calls()]);
      if (!process.isDead()) idle.push(machine);
    }
  }

  const [first, ...others] = shops;
  if (!first) throw new Error('A world begins with a shop.');

  return {
    time: {
      ...time,
      async pass(until) {
        while (await next(until));
        await time.pass(until);
      },
    },
    table,
    vault,
    books,
    payoutBooks,
    movements: () => books().flatMap((item) => v.parse(LedgerPayment, item).movements),
    merchants: [first, ...others],
    history,
    clientCalls: tellings,
    received,
    logged,
    queues,
    streams,
    injectedFaults,
    invoke,
    runs: (name) => calls.get(name) ?? [],
    metrics,
    stopReaders(hours) {
      for (const stream of streams) stream.stopReading(hours * 3_600_000);
    },
    hearProcessor() {
      isSilent = false;
      notifySoon();
    },
    withoutFaults() {
      plan = () => noFaults;
    },

    ask: (shop, operation, request = {}) =>
      askAs(shop.id, operation, { key: shop.key, ...request }),

    async visit(url) {
      const { headers } = await processor.visit(url);
      notifySoon();
      return String(headers.location ?? '');
    },

    async answerChallenge(shop, paymentId, completes) {
      // The latest of its attempts has it, if any.
      const tries = [3, 2, 1].map((attempt) => booked(shop, `${paymentId}_${attempt}`));
      const payment = tries.find((one) => one?.challengeId);
      if (!payment) return false;
      const page = `${sandboxUrl}/challenges/${payment.challengeId}/complete?confirm=${completes}`;
      await processor.visit(page);
      notifySoon();
      return true;
    },

    async during(work) {
      let settled = false;
      const done = () => {
        settled = true;
      };
      work.then(done, done);
      await time.pass(time.now());
      while (!settled) {
        if (!(await next(Number.POSITIVE_INFINITY))) throw new Error('It waits for nothing.');
      }
      return work;
    },

    redrive: () => queues.deliveries.redrive() + queues.slow.redrive() + queues.syncs.redrive(),

    async settle(hours) {
      const until = time.now() + hours * 3_600_000;
      while (await next(until));
    },

    close() {
      restoreClock();
      restoreLog();
    },
  };

  async function askAs(merchantId: string, operation: string, request: Ask): Promise<Answer> {
    const answer = await invoke(operation, ({ ask }) => ask(operation, request)).catch(
      (error: unknown) => {
        if (!(error instanceof ProcessDied)) throw error;
        return undefined;
      },
    );
    const told: ClientCall = {
      at: time.now(),
      operation,
      merchantId,
      request,
      answer: answer ?? badGateway,
      broke: !answer,
    };
    tellings.push(told);
    return told.answer;
  }

  /** Goes on to the next event, a sweep or another one; false when that is too late. */
  async function next(until: number): Promise<boolean> {
    // A sweep that finds nothing does nothing, so only those are run that will find something.
    const sweepAt = earliestDue === undefined ? Number.POSITIVE_INFINITY : nextSweep(earliestDue);
    const at = Math.min(time.next() ?? Number.POSITIVE_INFINITY, sweepAt);
    if (at > until || at === Number.POSITIVE_INFINITY) return false;
    await time.pass(at);
    if (at === sweepAt) sweep();
    return true;
  }

  /** The first full minute whose run looks so far ahead. */
  function nextSweep(dueAt: number) {
    const minute = searchIntervalMs;
    const aheadMs = searchIntervalMs - searchLeadMs - 1;
    const first = Math.ceil(Math.max(dueAt - aheadMs, time.now()) / minute) * minute;
    return first <= sweptAt ? sweptAt + minute : first;
  }

  function sweep() {
    sweptAt = time.now();
    // A run that dies is not made up for: the next minute is another chance.
    void invoke('queues.find-due', (machine) => machine.findDue()).catch(() => {});
  }
}

const accepted: Sent = { kind: 'answered', response: { status: 200, headers: {}, body: '' } };

/** API Gateway's answer when a function returned none. */
const badGateway: Answer = {
  status: 502,
  headers: {},
  text: '{"message":"Internal Server Error"}',
  body: undefined,
};

/** Log lines of code that writes directly to the standard output; everything else passes. */
function captureLog(lines: string[]): () => void {
  const write = process.stdout.write;
  const listening = (...given: Parameters<typeof write>): boolean => {
    const [line] = given;
    if (typeof line === 'string' && line.startsWith('{"')) return lines.push(line) > 0;
    return Reflect.apply(write, process.stdout, given);
  };
  process.stdout.write = listening as typeof write; // It is called in each of the ways that it can be.
  return () => {
    process.stdout.write = write;
  };
}

/** No operation of ours sets this yet. */
const allowManualRetry = (item: Item): Item =>
  item.sk.startsWith('PROFILE#') && typeof item.settings === 'object'
    ? { ...item, settings: { ...item.settings, is_manual_retry_enabled: true } }
    : item;

/**
 * Creates shops that get all events, in a world without faults. They are paid through the test
 * processor, or through the API of Stripe that it offers as well.
 */
export async function initialState(
  names: readonly [string, ...string[]],
  through: 'test processor' | 'stripe' = 'test processor',
): Promise<InitialState> {
  const table = memoryPort();
  const books = memoryPort();
  const keys = memoryKeys();
  const clock = { now: new Date(simulationStart.getTime() - 86_400_000) };
  const processor = sandboxProcessor(tableOver(books));
  const quiet = container(table, {
    keys,
    clock,
    logged: [],
    processor,
    vault: aVault(),
    send: async () => ({ kind: 'not_sent', reason: 'no connection' }),
  });
  const take = async (id: string): Promise<SimulatedMerchant> => {
    const webhookUrl = `https://${id}.example/hooks`;
    const processorKey =
      through === 'stripe' ? `sk_test_${id.replaceAll('_', '')}` : `key of ${id}`;
    const settings = {
      webhook_details: {
        webhook_url: webhookUrl,
        payment_created_enabled: true,
        payment_succeeded_enabled: true,
        payment_failed_enabled: true,
      },
    };
    const merchant =
      through === 'stripe'
        ? await aMerchant(quiet, id, settings, await stripeAccount(processor, id, processorKey))
        : await aMerchant(quiet, id, settings, testAccountWithWebhooks(id));
    // Accounts are asked in the order in which they were made.
    clock.now = new Date(clock.now.getTime() + 1_000);
    await quiet.ask('connector-accounts.create', {
      key: adminKey,
      params: { account_id: id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'fauxpay',
        connector_account_details: { auth_type: 'HeaderKey', api_key: processorKey },
        ...registeredWebhooks,
      },
    });
    await quiet.ask('connector-accounts.create', {
      key: adminKey,
      params: { account_id: id },
      body: {
        connector_type: 'payout_processor',
        connector_name: 'adyen_test',
        connector_account_details: { auth_type: 'HeaderKey', api_key: processorKey },
        ...registeredWebhooks,
      },
    });
    return { ...merchant, processorKey, webhookUrl };
  };
  const [first, ...others] = names;
  const merchants: [SimulatedMerchant, ...SimulatedMerchant[]] = [await take(first)];
  for (const name of others) merchants.push(await take(name));
  const items = table.items().map(allowManualRetry);
  return { items, books: books.items(), keys, merchants };
}
