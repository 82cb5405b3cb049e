import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { checkData } from '../local/damaged-data.ts';
import { persistedState } from '../local/services/kept-state.ts';
import { type TableCalls, tableCalls } from '../local/tables/calls.ts';

/**
 * Fills the built-in tables in a process of its own, and prints the time and memory of that. Its command line
 * has the number of items and, where the tables are to be kept, a folder for data.
 */
const [given = '', folder] = process.argv.slice(2);
const count = Number(given);
const file = folder && path.join(folder, 'tables', 'tables.db');
if (file) {
  mkdirSync(path.dirname(file), { recursive: true });
  persistedState(folder).save();
}

const clock = { nowMs: Date.UTC(2026, 0, 1) };
const open = () => tableCalls('eu-west-1', file, () => clock.nowMs);
const ask = (calls: TableCalls, operation: string, request: object) =>
  calls.answer(`DynamoDB_20120810.${operation}`, JSON.stringify(request));

const TableName = 'payments';
const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];
/** As the switch's own table: two sparse indexes of keys, a stream, a time to live. */
const definition = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk', 'listPk', 'listSk', 'duePk', 'dueSk'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  KeySchema: keySchema('pk', 'sk'),
  GlobalSecondaryIndexes: [
    ['by-list', 'listPk', 'listSk'] as const,
    ['by-due', 'duePk', 'dueSk'] as const,
  ].map(([IndexName, partition, sort]) => ({
    IndexName,
    KeySchema: keySchema(partition, sort),
    Projection: { ProjectionType: 'KEYS_ONLY' },
  })),
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
};

const lifeSeconds = 3_600;
const packed = Buffer.alloc(525, 'packed').toString('base64');
const keyOf = (number: number) => {
  // Identifiers are random, so that items come in no order.
  const id = String((number * 7_919) % 1_000_003).padStart(20, '0');
  return { pk: { S: `MERCHANT#merchant_1234567890#PAYMENT#pay_${id}` }, sk: { S: 'PAYMENT' } };
};
/** About as large as a payment that was captured. */
const itemOf = (number: number) => ({
  ...keyOf(number),
  listPk: { S: 'MERCHANT#merchant_1234567890#PAYMENTS#0' },
  listSk: { S: `2026-01-01T00:00:00.000Z#${number}` },
  version: { N: '3' },
  status: { S: 'succeeded' },
  amount: { N: '6540' },
  packed: { B: packed },
  expiresAt: { N: String(clock.nowMs / 1_000 + lifeSeconds) },
});

/** The time of some work in ms, by the clock and of this thread's processor. */
function timeOf(work: () => unknown) {
  const [startedAt, before] = [performance.now(), process.threadCpuUsage()];
  work();
  const { user, system } = process.threadCpuUsage(before);
  return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000 };
}

const rssKb = () => process.memoryUsage.rss() / 1_024;
const batch = 25;

let calls = open();
ask(calls, 'CreateTable', definition);
ask(calls, 'UpdateTimeToLive', {
  TableName,
  TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
});
const emptyKb = rssKb();
const filling = timeOf(() => {
  for (let first = 0; first < count; first += batch) {
    const puts = Array.from({ length: Math.min(batch, count - first) }, (_, index) => ({
      PutRequest: { Item: itemOf(first + index) },
    }));
    ask(calls, 'BatchWriteItem', { RequestItems: { [TableName]: puts } });
  }
});
const filledKb = rssKb();

let opening: ReturnType<typeof timeOf> | undefined;
let fileBytes: number | undefined;
if (folder && file) {
  calls.close();
  fileBytes = statSync(file).size;
  opening = timeOf(() => {
    checkData(folder);
    calls = open();
    ask(calls, 'DescribeTable', { TableName });
    ask(calls, 'GetItem', { TableName, Key: keyOf(0) });
  });
}
const read = () => ask(calls, 'GetItem', { TableName, Key: keyOf(0) });
const idle = timeOf(() => [...calls.tidy()]);

clock.nowMs += (lifeSeconds + 1) * 1_000;
let [longestMs, longestCpuMs] = [0, 0];
const expiring = timeOf(() => {
  const steps = calls.tidy()[Symbol.iterator]();
  for (let isDone: boolean | undefined = false; !isDone; ) {
    // A call that arrives at the beginning of a step waits for all of it.
    const { ms, cpuMs } = timeOf(() => {
      isDone = steps.next().done;
      read();
    });
    longestMs = Math.max(longestMs, ms);
    longestCpuMs = Math.max(longestCpuMs, cpuMs);
  }
});
calls.close();
process.stdout.write(
  JSON.stringify({
    putCpuMs: filling.cpuMs,
    memoryKb: filledKb - emptyKb,
    fileBytes,
    opening,
    idleCpuMs: idle.cpuMs,
    expiringCpuMs: expiring.cpuMs,
    longestMs,
    longestCpuMs,
  }),
);
