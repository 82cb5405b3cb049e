import { type Change, streamReader } from '../../console/changes.ts';
import type { AwsCall } from '../../local/aws/aws-call.ts';

/** A stream with one shard of so many records, whose iterators can expire. */
function aStream() {
  const records: string[] = [];
  let expired = false;
  const call: AwsCall = async (target, body) => {
    switch (target.split('.')[1]) {
      case 'DescribeStream':
        return { StreamDescription: { Shards: [{ ShardId: 'shard' }] } };
      case 'GetShardIterator': {
        expired = false;
        const after = body.SequenceNumber;
        return { ShardIterator: String(after === undefined ? 0 : Number(after)) };
      }
      default: {
        if (expired) throw new Error('ExpiredIteratorException');
        const from = Number(body.ShardIterator);
        const found = records.slice(from, from + Number(body.Limit));
        return {
          NextShardIterator: String(from + found.length),
          Records: found.map((id, index) => ({
            dynamodb: {
              SequenceNumber: String(from + index + 1),
              ApproximateCreationDateTime: 1_767_225_600,
              NewImage: {
                pk: { S: `MERCHANT#shop#PAYMENT#${id}` },
                sk: { S: 'PAYMENT' },
                createdAt: { S: '2026-01-01T00:00:00.123Z' },
              },
            },
          })),
        };
      }
    }
  };
  return {
    call,
    add: (...ids: readonly string[]) => records.push(...ids),
    expire() {
      expired = true;
    },
  };
}

async function readAll(reader: ReturnType<typeof streamReader>) {
  const found: Change[] = [];
  await reader.read((some) => found.push(...some));
  return found.map(({ after }) => after?.pk.split('#').at(-1));
}

describe('the changes of a table', () => {
  it("a table's changes are read once each, from the stream's oldest record, in order", async () => {
    const stream = aStream();
    const ids = Array.from({ length: 2_500 }, (_, number) => `pay_${number}`);
    stream.add(...ids);
    const reader = streamReader(stream.call, 'arn');
    expect(await readAll(reader)).toEqual(ids);
    expect(await readAll(reader)).toEqual([]);
    stream.add('pay_new');
    expect(await readAll(reader)).toEqual(['pay_new']);
  });

  it("a table's changes continue at their place when an iterator has expired", async () => {
    const stream = aStream();
    stream.add('pay_1', 'pay_2');
    const reader = streamReader(stream.call, 'arn');
    expect(await readAll(reader)).toEqual(['pay_1', 'pay_2']);
    stream.expire();
    stream.add('pay_3');
    expect(await readAll(reader)).toEqual(['pay_3']);
  });

  it("a table's changes have the item's own time within the second of the stream", async () => {
    const stream = aStream();
    stream.add('pay_1');
    const found: Change[] = [];
    await streamReader(stream.call, 'arn').read((some) => found.push(...some));
    expect(found[0]?.at).toBe(Date.parse('2026-01-01T00:00:00.123Z'));
  });
});
