import { randomUUID } from 'node:crypto';
import { failedEntries } from './batch-response.ts';
import type { Resource } from './deployment.ts';
import { filterOf } from './event-pattern.ts';
import { callAs, type EventSource, pause, type SourceSurroundings } from './event-source.ts';
import type { LocalFunction } from './functions.ts';
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
} from './json.ts';
import type { LocalTable } from './tables.ts';

/** A stream's source, and the bell that says there may be something to read. */
export interface StreamSource extends EventSource {
  readonly table: LocalTable;
  /** Says that the table was written to: reads at once. */
  wake(): void;
}

/** Where each shard was read to, by shard id; kept over restarts where data is kept. */
export interface Checkpoints {
  get(shardId: string): string | undefined;
  set(shardId: string, sequenceNumber: string): void;
}

/** How long a stream is watched closely after a change, and how often it is read meanwhile. */
const closely = { forMs: 1_000, everyMs: 60 };
const idlePollMs = 200;

interface StreamRecord {
  readonly sequenceNumber: string;
  readonly arrivedAt: number;
  readonly event: JsonObject;
}

/** Feeds a function with a table's changes, in order, with the rights of the function's role. */
export function streamSource(
  mapping: Resource,
  table: LocalTable,
  emulatorStreamArn: string,
  target: LocalFunction,
  checkpoints: Checkpoints,
  surroundings: SourceSurroundings,
): StreamSource {
  const { pool, log, estate } = surroundings;
  if (mapping.property('TumblingWindowInSeconds') !== undefined) {
    throw new Error(`${mapping.logicalId}: tumbling windows are not supported.`);
  }
  const call = callAs(target, surroundings);
  const batchSize = numberOf(mapping.property('BatchSize'), 100);
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
  let writes = 0;
  let emptyAtWrites = -1;
  let wokenAt = Date.now();
  let busy = 0;
  let bell = Promise.withResolvers<void>();

  const complain = (message: string) =>
    log({ level: 'error', source: target.displayName, message });

  /** Like Lambda, wants all the rights it may come to need, whichever it needs at the moment. */
  function mayRead() {
    const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
    const refusal = surroundings.access.refusal(
      target,
      actions.map((action) => ({ action: `dynamodb:${action}`, resource: table.streamArn })),
    );
    if (refusal) throw new Error(refusal.message);
  }

  /** The shards to read now: a child only once its parent is read to its end. */
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
      : // Shards that appear later hold nothing but what came after the start.
        { ShardIteratorType: startsLatest && first ? 'LATEST' : 'TRIM_HORIZON' };
    const { ShardIterator } = await call('dynamodb', 'DynamoDBStreams_20120810.GetShardIterator', {
      StreamArn,
      ShardId,
      ...position,
    });
    return stringOf(ShardIterator, 'ShardIterator');
  }

  /** Reads and handles what a shard has; tells whether there was anything. */
  async function readShard(shardId: string, first: boolean): Promise<boolean> {
    const ShardIterator = await iteratorOf(shardId, first);
    iterators.set(shardId, ShardIterator);
    const { Records, NextShardIterator } = await call(
      'dynamodb',
      'DynamoDBStreams_20120810.GetRecords',
      { ShardIterator, Limit: Math.min(batchSize, 1000) },
    );
    const records = listOf(Records)
      .filter(isObject)
      .map((record) => streamRecord(record, table, estate.region));
    if (records.length > 0) {
      busy += 1;
      await handle(
        shardId,
        records.filter(({ event }) => filter(event)),
      ).finally(() => {
        busy -= 1;
      });
      const last = records.at(-1)?.sequenceNumber;
      if (signal.aborted || last === undefined) return true;
      checkpoints.set(shardId, last);
    }
    const next = optionalString(NextShardIterator);
    if (next) iterators.set(shardId, next);
    else {
      finished.add(shardId);
      iterators.delete(shardId);
    }
    return records.length > 0;
  }

  /** Invokes until all of these are done or given up. Order within the shard is kept. */
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

  /** Runs the function once; gives the index of the first record that failed, if any did. */
  async function invoke(records: readonly StreamRecord[]): Promise<number | undefined> {
    const Records = records.map(({ event }) => event);
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

  /** Parks what cannot be handled where the mapping says: a description of it, not the records. */
  async function giveUp(
    shardId: string,
    records: readonly StreamRecord[],
    attempts: number,
    condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded',
  ) {
    complain(`${table.name}: ${records.length} records given up: ${condition}.`);
    const queue = [...estate.queues.values()].find(({ arn }) => arn === onFailure);
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

  async function poll() {
    let first = true;
    let shards: readonly string[] | undefined;
    while (!signal.aborted) {
      const seen = writes;
      const startedAt = Date.now();
      let found = false;
      try {
        mayRead();
        shards ??= await openShards();
        for (const shardId of shards) found = (await readShard(shardId, first)) || found;
        if (shards.length === 0 || shards.some((shardId) => finished.has(shardId)))
          shards = undefined;
        first = false;
        if (found) wokenAt = Date.now();
        // A change shows in the stream a little after it was written.
        else if (startedAt - wokenAt > 60) emptyAtWrites = seen;
      } catch (error) {
        if (signal.aborted) return;
        complain(`${table.name}: ${error instanceof Error ? error.message : error}`);
        shards = undefined;
        iterators.clear();
        await pause(1_000, signal);
      }
      if (found) continue;
      const close = Date.now() - wokenAt < closely.forMs;
      await Promise.race([
        pause(close ? closely.everyMs : idlePollMs, signal),
        ...(close ? [] : [bell.promise]),
      ]);
    }
  }
  void poll();

  return {
    table,
    wake() {
      writes += 1;
      wokenAt = Date.now();
      bell.resolve();
      bell = Promise.withResolvers();
    },
    isIdle: () => busy === 0 && emptyAtWrites === writes,
    async stop() {
      ending.abort();
    },
  };
}

const unbounded = (value: number) => (value < 0 ? Number.POSITIVE_INFINITY : value);

/** A record as Lambda hands it on. The emulator has names of its own for the region and the stream. */
function streamRecord(record: JsonObject, { streamArn }: LocalTable, region: string): StreamRecord {
  const change = objectOf(record.dynamodb, 'dynamodb');
  return {
    sequenceNumber: stringOf(change.SequenceNumber, 'SequenceNumber'),
    arrivedAt: Date.now(),
    event: { ...record, awsRegion: region, eventSourceARN: streamArn },
  };
}
