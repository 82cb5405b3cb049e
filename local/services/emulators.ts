import path from 'node:path';
import { type AwsCall, awsCall, type Emulator, emulatorAt, queueCall } from '../aws/aws-call.ts';
import type { Log } from '../log.ts';
import { createBuckets, type LocalBucket } from './buckets.ts';
import type { PersistedMessage } from './kept-state.ts';
import { type QueueEmulator, startQueueEmulator } from './queue-emulator.ts';
import { restoreMessages } from './queue-snapshot.ts';
import { createQueues, type LocalQueue } from './queues.ts';
import type { TableEmulator, TablesEnded } from './running-tables.ts';
import { namingIterators } from './shard-iterators.ts';
import { startTableEmulator, type TableEmulatorName } from './table-emulator.ts';
import { createTables, type LocalTable } from './tables.ts';

export interface EmulatorOptions {
  readonly dataDirectory?: string;
  readonly tables?: TableEmulatorName;
  /** A DynamoDB to use instead of starting one. */
  readonly dynamodbEndpoint?: string;
  readonly dynamodbAccessKeyId?: string;
}

/** The emulators of the tables, and of queues and objects, while they start. */
export interface StartingEmulators {
  readonly tables: Promise<TableEmulator>;
  readonly queues: Promise<QueueEmulator>;
}

/** Starts the emulators in parallel. Each of the closers ends one of them. */
export function startEmulators(
  region: string,
  { dataDirectory, tables, dynamodbEndpoint, dynamodbAccessKeyId }: EmulatorOptions,
  closers: (() => void | Promise<void>)[],
  log: Log,
): StartingEmulators {
  const startingTables = dynamodbEndpoint
    ? Promise.resolve(givenTables(dynamodbEndpoint, dynamodbAccessKeyId, region))
    : startTableEmulator(region, dataDirectory, log, tables);
  const objects = dataDirectory && path.join(dataDirectory, 'objects');
  const startingQueues = startQueueEmulator(region, objects);
  for (const starting of [startingTables, startingQueues]) {
    closers.push(() =>
      starting.then(
        ({ stop }) => stop(),
        () => undefined,
      ),
    );
    // A failure is reported where the emulator is awaited.
    starting.catch(() => undefined);
  }
  return { tables: startingTables, queues: startingQueues };
}

/** The emulators with the tables, queues and buckets of an assembly. */
export interface FilledEmulators {
  readonly tableEmulator: TableEmulator;
  readonly queueEmulator: QueueEmulator;
  readonly dynamodb: AwsCall;
  readonly sqs: AwsCall;
  /** The server for S3 with the assembly's buckets, started at the first call. */
  readonly objects: () => Promise<Emulator>;
  /** The ARN of each table's stream in the emulator, by table name. */
  readonly streamArns: ReadonlyMap<string, string>;
}

/** Creates the resources in the emulators, and sends the messages of the run before. */
export async function fillEmulators(
  starting: StartingEmulators,
  { tables, queues, buckets }: ResourcesInEmulators,
  messages: Readonly<Record<string, readonly PersistedMessage[]>>,
): Promise<FilledEmulators> {
  const [tableEmulator, queueEmulator] = await Promise.all([starting.tables, starting.queues]);
  const dynamodb = namingIterators(awsCall(tableEmulator.emulator));
  const sqs = queueCall(queueEmulator.call);
  const [streamArns] = await Promise.all([
    unlessEnded(createTables(tables, dynamodb), tableEmulator.failure),
    createQueues(queues, sqs),
  ]);
  for (const queue of queues) await restoreMessages(queue, messages[queue.name] ?? [], sqs);
  const objects = withBuckets(buckets, queueEmulator);
  return { tableEmulator, queueEmulator, dynamodb, sqs, objects, streamArns };
}

/** Starts the server for S3 once, and creates the buckets in it. */
function withBuckets(
  buckets: readonly LocalBucket[],
  emulator: QueueEmulator,
): FilledEmulators['objects'] {
  let started: Promise<Emulator> | undefined;
  const start = async () => {
    const server = await emulator.server();
    await createBuckets(buckets, server);
    return server;
  };
  return () => {
    started ??= start();
    return started;
  };
}

interface ResourcesInEmulators {
  readonly tables: readonly LocalTable[];
  readonly queues: readonly LocalQueue[];
  readonly buckets: readonly LocalBucket[];
}

/** A database that another program runs; this program owns only the connections to it. */
function givenTables(endpoint: string, accessKeyId = 'local', region: string): TableEmulator {
  const emulator = emulatorAt(endpoint, accessKeyId, region);
  const failure = Promise.withResolvers<TablesEnded>();
  return { emulator, failure: failure.promise, stop: async () => emulator.close() };
}

/** A connection may break a moment before its database's end is known, which has the reason. */
async function unlessEnded<T>(asking: Promise<T>, failure: Promise<TablesEnded>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    const isBroken = error instanceof Error && 'code' in error && /^E/.test(String(error.code));
    const late = new Promise((resolve) => setTimeout(resolve, 1_000, error));
    throw isBroken ? await Promise.race([failure, late]) : error;
  }
}
