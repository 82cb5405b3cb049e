import {
  isObject,
  type JsonObject,
  listOf,
  objectOf,
  optionalString,
  parseJson,
} from '../assembly/json.ts';
import {
  type ForwardedCall,
  jsonAnswer,
  type ProxyResponse,
  type ServiceCalls,
} from '../aws/proxy-response.ts';
import { ServiceError } from '../aws/service-error.ts';
import type { Access } from '../iam/access.ts';
import type { Caller } from '../iam/function-roles.ts';
import type { Log } from '../log.ts';
import { withTraceHeader } from '../services/lineage.ts';
import { type DataResources, dataRequests, tableName } from './api-calls.ts';

/** A call to an AWS service with an API of JSON, without HTTP's framing. */
export interface ProxyCall {
  /** The target, such as `DynamoDB_20120810.PutItem`. */
  readonly target: string;
  readonly body: Buffer;
  /** The header `X-Amzn-Trace-Id` of the caller, which its messages carry. */
  readonly traceHeader?: string | undefined;
}

/**
 * The permissions that calls of DynamoDB and SQS are checked against, and the emulators that
 * receive them.
 */
export interface DataProxy {
  readonly access: Pick<Access, 'refusal'>;
  readonly resources: DataResources;
  readonly dynamodb: ServiceCalls;
  readonly sqs: ServiceCalls;
  /** Stream ARNs in the emulator, by the ARN that callers use. */
  readonly streamArns: ReadonlyMap<string, string>;
  /** Counts the writes to each table. */
  readonly writes: TableWrites;
  readonly log: Log;
}

/** Counts the writes to each table, in memory shared between threads. */
export interface TableWrites {
  readonly tables: readonly string[];
  readonly counts: Int32Array;
}

export function tableWrites(tables: readonly string[]): TableWrites {
  return { tables, counts: new Int32Array(new SharedArrayBuffer(4 * tables.length)) };
}

/** The number of writes to a table so far. */
export function writeCount({ tables, counts }: TableWrites, table: string): number {
  const place = tables.indexOf(table);
  return place < 0 ? 0 : Atomics.load(counts, place);
}

/** Resolves after the next write to a table, by any thread, or after some ms. */
export async function nextWrite(
  { tables, counts }: TableWrites,
  table: string,
  maxMs: number,
): Promise<void> {
  const place = tables.indexOf(table);
  if (place < 0) throw new Error(`There is no table ${table}.`);
  await Atomics.waitAsync(counts, place, Atomics.load(counts, place), maxMs).value;
}

const isData = /^(?:DynamoDB_20120810|DynamoDBStreams_20120810|AmazonSQS)\./;

/** Whether a call is for DynamoDB, its streams or SQS. */
export const isDataCall = (target: string) => isData.test(target);

/**
 * Checks a call of DynamoDB or SQS as IAM does, and forwards it. A refusal is an answer, not an
 * error. The call is parsed once in this thread, for the decision, and its text is passed on.
 */
export function forwardDataCall(proxy: DataProxy, caller: Caller, call: ProxyCall): ForwardedCall {
  const [service = '', operation = ''] = call.target.split('.');
  try {
    const text = call.body.toString() || '{}';
    const body = objectOf(parseJson(text), 'The call');
    refuseUnlessAllowed(proxy, caller, dataRequests(proxy.resources, call.target, body));
    if (service === 'AmazonSQS') {
      return proxy.sqs(call.target, withTraceHeader(call.target, text, call.traceHeader));
    }
    const passed = proxy.dynamodb(call.target, withoutArns(proxy, service, text));
    const written = writtenTables(operation, body);
    if (written.length === 0) return passed;
    const answer = passed.answer.finally(() => {
      for (const name of written) countWrite(proxy.writes, name);
    });
    return { ...passed, answer };
  } catch (error) {
    return { answer: Promise.resolve(failed(proxy.log, call.target, error)), cancel() {} };
  }
}

/** Throws AccessDeniedException, and logs the reason. */
export function refuseUnlessAllowed(
  { access, log }: Pick<DataProxy, 'access' | 'log'>,
  caller: Caller,
  requests: Parameters<Access['refusal']>[1],
): void {
  const refusal = access.refusal(caller, requests);
  if (!refusal) return;
  log({ level: 'warn', source: caller.displayName, message: refusal.message });
  throw new ServiceError('AccessDeniedException', refusal.message);
}

/** The response to a call that was refused, or that failed in the gate itself. */
export function failed(log: Log, target: string, error: unknown): ProxyResponse {
  if (error instanceof ServiceError) return refused(target.split('.')[0] ?? '', error);
  log({ level: 'error', source: 'gate', message: `${target}: ${String(error)}` });
  return jsonAnswer(500, { __type: 'InternalFailure', message: 'The gate failed.' });
}

/** Each service has its own format of error responses, which its clients rely on. */
function refused(service: string, { name, message }: ServiceError): ProxyResponse {
  if (service === 'AmazonSQS') {
    const code = name === 'AccessDeniedException' ? 'AccessDenied' : name;
    return jsonAnswer(
      400,
      { __type: `com.amazonaws.sqs#${code}`, message },
      { 'x-amzn-query-error': `${code};Sender` },
    );
  }
  if (service.startsWith('DynamoDB')) {
    const space =
      name === 'ResourceNotFoundException'
        ? 'amazonaws.dynamodb.v20120810'
        : 'amazon.coral.service';
    return jsonAnswer(400, { __type: `com.${space}#${name}`, message, Message: message });
  }
  return jsonAnswer(400, { __type: name, message });
}

/** Translates names: the emulator knows tables by name only, and has its own stream ARNs. */
function withoutArns({ streamArns }: DataProxy, service: string, text: string): string {
  if (!text.includes('arn:aws:dynamodb:')) return text;
  if (service === 'DynamoDBStreams_20120810') {
    return [...streamArns].reduce((all, [ours, its]) => all.replaceAll(ours, its), text);
  }
  return text.replaceAll(/("TableName"\s*:\s*")arn:aws:dynamodb:[^"/]*:table\/([^"/]+)"/g, '$1$2"');
}

function countWrite({ tables, counts }: TableWrites, table: string) {
  const place = tables.indexOf(table);
  if (place < 0) return;
  Atomics.add(counts, place, 1);
  Atomics.notify(counts, place);
}

function writtenTables(operation: string, call: JsonObject): readonly string[] {
  switch (operation) {
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [tableName(call.TableName)];
    case 'BatchWriteItem':
      return Object.keys(objectOf(call.RequestItems, 'RequestItems')).map(tableName);
    case 'TransactWriteItems': {
      const parts = listOf(call.TransactItems).flatMap((item) =>
        Object.values(objectOf(item, 'An item')).filter(isObject),
      );
      return [...new Set(parts.map(({ TableName }) => optionalString(TableName)))].map(tableName);
    }
    default:
      return [];
  }
}
