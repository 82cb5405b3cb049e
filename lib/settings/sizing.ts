import type { IndexName } from '#platform/table/port.ts';
import type { Rate } from '../api/route-rates.ts';
import { leastUnreserved, sharesOf, usualConcurrency } from './quota.ts';

/** The payments a second that a deployment is sized for where no setting states a number. */
export const usualRate = 20;

/**
 * The most payments a second of one deployment, with room for bursts below the first limit that AWS
 * does not raise: docs/scale.md. More are cells, a deployment each.
 */
export const mostPayments = 2_000;

/** The cells that a rate of payments needs. */
export interface NeededCells {
  /** Those that serve the rate, each with as much as a deployment takes. */
  readonly serving: number;
  /** One more, in which the next merchants have room while the others are full. */
  readonly forNewMerchants: number;
}

/** @param rate payments a second of all merchants */
export const cellsFor = (rate: number): NeededCells =>
  rate <= mostPayments
    ? { serving: 1, forNewMerchants: 0 }
    : { serving: Math.ceil(rate / mostPayments), forNewMerchants: 1 };

/**
 * The work of one payment from its creation to a refund, with three webhooks to the merchant and
 * three of the processor. `test/lib/sizing.test.ts` compares it with a counted journey.
 */
export const journeyWork = {
  /** Seconds of Lambda, of all functions together. */
  lambdaSeconds: 2.9,
  /** Requests to the API: five of the merchant, and three webhooks of the processor. */
  apiRequests: 8,
  /** Units of the table with its indexes, and those of each index among them. */
  writeUnits: 43,
  readUnits: 15.5,
  indexUnits: { 'by-list': 2, 'by-due': 6 },
  webhooks: 3,
} as const;

/**
 * Shoppers do not come evenly: the capacity over the average. Functions need more room than
 * requests, since a slow processor occupies them for longer.
 */
const functionRoom = 1.7;
const requestRoom = 1.5;

/** Functions for callers that every production has, however few its payments are. */
export const leastForCallers = 150;

/**
 * The units a second that a new table takes from the first moment.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html
 */
const coldTable = { writeUnits: 4_000, readUnits: 12_000 };

/** The part of an account's limit of API Gateway that operations with a key have: see route-rates. */
const partOfKeyed = 0.45;

/** Units a second of writes for which DynamoDB has a shard of the stream. */
const writesOfShard = 1_000;
const leastShards = 4;
const readersOfStream = 2;

/** Functions of schedules, of which a few may run at the same moment. */
const scheduled = 12;

/** Units of a table a second, from the first moment. */
export interface WarmUnits {
  readonly writeUnits: number;
  readonly readUnits: number;
}

/** Units a second between which a table's capacity follows its traffic. */
export interface ProvisionedUnits {
  readonly least: WarmUnits;
  readonly most: WarmUnits;
}

/** The needs of a deployment for a rate of payments. */
export interface Sizing {
  /** Payments a second. */
  readonly expectedRate: number;
  /** Functions at once of the queue of first deliveries, of slow receivers' and of syncs. */
  readonly deliveries: number;
  readonly slowDeliveries: number;
  readonly syncs: number;
  /** The same of the test processor's webhooks, which only a sandbox has. */
  readonly notifications: number;
  /** Of the table and of each index; absent where a new one takes as much. */
  readonly warm: Readonly<Partial<Record<'table' | IndexName, WarmUnits>>>;
  /** Of the table and of each index where capacity is provisioned; undefined where it is on-demand. */
  readonly capacity: Readonly<Record<'table' | IndexName, ProvisionedUnits>> | undefined;
  /** The functions at once that the account has to allow, without shares of keyless functions. */
  readonly concurrency: number;
  /** The limit of API Gateway that the account has to have. */
  readonly apiLimit: Rate;
  /** Units a second of one table, which have a quota of their own. */
  readonly tableUnits: WarmUnits;
}

/**
 * Sizes a deployment.
 *
 * @param expectedRate payments a second
 * @param steadyRate those that always come; 0 for on-demand capacity
 * @param accountConcurrency the functions that the account may run at once: a new account's few are
 * for callers, and queues get the fewest that Lambda takes
 */
