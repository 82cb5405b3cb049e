import {
  type JsonObject,
  objectOf,
  optionalString,
  parseJson,
  stringOf,
} from '../assembly/json.ts';
import { type ProxyResponse, type ServiceCalls, textAnswer } from '../aws/proxy-response.ts';

const ofStreams = 'DynamoDBStreams_20120810';

/**
 * Wraps calls of a database so that all shard iterators begin with the ARN of their stream and a
 * bar, as those of the built-in tables do. Permissions are read from the call, and another
 * database's own iterators need not name the stream.
 */
export const namingIterators =
  (calls: ServiceCalls): ServiceCalls =>
  (target, text) => {
    const asked = askedWith(target, text);
    if (!asked) return calls(target, text);
    const { answer, cancel } = calls(target, JSON.stringify(asked.body));
    return { answer: answer.then((given) => named(asked.arn, given)), cancel };
  };

/** The stream of a call that returns an iterator, and the call as the database understands it. */
function askedWith(target: string, text: string) {
  if (target === `${ofStreams}.GetShardIterator`) {
    const body = bodyIn(text);
    return { arn: stringOf(body.StreamArn, 'StreamArn'), body };
  }
  if (target !== `${ofStreams}.GetRecords`) return undefined;
  const body = bodyIn(text);
  const [arn = '', ...own] = stringOf(body.ShardIterator, 'ShardIterator').split('|');
  return { arn, body: { ...body, ShardIterator: own.join('|') } };
}

const bodyIn = (text: string): JsonObject => objectOf(parseJson(text), 'The call');

function named(arn: string, answer: ProxyResponse): ProxyResponse {
  if (answer.status !== 200) return answer;
  const { ShardIterator, NextShardIterator, ...rest } = bodyIn(answer.body.toString());
  const first = optionalString(ShardIterator);
  const next = optionalString(NextShardIterator);
  const body = {
    ...rest,
    ...(first !== undefined && { ShardIterator: `${arn}|${first}` }),
    ...(next !== undefined && { NextShardIterator: `${arn}|${next}` }),
  };
  return textAnswer(200, JSON.stringify(body));
}
