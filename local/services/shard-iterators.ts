import { type JsonObject, optionalString, stringOf } from '../assembly/json.ts';
import type { AwsCall } from '../aws/aws-call.ts';

const ofStreams = 'DynamoDBStreams_20120810';

/** Whether a call returns a shard iterator. */
export const returnsIterator = (target: string): boolean =>
  [`${ofStreams}.GetShardIterator`, `${ofStreams}.GetRecords`].includes(target);

/**
 * Wraps calls of an emulator so that all shard iterators begin with the ARN of their stream and a
 * bar. Permissions must be read from the call, and an emulator's own iterators need not name the
 * stream.
 */
export function namingIterators(call: AwsCall): AwsCall {
  return async (target, body) => {
    if (!returnsIterator(target)) return call(target, body);
    if (target.endsWith('.GetShardIterator')) {
      return named(stringOf(body.StreamArn, 'StreamArn'), await call(target, body));
    }
    const [arn = '', ...own] = stringOf(body.ShardIterator, 'ShardIterator').split('|');
    return named(arn, await call(target, { ...body, ShardIterator: own.join('|') }));
  };
}

function named(arn: string, answer: JsonObject): JsonObject {
  const { ShardIterator, NextShardIterator, ...rest } = answer;
  const first = optionalString(ShardIterator);
  const next = optionalString(NextShardIterator);
  return {
    ...rest,
    ...(first !== undefined && { ShardIterator: `${arn}|${first}` }),
    ...(next !== undefined && { NextShardIterator: `${arn}|${next}` }),
  };
}
