import type { Item } from '#platform/table/port.ts';
import {
  isObject,
  type JsonObject,
  listOf,
  objectOf,
  optionalString,
} from '../local/assembly/json.ts';
import type { AwsCall } from '../local/aws/aws-call.ts';
import { itemFrom } from './stored-items.ts';

/** One committed change of an item, as the table's stream reported it. */
export interface Change {
  /** When it was saved, in ms since 1970. */
  readonly at: number;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

const streams = 'DynamoDBStreams_20120810';

/** The most records of one read, as in DynamoDB. */
const maxRead = 1_000;

export interface StreamReader {
  /**
   * Hands over all changes since the last call, oldest first, some at a time; at first those that
   * the stream still has.
   */
  read(take: (changes: readonly Change[]) => void): Promise<void>;
}

/**
 * Reads a table's stream beside the functions that are fed from it, and takes nothing from them.
 */
export function streamReader(dynamodb: AwsCall, StreamArn: string): StreamReader {
  const iterators = new Map<string, string>();
  const finished = new Set<string>();
  /** The last record read of each shard. */
  const positions = new Map<string, string>();

  async function openShards(): Promise<readonly string[]> {
    const { StreamDescription } = await dynamodb(`${streams}.DescribeStream`, { StreamArn });
    return listOf(objectOf(StreamDescription, 'StreamDescription').Shards)
      .filter(isObject)
      .map(({ ShardId }) => String(ShardId))
      .filter((id) => !finished.has(id));
  }

  async function iteratorOf(ShardId: string): Promise<string> {
    const known = iterators.get(ShardId);
    if (known !== undefined) return known;
    const SequenceNumber = positions.get(ShardId);
    const { ShardIterator } = await dynamodb(`${streams}.GetShardIterator`, {
      StreamArn,
      ShardId,
      ...(SequenceNumber === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber }),
    });
    return String(ShardIterator);
  }

  async function readShard(shardId: string, take: (changes: readonly Change[]) => void) {
    for (;;) {
      const ShardIterator = await iteratorOf(shardId);
      const { Records, NextShardIterator } = await dynamodb(`${streams}.GetRecords`, {
        ShardIterator,
        Limit: maxRead,
      });
      const records = listOf(Records).filter(isObject);
      take(records.map(changeOf));
      const last = objectOf(records.at(-1)?.dynamodb, 'dynamodb').SequenceNumber;
      if (last !== undefined) positions.set(shardId, String(last));
      const next = optionalString(NextShardIterator);
      if (next === undefined) {
        finished.add(shardId);
        iterators.delete(shardId);
        return;
      }
      iterators.set(shardId, next);
      if (records.length < maxRead) return;
    }
  }

  async function readShards(take: (changes: readonly Change[]) => void) {
    for (const shardId of await openShards()) await readShard(shardId, take);
  }

  return {
    async read(take) {
      try {
        await readShards(take);
      } catch {
        // An iterator expires after a while without a reader; another one goes on from there.
        iterators.clear();
        await readShards(take);
      }
    },
  };
}

function changeOf(record: JsonObject): Change {
  const { ApproximateCreationDateTime, OldImage, NewImage } = objectOf(record.dynamodb, 'dynamodb');
  const before = OldImage === undefined ? undefined : itemFrom(OldImage);
  const after = NewImage === undefined ? undefined : itemFrom(NewImage);
  return { at: savedAt(after, Number(ApproximateCreationDateTime ?? 0)), before, after };
}

/** The stream states a change's time in whole seconds; the item itself often knows it in ms. */
function savedAt(item: Item | undefined, seconds: number): number {
  const { modifiedAt, createdAt } = { modifiedAt: '', createdAt: '', ...item };
  const precise = [modifiedAt, createdAt]
    .map((one) => Date.parse(String(one)))
    .find((ms) => Math.abs(ms - seconds * 1_000) < 1_000);
  return precise ?? seconds * 1_000;
}
