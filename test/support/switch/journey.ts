import * as v from 'valibot';
import { logTo } from '#platform/log.ts';
import { type LineMetric, lineMetrics } from '#platform/metrics.ts';
import type { MerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { unpacked } from '#platform/table/packed-item.ts';
import type { Item, Key, TablePort } from '#platform/table/port.ts';
import { learnOutcomes } from '#switch/routing/dynamic/learn-outcomes.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import type { SyncMessage } from '#switch/sync/sync-message.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { slowReceivers } from '#webhooks/delivery/slow-receivers.ts';
import { deliverWebhook } from '../../../functions/queues/deliver-webhook.ts';
import { projectLists } from '../../../functions/queues/project-lists.ts';
import { publishEvents, readChanges } from '../../../functions/queues/publish-events.ts';
import { syncPending } from '../../../functions/queues/sync-pending.ts';
import {
  firstReference,
  paymentWebhook,
  referenceIn,
  refundWebhook,
  signedWebhook,
} from '../processors/processor-webhooks.ts';
import { type Queued, recordingQueue } from '../receivers/webhook-delivery.ts';
import { type CountedPort, countedPort } from '../table/counted-port.ts';
import { streamRecord } from '../table/stream-record.ts';
import { type StreamedChange, streamingPort } from '../table/streaming-port.ts';
import { byCard } from './payments-in-memory.ts';
import {
  type Answer,
  type Ask,
  aMerchant,
  aPaymentRequest,
  type Container,
  container,
  type Merchant,
  type SwitchDependencies,
  switchDependencies,
} from './switch-in-memory.ts';

/** Units of the switch's table. */
interface Units {
  readonly writeUnits: number;
  readonly readUnits: number;
}

/** The owners of units: requests of merchants and processors, webhooks to merchants, and the lists. */
type Group = 'operations' | 'events and delivery' | 'lists';

/** The work of a function beside the table's units. */
interface JourneyWork {
  /** Calls of the table. */
  readonly calls: number;
  /** Round trips to the table that wait for one another. */
  readonly steps: number;
  /** Requests that processors, or merchants' servers, are sent and answer. */
  readonly exchanges: number;
  /** Calls of KMS that open a merchant's key. */
  readonly keyCalls: number;
  /** Its log, as CloudWatch counts it without the overhead of each line. */
  readonly logBytes: number;
  readonly logLines: number;
  /** Bodies of answers and of requests that leave the Region. */
  readonly bytesOut: number;
}

/** The sums of journeys, each figure for one of them on average. */
export interface JourneyCost {
  /** By function, such as `payments.create` or `queues.deliver-webhook`. */
  readonly functions: Readonly<
    Record<string, Units & JourneyWork & { readonly invocations: number }>
  >;
  readonly groups: Readonly<Record<Group, Units>>;
  readonly all: Units;
  /** How many webhooks the merchant was sent. */
  readonly webhooks: number;
  /** How many series of metrics the lines of the journeys make. */
  readonly series: number;
}

const groupOf = (name: string): Group => {
  if (name === 'queues.project-lists') return 'lists';
  return /publish-events|deliver-webhook/.test(name) ? 'events and delivery' : 'operations';
};

interface Pace {
  /** Of how many journeys the mean is taken. */
  readonly journeys?: number;
  /** How many come before them, uncounted, so that every container is warm. */
  readonly before?: number;
  /** Milliseconds from one request to the next: of five, so that 520 ms are a million journeys a month. */
  readonly requestEveryMs?: number;
  /** The lists get all changes of this many milliseconds at once. */
  readonly listsEveryMs?: number;
  /** Whether the processor's webhooks repeat its answers, as for an account that registered some; true unless stated. */
  readonly processorWebhooks?: boolean;
  /**
   * Whether each journey is another merchant's, so that no container knows the merchant's key and
   * settings; false unless stated.
   */
  readonly eachOfAnother?: boolean;
  /** Whether clients take answers in gzip, as most do without being asked; true unless stated. */
  readonly takesGzip?: boolean;
  /** After every invocation of a counted function, with its consumption by our count. */
  readonly invoked?: (name: string, units: Units, calls: ReturnType<CountedPort['calls']>) => void;
}

/**
 * Whole journeys of an ordinary payment: create, confirm with manual capture, capture, refund of a part,
 * retrieve; the processor tells of the three things that it did, and the merchant is sent three webhooks.
 * Every function that takes part is a warm container of its own, which keeps what it read as on Lambda,
 * and all of them run on one table.
 *
 * The processor is no part of a deployment, so its own table is not counted; nor is `find-due`, which
 * costs the same every minute however much happens.
 *
 * @param port the table that is counted
 * @param aside reads the same table without being counted
 */
export async function measureJourneys(
  port: TablePort,
  aside: (key: Key) => Promise<Item | undefined>,
  {
    journeys = 20,
    before = 2,
    requestEveryMs = 520,
    listsEveryMs = 0,
    processorWebhooks = true,
    eachOfAnother = false,
    takesGzip = true,
    invoked = () => {},
  }: Pace = {},
): Promise<JourneyCost> {
  const changes: StreamedChange[] = [];
  const told = streamingPort(port, aside, (change) => changes.push(change));
  const dependencies = switchDependencies();
  const outside = { exchanges: 0, bytesOut: 0 };
  const toProcessor = dependencies.send;
  /** How many changes were committed when a processor was last asked: the stream is read meanwhile. */
  let readMeanwhile = 0;
  dependencies.send = (request, ...more) => {
    readMeanwhile = changes.length;
    outside.exchanges += 1;
    outside.bytesOut += bytesOf(request.body ?? '');
    return toProcessor(request, ...more);
  };
  const quiet = { log: logTo((line) => dependencies.logged.push(line)), metric: () => {} };
  const functions = new Map<string, Counted>();
  const queues = {
    deliveries: recordingQueue<DeliveryMessage>(),
    slow: recordingQueue<DeliveryMessage>(),
    undelivered: recordingQueue<DeliveryMessage>(),
    syncs: recordingQueue<SyncMessage>(),
  };
  const looks: { readonly at: number; readonly message: SyncMessage }[] = [];
  let webhooks = 0;
  const series = new Set<string>();

  /** The one container of a function, and its invocation. */
  async function invoke<T>(name: string, work: (container: Container) => Promise<T>): Promise<T> {
    const one = functions.get(name) ?? aFunction(told, aside, dependencies);
    functions.set(name, one);
    one.port.restart();
    one.keyCalls.count = 0;
    dependencies.logged.length = 0;
    Object.assign(outside, { exchanges: 0, bytesOut: 0 });
    const answer = await work(one.container);
    const { writeUnits, readUnits, steps, calls } = one.port.count();
    const named = `"function":"${name}",`;
    const logLines = dependencies.logged.length;
    const logBytes = sum(dependencies.logged.map((line) => bytesOf(line) + bytesOf(named)));
    for (const line of dependencies.logged) for (const one of seriesOf(line)) series.add(one);
    const keyCalls = one.keyCalls.count;
    one.units.push({
      ...{ writeUnits, readUnits, steps, calls, keyCalls, logBytes, logLines },
      ...outside,
    });
    invoked(name, { writeUnits, readUnits }, one.port.calls());
    return answer;
  }

  const setUp = container(told, dependencies);
  const merchants: Merchant[] = [];
  for (let number = 0; number < (eachOfAnother ? before + journeys : 1); number += 1) {
    const id = number === 0 ? 'merchant_example' : `merchant_${number}`;
    const webhook_details = { webhook_url: 'https://shop.example/webhooks' };
    merchants.push(await aMerchant(setUp, id, { webhook_details }));
  }
  changes.length = 0;

  const clock = () => dependencies.clock.now;
  const passes = (ms: number) => {
    dependencies.clock.now = new Date(clock().getTime() + ms);
    dependencies.processor.clock.now = clock();
  };

  async function asks(name: string, request: Ask): Promise<Answer['body']> {
    const { status, body } = await invoke(name, async ({ ask }) => {
      const headers = { ...request.headers, ...(takesGzip && { 'accept-encoding': 'gzip' }) };
      const answer = await ask(name, { ...request, headers });
      outside.bytesOut += answer.sentBytes ?? Number.NaN;
      return answer;
    });
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Committed changes go to the readers of the stream, and from there through the queues. */
  let listing: StreamedChange[] = [];
  let listedAt = clock().getTime();
  async function streams(isLast = false): Promise<void> {
    while (changes.length > 0) {
      const batch = changes.splice(0, readMeanwhile || changes.length);
      readMeanwhile = 0;
      listing.push(...batch);
      const Records = batch
        .filter(({ after }) => after && isPublished(after))
        .map((change, index) => streamRecord(String(index), change.before, change.after));
      if (Records.length > 0) await publish(Records);
      await deliver();
    }
    for (const { message, delaySeconds } of taken(queues.syncs)) {
      looks.push({ at: clock().getTime() + delaySeconds * 1_000, message });
    }
    if (listing.length === 0 || (!isLast && clock().getTime() - listedAt < listsEveryMs)) return;
    const batch = listing.map((change, index) => ({
      number: String(index),
      before: change.before && unpacked(change.before),
      after: change.after && unpacked(change.after),
    }));
    listing = [];
    listedAt = clock().getTime();
    const left = await invoke('queues.project-lists', ({ services }) =>
      projectLists(services, quiet.log)(batch),
    );
    if (left.length > 0) throw new Error(`${left.length} changes were not listed.`);
    // The stream has the writes of the lists as well, and its readers' filters leave them out.
    changes.length = 0;
  }

  async function publish(Records: ReturnType<typeof streamRecord>[]) {
    const { batchItemFailures } = await invoke('queues.publish-events', ({ services }) =>
      readChanges({
        ...quiet,
        ...queues,
        clock,
        publish: publishEvents(services),
        learn: (outcomes) => learnOutcomes(outcomes, { ...services, ...quiet, clock }),
      })({ Records }),
    );
    if (batchItemFailures.length > 0) throw new Error('A change did not become an event.');
  }

  async function deliver() {
    for (const { message } of taken(queues.deliveries)) {
      await invoke('queues.deliver-webhook', ({ services }) =>
        deliverWebhook({
          ...services,
          ...quiet,
          queues,
          slowReceivers: slowReceivers(services.table, services.configurations, clock),
          async send({ body = '' }) {
            webhooks += 1;
            outside.exchanges += 1;
            outside.bytesOut += bytesOf(body);
            return { kind: 'answered', response: { status: 200, headers: {}, body: '' } };
          },
        })({ body: message }),
      );
    }
  }

  /** Syncs that were due a minute ago are made. */
  async function look(): Promise<void> {
    const due = looks.filter(({ at }) => at <= clock().getTime());
    looks.splice(0, looks.length, ...looks.filter((one) => !due.includes(one)));
    for (const { message } of due) {
      await invoke('queues.sync-pending', ({ services }) =>
        syncPending({
          ...quiet,
          failedSyncs: recordingQueue<SyncMessage>(),
          sync: (place, handling) => syncDueItem({ ...services, ...quiet }, place, handling),
        })({ body: message, receiveCount: 1 }, { requestId: 'message', remainingMs: () => 28_000 }),
      );
    }
  }

  async function step<T>(work: () => Promise<T>): Promise<T> {
    const answer = await work();
    await streams();
    passes(requestEveryMs);
    await look();
    return answer;
  }

  const merchantOf = (journey: number): Merchant => {
    const merchant = merchants[eachOfAnother ? journey : 0];
    if (!merchant) throw new Error('Each journey has a merchant.');
    return merchant;
  };

  async function travel(merchant: Merchant) {
    const { key } = merchant;
    const hears = async (text: string) => {
      if (!processorWebhooks) return;
      await asks('incoming-webhooks.receive', webhookFor(merchant, text, clock()));
    };
    const created = await step(() => {
      const body = aPaymentRequest({ capture_method: 'manual' });
      return asks('payments.create', { key, body });
    });
    const params = { payment_id: created.payment_id };
    await step(async () => {
      const confirmed = await asks('payments.confirm', { key, params, body: byCard() });
      const { connector_transaction_id: id } = confirmed;
      const reference = firstReference(confirmed);
      await hears(paymentWebhook({ id, reference, status: 'authorized', amount_captured: 0 }));
    });
    await step(async () => {
      const captured = await asks('payments.capture', { key, params, body: {} });
      const { connector_transaction_id: id } = captured;
      await hears(paymentWebhook({ id, reference: firstReference(captured) }));
    });
    await step(async () => {
      const body = { payment_id: created.payment_id, amount: 600 };
      const refund = await asks('refunds.create', { key, body });
      const { refund_id, connector_refund_id: id } = refund;
      await hears(refundWebhook({ id, reference: referenceIn(refund, refund_id) }));
    });
    const end = await step(() => asks('payments.retrieve', { key, params }));
    if (end.status !== 'succeeded' || end.refunds?.[0]?.status !== 'succeeded') {
      throw new Error(`A journey ended as ${end.status}.`);
    }
  }

  let travelled = 0;
  async function travelTimes(times: number) {
    for (let round = 0; round < times; round += 1) {
      await travel(merchantOf(travelled));
      travelled += 1;
    }
    // The last looks are a minute away.
    await streams(true);
    passes(61_000);
    await look();
    await streams(true);
  }

  await travelTimes(before);
  for (const one of functions.values()) one.units = [];
  webhooks = 0;
  await travelTimes(journeys);

  const costs = [...functions].map(([name, { units }]) => {
    const mean = (of: (one: Units & JourneyWork) => number) => sum(units.map(of)) / journeys;
    return {
      name,
      writeUnits: mean((one) => one.writeUnits),
      readUnits: mean((one) => one.readUnits),
      calls: mean((one) => one.calls),
      steps: mean((one) => one.steps),
      exchanges: mean((one) => one.exchanges),
      keyCalls: mean((one) => one.keyCalls),
      logBytes: mean((one) => one.logBytes),
      logLines: mean((one) => one.logLines),
      bytesOut: mean((one) => one.bytesOut),
      invocations: units.length / journeys,
    };
  });
  const total = (some: readonly Units[]): Units => ({
    writeUnits: sum(some.map(({ writeUnits }) => writeUnits)),
    readUnits: sum(some.map(({ readUnits }) => readUnits)),
  });
  const group = (wanted: Group) => total(costs.filter(({ name }) => groupOf(name) === wanted));
  return {
    functions: Object.fromEntries(costs.map(({ name, ...cost }) => [name, cost])),
    groups: {
      operations: group('operations'),
      'events and delivery': group('events and delivery'),
      lists: group('lists'),
    },
    all: total(costs),
    webhooks: webhooks / journeys,
    series: series.size,
  };
}

interface Counted {
  readonly port: CountedPort;
  readonly keyCalls: { count: number };
  readonly container: Container;
  units: (Units & JourneyWork)[];
}

function aFunction(
  port: TablePort,
  aside: (key: Key) => Promise<Item | undefined>,
  dependencies: SwitchDependencies,
): Counted {
  const counted = countedPort(port, ({ pk, sk }) => aside({ pk, sk }));
  const keyCalls = { count: 0 };
  const keys = rememberedKeys(dependencies.keys, () => {
    keyCalls.count += 1;
  });
  return {
    port: counted,
    keyCalls,
    container: container(counted, { ...dependencies, keys }),
    units: [],
  };
}

/** Keys as a container remembers them: it opens each once. */
function rememberedKeys(keys: MerchantKeys, opened: () => void): MerchantKeys {
  const known = new Map<string, Promise<Uint8Array>>();
  return {
    ...keys,
    unwrap(merchantId, wrapped) {
      const key = known.get(merchantId) ?? keys.unwrap(merchantId, wrapped);
      if (!known.has(merchantId)) opened();
      known.set(merchantId, key);
      return key;
    },
  };
}

const LoggedLine = v.looseObject({ message: v.string() });

/** The series of metrics that CloudWatch reads out of a line, by name and dimensions. */
function seriesOf(text: string): readonly string[] {
  const line = v.parse(LoggedLine, JSON.parse(text));
  const metrics: readonly [string, LineMetric][] = Object.entries(lineMetrics);
  return metrics.flatMap(([name, { message, value, dimensions, where = {} }]) => {
    const isOfMetric =
      line.message === message &&
      [...dimensions, ...(value === undefined ? [] : [value])].every(
        (field) => line[field] !== undefined,
      ) &&
      Object.entries(where).every(([field, wanted]) => line[field] === wanted);
    return isOfMetric ? [[name, ...dimensions.map((field) => line[field])].join(' ')] : [];
  });
}

/** The webhooks of the merchant's processor, as they are signed and sent. */
const webhookFor = ({ id, key: _ }: Merchant, text: string, now: Date): Ask => ({
  params: { merchant_id: id, connector: 'stripe_test' },
  ...signedWebhook(text, `key of ${id}`, now),
});

/** The changes that reach the function that makes events: `lib/queues/stream-stack.ts`. */
const isPublished = ({ sk }: Item) => /^(?:PAYMENT|PAYOUT|MANDATE)$|^REFUND#|^DISPUTE#/.test(sk);

const taken = <M>({ queued }: { readonly queued: Queued<M>[] }) => queued.splice(0);

const bytesOf = (text: string) => Buffer.byteLength(text);

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
