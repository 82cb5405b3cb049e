import { randomUUID } from 'node:crypto';
import type { Resource } from '../assembly/deployment.ts';
import type { LocalFunction } from '../assembly/functions.ts';
import {
  isObject,
  isTrue,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  optionalString,
  stringOf,
  stringsOf,
} from '../assembly/json.ts';
import { nextWrite, type TableWrites, writeCount } from '../gate/data-gate.ts';
import { outsideOfTheCode } from '../iam/access.ts';
import type { LocalTable } from '../services/tables.ts';
import { failedEntries } from './batch-response.ts';
import { filterOf } from './event-pattern.ts';
import { callAs, type EventSource, pause, type SourceServices, windowOf } from './event-source.ts';

/** The position read in each shard, by shard id. It survives restarts if data is kept. */
export interface Checkpoints {
  get(shardId: string): string | undefined;
  set(shardId: string, sequenceNumber: string): void;
}

/** Maximum delay from a write until the change appears in the stream, in ms. */
const showsAfterMs = 60;
/** How often to read a stream without writes from here, in ms. */
const idleEveryMs = 250;
/** How often to read a stream while a caller waits for it to become idle, in ms. */
const pollSoonerEveryMs = 20;
/** The most records of one read, as in DynamoDB. */
const maxRead = 1_000;

interface StreamRecord {
  readonly sequenceNumber: string;
  readonly arrivedAt: number;
  /** When the change was made, in ms since 1970; DynamoDB reports it in whole seconds. */
  readonly changedAt: number;
  readonly event: JsonObject;
}

