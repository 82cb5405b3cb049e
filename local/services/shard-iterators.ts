import { type JsonObject, optionalString, stringOf } from '../assembly/json.ts';
import type { AwsCall } from '../aws/aws-call.ts';

const ofStreams = 'DynamoDBStreams_20120810';

/** Whether a call is answered with a shard iterator. */
export const returnsIterator = (target: string): boolean =>
  [`${ofStreams}.GetShardIterator`, `${ofStreams}.GetRecords`].includes(target);

/**
 * Calls of an emulator whose shard iterators all begin with the ARN of their stream, and a bar: what
 * the rights of a call depend on has to be read from the call, and an emulator's own iterators need
 * not say which stream they read.
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
