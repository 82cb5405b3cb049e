import path from 'node:path';
import { type AwsCall, addressAt, awsCall, type Emulator } from '../aws/aws-call.ts';
import type { Log } from '../log.ts';
import { ownMember } from '../own-member.ts';
import { createBuckets, type LocalBucket } from './buckets.ts';
import { startBuiltInTables } from './built-in-tables.ts';
import { givenTables } from './given-tables.ts';
import type { PersistedMessage } from './kept-state.ts';
import { tablesFolder, unreadableTables } from './kept-tables.ts';
import { type QueueEmulator, startQueueEmulator } from './queue-emulator.ts';
import { restoreMessages } from './queue-snapshot.ts';
import { createQueues, type LocalQueue } from './queues.ts';
import type { RunningTables, TablesEnded } from './running-tables.ts';
import { createTables, type LocalTable } from './tables.ts';

export interface EmulatorOptions {
  readonly dataDirectory?: string;
  /** Tables that run already, and that their owner stops. */
  readonly tables?: RunningTables;
  /** A DynamoDB to use instead of starting one. */
  readonly dynamodbEndpoint?: string;
}

/** The emulators of the tables, and of queues and objects, while they start. */
export interface StartingEmulators {
  readonly tables: Promise<RunningTables>;
  readonly queues: Promise<QueueEmulator>;
}

/** Starts the emulators in parallel. Each of the closers ends one of them. */
export function startEmulators(
  region: string,
  options: EmulatorOptions,
  closers: (() => void | Promise<void>)[],
  log: Log,
): StartingEmulators {
  const { dataDirectory, tables: running } = options;
  const startingTables = running ? Promise.resolve(running) : startTables(region, options, log);
  const objects = dataDirectory && path.join(dataDirectory, 'objects');
  const startingQueues = startQueueEmulator(region, objects);
  for (const starting of [...(running ? [] : [startingTables]), startingQueues]) {
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

async function startTables(
  region: string,
  { dataDirectory, dynamodbEndpoint }: EmulatorOptions,
  log: Log,
): Promise<RunningTables> {
  if (dynamodbEndpoint) return givenTables(addressAt(dynamodbEndpoint, 'local', region));
  const unreadable = dataDirectory && unreadableTables(dataDirectory);
  if (unreadable) throw new Error(unreadable);
  const folder = dataDirectory && path.resolve(dataDirectory, tablesFolder);
  return startBuiltInTables(region, folder, log);
}

/** The emulators with the tables, queues and buckets of an assembly. */
export interface FilledEmulators {
  readonly runningTables: RunningTables;
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
  const [runningTables, queueEmulator] = await Promise.all([starting.tables, starting.queues]);
  const dynamodb = awsCall(runningTables.call);
  const sqs = awsCall(queueEmulator.call);
  const [streamArns] = await Promise.all([
    unlessEnded(createTables(tables, dynamodb), runningTables.failure),
    createQueues(queues, sqs),
  ]);
  for (const queue of queues)
    await restoreMessages(queue, ownMember(messages, queue.name) ?? [], sqs);
  const objects = withBuckets(buckets, queueEmulator);
  return { runningTables, queueEmulator, dynamodb, sqs, objects, streamArns };
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

/** A call may fail a moment before the end of its database is known, which has the reason. */
async function unlessEnded<T>(asking: Promise<T>, failure: Promise<TablesEnded>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    const isBroken = error instanceof Error && error.name === 'InternalFailure';
    const late = new Promise((resolve) => setTimeout(resolve, 1_000, error));
    throw isBroken ? await Promise.race([failure, late]) : error;
  }
}
