import type { Item } from '../../shared/table/port.ts';
import { isObject, type JsonObject, listOf, objectOf, optionalString } from '../assembly/json.ts';
import type { AwsCall } from '../aws/aws-call.ts';
import { itemFrom } from './stored-items.ts';

/** One committed change of an item, as the table's stream told it. */
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
  /** All changes since the last call, oldest first; at first those that the stream still has. */
  read(): Promise<readonly Change[]>;
}

/** Reads a table's stream beside the functions that are fed from it, and takes nothing from them. */
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
      ...{ StreamArn, ShardId },
      ...(SequenceNumber === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber }),
    });
    return String(ShardIterator);
  }

  async function readShard(shardId: string): Promise<readonly Change[]> {
    const changes: Change[] = [];
    for (;;) {
      const ShardIterator = await iteratorOf(shardId);
      const { Records, NextShardIterator } = await dynamodb(`${streams}.GetRecords`, {
        ShardIterator,
        Limit: maxRead,
      });
      const records = listOf(Records).filter(isObject);
      changes.push(...records.map(changeOf));
      const last = objectOf(records.at(-1)?.dynamodb, 'dynamodb').SequenceNumber;
      if (last !== undefined) positions.set(shardId, String(last));
      const next = optionalString(NextShardIterator);
      if (next === undefined) {
        finished.add(shardId);
        iterators.delete(shardId);
        return changes;
      }
      iterators.set(shardId, next);
      if (records.length < maxRead) return changes;
    }
  }

  return {
    async read() {
      try {
        const found: Change[] = [];
        for (const shardId of await openShards()) found.push(...(await readShard(shardId)));
        return found;
      } catch (error) {
        // An iterator expires after a while without a reader; the next turn gets another one.
        iterators.clear();
        throw error;
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