export function sizingFor({
  expectedRate,
  steadyRate = 0,
  accountConcurrency,
}: {
  readonly expectedRate: number;
  readonly steadyRate?: number;
  readonly accountConcurrency: number;
}): Sizing {
  const { lambdaSeconds, apiRequests, webhooks, writeUnits, readUnits } = journeyWork;
  // A function sends ten webhooks at once, each of a second; and a batch of syncs takes as long.
  const deliveries = Math.max(50, Math.ceil((expectedRate * webhooks * 2) / 10));
  const slowDeliveries = Math.max(10, Math.ceil(deliveries / 10));
  const syncs = Math.max(20, Math.ceil(expectedRate / 10));
  const mostOfQueue = accountConcurrency < leastForQueues ? leastOfQueue : greatestOfQueue;
  const tableUnits = {
    writeUnits: Math.ceil(expectedRate * writeUnits * requestRoom),
    readUnits: Math.ceil(expectedRate * readUnits * requestRoom),
  };
  const readers =
    readersOfStream * Math.max(leastShards, Math.ceil(tableUnits.writeUnits / writesOfShard));
  const forCallers = Math.max(
    leastForCallers,
    Math.ceil(expectedRate * lambdaSeconds * functionRoom),
  );
  const behind = deliveries + slowDeliveries + syncs + readers + scheduled;
  const rate = Math.ceil((expectedRate * apiRequests * requestRoom) / partOfKeyed);
  return {
    expectedRate,
    deliveries: Math.min(mostOfQueue, deliveries),
    slowDeliveries: Math.min(mostOfQueue, slowDeliveries),
    syncs: Math.min(mostOfQueue, syncs),
    notifications: Math.min(mostOfQueue, notifications),
    warm: {
      ...warmFor('table', tableUnits),
      ...warmFor('by-list', unitsOfIndex('by-list', expectedRate)),
      ...warmFor('by-due', unitsOfIndex('by-due', expectedRate)),
    },
    capacity: steadyRate > 0 ? capacityFor(steadyRate, expectedRate) : undefined,
    concurrency: roundedUp(forCallers + behind),
    apiLimit: { rate, burst: Math.ceil(rate / 2) },
    tableUnits,
  };
}

/** The share of provisioned capacity that is used on average, in percent. */
export const capacityTarget = 70;

/**
 * The table and its indexes each have capacity of their own. The least one serves the steady rate at
 * the share that auto scaling aims for.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/AutoScaling.html
 */
function capacityFor(steadyRate: number, expectedRate: number): NonNullable<Sizing['capacity']> {
  const { writeUnits, readUnits, indexUnits } = journeyWork;
  const ofIndexes = indexUnits['by-list'] + indexUnits['by-due'];
  const steady = steadyRate / (capacityTarget / 100);
  const between = (writes: number, reads: number): ProvisionedUnits => ({
    least: unitsFor(steady, writes, reads),
    most: unitsFor(Math.max(steady, expectedRate * requestRoom), writes, reads),
  });
  return {
    table: between(writeUnits - ofIndexes, readUnits),
    // Searches for due work read the index without any payment, once a minute.
    'by-list': between(indexUnits['by-list'], 1),
    'by-due': between(indexUnits['by-due'], 1),
  };
}

const unitsFor = (rate: number, writes: number, reads: number): WarmUnits => ({
  writeUnits: Math.ceil(rate * writes),
  readUnits: Math.ceil(rate * reads),
});

const unitsOfIndex = (index: IndexName, expectedRate: number): WarmUnits => ({
  writeUnits: Math.ceil(expectedRate * journeyWork.indexUnits[index] * requestRoom),
  readUnits: 0,
});

/** Nothing where a new table or index takes so much from its first moment. */
function warmFor(name: 'table' | IndexName, { writeUnits, readUnits }: WarmUnits) {
  if (writeUnits <= coldTable.writeUnits && readUnits <= coldTable.readUnits) return {};
  const warm = {
    writeUnits: Math.max(coldTable.writeUnits, writeUnits),
    readUnits: Math.max(coldTable.readUnits, readUnits),
  };
  return { [name]: warm };
}

const notifications = 10;

/** Below this limit of an account, queues leave its functions to callers. */
const leastForQueues = 100;

/**
 * Lambda takes no lower and no higher number for one queue.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const leastOfQueue = 2;
const greatestOfQueue = 1_000;

/** To fifties: quotas are asked for in round numbers. */
const roundedUp = (count: number) => Math.ceil(count / 50) * 50;

/** Production's concurrency at the usual rate, without shares of functions that need no key. */
export const requiredConcurrency = sizingFor({
  expectedRate: usualRate,
  accountConcurrency: usualConcurrency,
}).concurrency;

/** A quota of the account that a rate needs, and where it is asked for. */
export interface NeededQuota {
  readonly name: string;
  /** As it has to be, in words. */
  readonly needed: string;
  /** AWS's default, as on its page. */
  readonly usual: string;
  /** Whether a usual account has to ask for more. */
  readonly isMore: boolean;
  /** AWS's page about the quota. */
  readonly page: string;
}

/**
 * The quotas that a deployment of this size needs, in the order in which they end.
 *
 * @param keylessConcurrency the share of each function that needs no key, 0 for none
 */
export function quotasFor(
  { concurrency, apiLimit, tableUnits }: Sizing,
  keylessConcurrency: number,
): readonly NeededQuota[] {
  const functions = concurrency + sharesOf(keylessConcurrency);
  return [
    {
      name: 'Lambda: concurrent executions',
      needed: `${functions}`,
      usual: `1000; ${leastUnreserved} of them stay without a share, and a new account begins with 10`,
      isMore: functions > 1_000,
      page: 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html',
    },
    {
      name: 'API Gateway: throttle quota',
      needed: `${apiLimit.rate} requests a second, ${apiLimit.burst} at once`,
      usual: '10000 and 5000; 2500 and 1250 in 13 Regions',
      isMore: apiLimit.rate > 10_000,
      page: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html',
    },
    {
      name: 'DynamoDB: units a second of one table',
      needed: `${tableUnits.writeUnits} written, ${tableUnits.readUnits} read`,
      usual: '40000 and 40000',
      isMore: tableUnits.writeUnits > 40_000 || tableUnits.readUnits > 40_000,
      page: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html',
    },
  ];
}
