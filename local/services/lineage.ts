import { createHash, randomBytes } from 'node:crypto';
import {
  isObject,
  type JsonObject,
  listOf,
  objectOf,
  optionalString,
  parseJson,
} from '../assembly/json.ts';

// A chain of requests, as Lambda counts it: the header `X-Amzn-Trace-Id` of a call that sends a
// message goes with the message, and its `Lineage` says how often each function was invoked in the
// chain. Clients of AWS send the header of their own invocation, which Lambda states in the variable
// `_X_AMZN_TRACE_ID`.
//
// https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html

/** Lambda stops the next invocation of a function that was invoked so often in one chain. */
export const mostInvocations = 16;

/** The message attribute that carries the header, and the system attribute that Lambda makes of it. */
const carrier = 'AWSTraceHeader';

const nameOf = (arn: string) => createHash('sha256').update(arn).digest('hex').slice(0, 8);

function lineageOf(header: string): ReadonlyMap<string, number> {
  const [, lineage = ''] = /(?:^|;)\s*Lineage=([^;]*)/.exec(header) ?? [];
  return new Map(
    lineage.split('|').flatMap((part): [string, number][] => {
      const [, name, count] = /^([0-9a-f]{8}):(\d+)$/.exec(part) ?? [];
      return name === undefined ? [] : [[name, Number(count)]];
    }),
  );
}

/** How often the function was invoked in the chain of a message. */
export const invocationsIn = (header: string | undefined, arn: string): number =>
  lineageOf(header ?? '').get(nameOf(arn)) ?? 0;

/** The header of an invocation with these messages, which counts as one more of the function. */
export function headerOfInvocation(headers: readonly (string | undefined)[], arn: string): string {
  const counts = new Map<string, number>();
  for (const header of headers) {
    for (const [name, count] of lineageOf(header ?? '')) {
      counts.set(name, Math.max(count, counts.get(name) ?? 0));
    }
  }
  counts.set(nameOf(arn), (counts.get(nameOf(arn)) ?? 0) + 1);
  const lineage = [...counts].map(([name, count]) => `${name}:${count}`).join('|');
  const seconds = Math.floor(Date.now() / 1_000).toString(16);
  const root = `1-${seconds}-${randomBytes(12).toString('hex')}`;
  return `Root=${root};Parent=${randomBytes(8).toString('hex')};Sampled=0;Lineage=${lineage}`;
}

/** The text of a call of SQS, whose messages carry the call's header. */
export function withTraceHeader(target: string, text: string, header: string | undefined): string {
  if (!header || !/^AmazonSQS\.SendMessage(?:Batch)?$/.test(target)) return text;
  const attribute = { DataType: 'String', StringValue: header };
  const carrying = (message: JsonObject): JsonObject => ({
    ...message,
    MessageAttributes: {
      ...(isObject(message.MessageAttributes) && message.MessageAttributes),
      [carrier]: attribute,
    },
  });
  const call = objectOf(parseJson(text), 'The call');
  return JSON.stringify(
    call.Entries === undefined
      ? carrying(call)
      : { ...call, Entries: listOf(call.Entries).filter(isObject).map(carrying) },
  );
}

/** A received message as SQS shows it: with the header among its system attributes. */
export function withSystemAttribute(message: JsonObject): JsonObject {
  const header = traceHeaderOf(message);
  if (header === undefined) return message;
  const { [carrier]: _, ...MessageAttributes } = objectOf(message.MessageAttributes, 'attributes');
  const Attributes = { ...objectOf(message.Attributes, 'Attributes'), [carrier]: header };
  return { ...message, Attributes, MessageAttributes };
}

function traceHeaderOf({ MessageAttributes }: JsonObject): string | undefined {
  const carried = isObject(MessageAttributes) ? MessageAttributes[carrier] : undefined;
  return isObject(carried) ? optionalString(carried.StringValue) : undefined;
}

/** The header of a message with its system attributes. */
export const headerOf = ({ Attributes }: JsonObject): string | undefined =>
  isObject(Attributes) ? optionalString(Attributes[carrier]) : undefined;