/** Feeds a table's changes to a function, in order, with the permissions of the function's role. */
export function streamSource(
  mapping: Resource,
  table: LocalTable,
  emulatorStreamArn: string,
  target: LocalFunction,
  checkpoints: Checkpoints,
  services: SourceServices & { readonly writes: TableWrites },
): EventSource {
  const { pool, log, resources, pace, writes, metrics } = services;
  if (mapping.property('TumblingWindowInSeconds') !== undefined) {
    throw new Error(`${mapping.logicalId}: tumbling windows are not supported.`);
  }
  const call = callAs(target, services);
  const batchSize = numberOf(mapping.property('BatchSize'), 100);
  const windowMs = windowOf(mapping, pace);
  const bisects = isTrue(mapping.property('BisectBatchOnFunctionError'));
  const mostRetries = unbounded(numberOf(mapping.property('MaximumRetryAttempts'), -1));
  const mostAgeMs = unbounded(numberOf(mapping.property('MaximumRecordAgeInSeconds'), -1)) * 1000;
  const startsLatest = mapping.property('StartingPosition') === 'LATEST';
  const reportsFailures = stringsOf(mapping.property('FunctionResponseTypes')).includes(
    'ReportBatchItemFailures',
  );
  const filter = filterOf(mapping.property('FilterCriteria'));
  const onFailure = optionalString(
    objectOf(
      objectOf(mapping.property('DestinationConfig'), 'DestinationConfig').OnFailure,
      'OnFailure',
    ).Destination,
  );
  const StreamArn = emulatorStreamArn;
  const iterators = new Map<string, string>();
  const finished = new Set<string>();
  const ending = new AbortController();
  const { signal } = ending;
  const ended = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
  /** Records read from each shard that are not in a batch yet. */
  const gathered = new Map<string, Gathered>();
  /** The write count when the stream was last read to its end. */
  let readUpTo = -1;
  let hurried = 0;
  let bell = Promise.withResolvers<void>();

  const complain = (message: string) =>
    log({ level: 'error', source: target.displayName, message });

  /** Requires all permissions that polling can need, even unused ones, as Lambda does. */
  function mayRead() {
    const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator'];
    const asked = [
      ...actions.map((action) => ({ action: `dynamodb:${action}`, resource: table.streamArn })),
      // It has no resource: only a grant on all counts.
      { action: 'dynamodb:ListStreams', resource: '*' },
    ];
    const refusal = services.access.refusal(
      target,
      asked.map((one) => ({ ...one, context: outsideOfTheCode })),
    );
    if (refusal) throw new Error(refusal.message);
  }

  /** The shards to read now. A child shard follows after its parent was read to its end. */
  async function openShards(): Promise<readonly string[]> {
    const { StreamDescription } = await call(
      'dynamodb',
      'DynamoDBStreams_20120810.DescribeStream',
      {
        StreamArn,
      },
    );
    const shards = listOf(objectOf(StreamDescription, 'StreamDescription').Shards).filter(isObject);
    const present = new Set(shards.map(({ ShardId }) => ShardId));
    return shards
      .filter(({ ShardId, ParentShardId }) => {
        const parent = optionalString(ParentShardId);
        const waits = parent !== undefined && present.has(parent) && !finished.has(parent);
        return !finished.has(String(ShardId)) && !waits;
      })
      .map(({ ShardId }) => stringOf(ShardId, 'ShardId'));
  }

  async function iteratorOf(ShardId: string, first: boolean): Promise<string> {
    const open = iterators.get(ShardId);
    if (open) return open;
    const read = checkpoints.get(ShardId);
    const position = read
      ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: read }
      : // Shards that appear later hold only changes after the start.
        { ShardIteratorType: startsLatest && first ? 'LATEST' : 'TRIM_HORIZON' };
    const { ShardIterator } = await call('dynamodb', 'DynamoDBStreams_20120810.GetShardIterator', {
      StreamArn,
      ShardId,
      ...position,
    });
    return stringOf(ShardIterator, 'ShardIterator');
  }

  /**
   * Reads a shard's records and handles complete batches. Returns whether there may be more
   * records.
   */
  async function readShard(shardId: string, first: boolean): Promise<boolean> {
    const ShardIterator = await iteratorOf(shardId, first);
    iterators.set(shardId, ShardIterator);
    const { Records, NextShardIterator } = await call(
      'dynamodb',
      'DynamoDBStreams_20120810.GetRecords',
      { ShardIterator, Limit: maxRead },
    );
    const records = listOf(Records)
      .filter(isObject)
      .map((record) => streamRecord(record, table, resources.region));
    const last = records.at(-1)?.sequenceNumber;
    if (last !== undefined) {
      const before = gathered.get(shardId);
      gathered.set(shardId, {
        records: [...(before?.records ?? []), ...records.filter(({ event }) => filter(event))],
        until: before?.until ?? Date.now() + windowMs,
        last,
      });
    }
    await handleGathered(shardId);
    if (signal.aborted) return false;
    const next = optionalString(NextShardIterator);
    if (next) iterators.set(shardId, next);
    else if (!gathered.has(shardId)) {
      finished.add(shardId);
      iterators.delete(shardId);
    }
    return records.length === maxRead;
  }

  /** Makes batches of the gathered records: full ones at once, the rest when the window closes. */
  async function handleGathered(shardId: string) {
    const { records, until, last } = gathered.get(shardId) ?? {};
    if (!records || until === undefined || last === undefined) return;
    let left = records;
    const isDue = () => hurried > 0 || Date.now() >= until;
    while (left.length >= batchSize || (left.length > 0 && isDue())) {
      const batch = left.slice(0, batchSize);
      await handle(shardId, batch);
      if (signal.aborted) return;
      left = left.slice(batchSize);
      gathered.set(shardId, { records: left, until, last });
      const handled = batch.at(-1)?.sequenceNumber;
      if (handled !== undefined) checkpoints.set(shardId, handled);
    }
    if (left.length > 0) return;
    checkpoints.set(shardId, last);
    gathered.delete(shardId);
  }

  /**
   * Invokes the function until all records are done or given up. Keeps the order within the shard.
   */
  async function handle(shardId: string, records: readonly StreamRecord[]): Promise<void> {
    let left = records;
    let attempts = 0;
    while (left.length > 0 && !signal.aborted) {
      const first = left[0];
      if (first && first.arrivedAt < Date.now() - mostAgeMs) {
        const old = left.filter(({ arrivedAt }) => arrivedAt < Date.now() - mostAgeMs);
        await giveUp(shardId, old, attempts, 'RecordAgeExceeded');
        left = left.slice(old.length);
        continue;
      }
      const failedFrom = await invoke(left);
      if (failedFrom === undefined) return;
      if (failedFrom > 0) attempts = 0;
      attempts += 1;
      left = left.slice(failedFrom);
      if (attempts > mostRetries && !(bisects && left.length > 1)) {
        await giveUp(shardId, left, attempts, 'RetryAttemptsExhausted');
        return;
      }
      await pause(Math.min(100 * 2 ** (attempts - 1), 5_000), signal);
      if (bisects && left.length > 1 && failedFrom === 0) {
        const middle = Math.ceil(left.length / 2);
        await handle(shardId, left.slice(0, middle));
        await handle(shardId, left.slice(middle));
        return;
      }
    }
  }

  /** Invokes the function once. Returns the index of the first failed record, if any. */
  async function invoke(records: readonly StreamRecord[]): Promise<number | undefined> {
    const Records = records.map(({ event }) => event);
    const last = records.at(-1);
    if (last) metrics.read(target.name, Math.max(0, Date.now() - last.changedAt));
    const invocation = await pool.invoke(target, JSON.stringify({ Records }));
    if (invocation.kind !== 'result') {
      complain(invocation.error);
      return 0;
    }
    if (!reportsFailures) return undefined;
    const known = new Set(records.map(({ sequenceNumber }) => sequenceNumber));
    const failed = failedEntries(invocation.payload, known);
    if (failed === 'all') return 0;
    const index = records.findIndex(({ sequenceNumber }) => failed.has(sequenceNumber));
    return index < 0 ? undefined : index;
  }

  /**
   * Sends a description of failed records, not the records, to the mapping's failure destination.
   */
  async function giveUp(
    shardId: string,
    records: readonly StreamRecord[],
    attempts: number,
    condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded',
  ) {
    complain(`${table.name}: ${records.length} records given up: ${condition}.`);
    const queue = [...resources.queues.values()].find(({ arn }) => arn === onFailure);
    const [first, last] = [records[0], records.at(-1)];
    if (!queue || !first || !last) return;
    const MessageBody = JSON.stringify({
      requestContext: {
        requestId: randomUUID(),
        functionArn: target.arn,
        condition,
        approximateInvokeCount: attempts,
      },
      responseContext: {
        statusCode: 200,
        executedVersion: '$LATEST',
        functionError: 'Unhandled',
      },
      version: '1.0',
      timestamp: new Date().toISOString(),
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: first.sequenceNumber,
        endSequenceNumber: last.sequenceNumber,
        approximateArrivalOfFirstRecord: new Date(first.arrivedAt).toISOString(),
        approximateArrivalOfLastRecord: new Date(last.arrivedAt).toISOString(),
        batchSize: records.length,
        streamArn: table.streamArn,
      },
    });
    try {
      await call('sqs', 'AmazonSQS.SendMessage', { QueueUrl: queue.url, MessageBody });
    } catch (error) {
      complain(`${queue.logicalId}: ${error instanceof Error ? error.message : error}`);
    }
  }

  const written = () => writeCount(writes, table.name);

  async function poll() {
    let first = true;
    let shards: readonly string[] | undefined;
    let known = written();
    let knownSince = Date.now();
    let isCutOff = false;
    const notice = () => {
      if (written() !== known) knownSince = Date.now();
      known = written();
    };
    while (!signal.aborted) {
      notice();
      const startedAt = Date.now();
      const readSoFar = known;
      let more = false;
      try {
        mayRead();
        shards ??= await openShards();
        for (const shardId of shards) more = (await readShard(shardId, first)) || more;
        if (shards.length === 0 || shards.some((shardId) => finished.has(shardId)))
          shards = undefined;
        first = false;
        isCutOff = false;
        if (!more && startedAt - knownSince >= showsAfterMs) readUpTo = readSoFar;
      } catch (error) {
        if (signal.aborted) return;
        // When the database ends, it reports that itself and stops everything.
        if (isCutOff || !isOfConnection(error)) {
          complain(`${table.name}: ${error instanceof Error ? error.message : error}`);
        }
        isCutOff = isOfConnection(error);
        shards = undefined;
        iterators.clear();
        gathered.clear();
        await pause(1_000, signal);
      }
      if (more) continue;
      if (hurried === 0) {
        const rest = pause(Math.max(0, startedAt + pace.everyMs - Date.now()), signal);
        await Promise.race([rest, bell.promise]);
      }
      if (written() !== readUpTo || gathered.size > 0) {
        notice();
        if (hurried > 0) await pause(pollSoonerEveryMs, signal);
        continue;
      }
      // After an idle period, a write is read as soon as it appears, not with the next turn.
      await Promise.race([nextWrite(writes, table.name, idleEveryMs), bell.promise, ended]);
      notice();
      if (written() !== readUpTo) await pause(showsAfterMs, signal);
    }
  }
  void poll();

  return {
    isIdle: () => gathered.size === 0 && readUpTo === written(),
    pollSooner() {
      hurried += 1;
      bell.resolve();
      bell = Promise.withResolvers();
      return () => {
        hurried -= 1;
      };
    },
    async stop() {
      ending.abort();
    },
  };
}

interface Gathered {
  readonly records: readonly StreamRecord[];
  /** When the batching window of its first record closes, in ms since 1970. */
  readonly until: number;
  /** The last record read from the shard, also one that the filter refused. */
  readonly last: string;
}

/** Whether the database could not be reached, as opposed to a refusal that it sent. */
const isOfConnection = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(String(error.code));

const unbounded = (value: number) => (value < 0 ? Number.POSITIVE_INFINITY : value);

/** A record as Lambda passes it on. The emulator uses other names for the Region and the stream. */
function streamRecord(record: JsonObject, { streamArn }: LocalTable, region: string): StreamRecord {
  const change = objectOf(record.dynamodb, 'dynamodb');
  const now = Date.now();
  return {
    sequenceNumber: stringOf(change.SequenceNumber, 'SequenceNumber'),
    arrivedAt: now,
    changedAt: numberOf(change.ApproximateCreationDateTime, now / 1_000) * 1_000,
    event: { ...record, awsRegion: region, eventSourceARN: streamArn },
  };
}
