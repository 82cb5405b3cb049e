import type { LocalFunction } from '../assembly/functions.ts';
import {
  isObject,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  optionalString,
  stringOf,
} from '../assembly/json.ts';
import type { TableWrites } from '../gate/data-gate.ts';
import { outsideOfTheCode } from '../iam/access.ts';
import type { LocalTable } from '../services/tables.ts';
import type { CallAs, SourceServices } from './event-source.ts';

/** A table's stream that feeds a function. */
export interface StreamFeed {
  readonly table: LocalTable;
  readonly target: LocalFunction;
  readonly services: SourceServices & { readonly writes: TableWrites };
  /** Makes calls in the function's name. */
  readonly call: CallAs;
  /** Logs an error of the function's stream. */
  readonly complain: (message: string) => void;
  /** Aborted when the stream is no longer read. */
  readonly signal: AbortSignal;
}

/** The position read in each shard, by shard id. It survives restarts if data is kept. */
export interface Checkpoints {
  get(shardId: string): string | undefined;
  set(shardId: string, sequenceNumber: string): void;
}

export interface StreamRecord {
  readonly sequenceNumber: string;
  readonly arrivedAt: number;
  /** When the change was made, in ms since 1970; DynamoDB reports it in whole seconds. */
  readonly changedAt: number;
  readonly event: JsonObject;
}

/** The shards of a stream, each with the place of its next read. */
export interface StreamShards {
  /** The shards to read now. A child shard follows after its parent was read to its end. */
  open(): Promise<readonly string[]>;
  read(shardId: string): Promise<ShardRead>;
  /** Continues a shard after a read, with the iterator that the read returned. */
  moveOn(shardId: string, next: string): void;
  /** Marks a shard as read to its end. */
  finish(shardId: string): void;
  /** Ends a read of all open shards. */
  endRound(): void;
  /** Discards all iterators: the next reads continue after the checkpoints. */
  restart(): void;
}

interface ShardRead {
  readonly records: readonly StreamRecord[];
  /** The iterator of the next read; undefined at the end of a closed shard. */
  readonly next: string | undefined;
  /** Whether there may be more records now. */
  readonly more: boolean;
}

/** The most records of one read, as in DynamoDB. */
const maxRead = 1_000;

/** Reads a stream's shards with the permissions of the function's role. */
export function streamShards(
  { table, call, services: { resources } }: StreamFeed,
  StreamArn: string,
  checkpoints: Checkpoints,
  startsLatest: boolean,
): StreamShards {
  const iterators = new Map<string, string>();
  const finished = new Set<string>();
  let opened: readonly string[] | undefined;
  let isFirstRound = true;

  async function describe(): Promise<readonly string[]> {
    const { StreamDescription } = await call(
      'dynamodb',
      'DynamoDBStreams_20120810.DescribeStream',
      { StreamArn },
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

  async function iteratorOf(ShardId: string): Promise<string> {
    const open = iterators.get(ShardId);
    if (open) return open;
    const read = checkpoints.get(ShardId);
    const position = read
      ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: read }
      : // Shards that appear later hold only changes after the start.
        { ShardIteratorType: startsLatest && isFirstRound ? 'LATEST' : 'TRIM_HORIZON' };
    const { ShardIterator } = await call('dynamodb', 'DynamoDBStreams_20120810.GetShardIterator', {
      StreamArn,
      ShardId,
      ...position,
    });
    return stringOf(ShardIterator, 'ShardIterator');
  }

  return {
    async open() {
      opened ??= await describe();
      return opened;
    },
    async read(shardId) {
      const ShardIterator = await iteratorOf(shardId);
      iterators.set(shardId, ShardIterator);
      const { Records, NextShardIterator } = await call(
        'dynamodb',
        'DynamoDBStreams_20120810.GetRecords',
        { ShardIterator, Limit: maxRead },
      );
      const records = listOf(Records)
        .filter(isObject)
        .map((record) => streamRecord(record, table, resources.region));
      return {
        records,
        next: optionalString(NextShardIterator),
        more: records.length === maxRead,
      };
    },
    moveOn(shardId, next) {
      iterators.set(shardId, next);
    },
    finish(shardId) {
      finished.add(shardId);
      iterators.delete(shardId);
    },
    endRound() {
      isFirstRound = false;
      if (!opened?.length || opened.some((shardId) => finished.has(shardId))) opened = undefined;
    },
    restart() {
      opened = undefined;
      iterators.clear();
    },
  };
}

/** Requires all permissions that polling can need, even unused ones, as Lambda does. */
export function checkStreamAccess({ table, target, services }: StreamFeed) {
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
