import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import type { Emulator } from '../../../local/aws/aws-call.ts';

/** Faults of DynamoDB that its emulator never has. */
type DatabaseFault =
  /** Refused for now, by either of the two names that it has for that. */
  | 'throttled'
  | 'capacity exceeded'
  /** A transaction is refused because of another one on the same item. */
  | 'transaction conflict'
  /** The other one is half written: it stands in the way of the last write, and the first meets it. */
  | 'half a transaction'
  /** A write of one item is refused because that is in a transaction. */
  | 'item in a transaction'
  /** A transaction comes again while its first try is under way. */
  | 'transaction in progress'
  /** It fails by itself. */
  | 'internal error'
  /** A read that may be stale is: it shows the items as they were before their last write. */
  | 'stale'
  /** It carries the request out, and the connection breaks before the answer. */
  | 'answer lost'
  /** It carries the request out, and answers after its client has stopped waiting. */
  | 'answer late'
  /** Nothing arrives. */
  | 'unreachable';

/** A call, such as `PutItem`, and its fault. */
interface SeenCall {
  readonly operation: string;
  readonly fault: DatabaseFault | undefined;
}

export interface FaultyDatabase {
  /** Where the database seems to listen. */
  readonly url: string;
  /** Decides which calls fail from now on, and how; without an argument none does. */
  behave(plan?: (operation: string) => DatabaseFault | undefined): void;
  /** Has the next calls of an operation meet these faults, one after the other; then it is calm. */
  next(operation: string, ...faults: readonly DatabaseFault[]): void;
  /** The calls since this was last asked. */
  seen(): readonly SeenCall[];
  stop(): Promise<void>;
}

/** Longer than the product waits for one answer of the table, in milliseconds. */
const lateMs = 1_200;

type Attributes = Readonly<Record<string, unknown>>;
type Json = Readonly<Record<string, unknown>>;

/**
 * Stands in front of an emulator and treats its calls as only the real one does. It knows how
 * every item was before its last write, because it looks before it lets a write pass.
 */
export async function faultyDatabase(emulator: Emulator): Promise<FaultyDatabase> {
  let plan: (operation: string) => DatabaseFault | undefined = () => undefined;
  let calls: SeenCall[] = [];
  const earlier = new Map<string, Attributes | undefined>();

  const server = http.createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const body = await textOf(request);
    const operation = operationOf(request.headers);
    const fault = plan(operation);
    calls.push({ operation, fault });
    const asked = parsed(body);

    switch (fault) {
      case 'throttled':
        return refuse(response, 400, 'ThrottlingException');
      case 'capacity exceeded':
        return refuse(response, 400, 'ProvisionedThroughputExceededException');
      case 'transaction conflict':
        return refuse(response, 400, 'TransactionCanceledException', {
          CancellationReasons: writesOf(asked).map((_, index) => ({
            Code: index === 0 ? 'TransactionConflict' : 'None',
          })),
        });
      case 'half a transaction':
        return refuse(response, 400, 'TransactionCanceledException', {
          CancellationReasons: writesOf(asked).map((_, index, { length }) => ({
            Code: index === length - 1 ? 'ConditionalCheckFailed' : 'TransactionConflict',
          })),
        });
      case 'item in a transaction':
        return refuse(response, 400, 'TransactionConflictException');
      case 'transaction in progress':
        return refuse(response, 400, 'TransactionInProgressException');
      case 'internal error':
        return refuse(response, 500, 'InternalServerError');
      case 'unreachable':
        return void request.socket.destroy();
      default:
    }

    await rememberWhatIsThere(asked, request.headers);
    const answer = await forward(emulator, request.headers, body);
    if (fault === 'answer lost') return void request.socket.destroy();
    if (fault === 'answer late') await new Promise((resolve) => setTimeout(resolve, lateMs));
    const text = fault === 'stale' ? stale(operation, asked, answer.text) : answer.text;
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
  }

  /** Notes the items that are about to be written, as they are now. */
  async function rememberWhatIsThere(asked: Json, headers: IncomingHttpHeaders) {
    const keys = writesOf(asked)
      .map(keyOfWrite)
      .filter((key) => key !== undefined);
    for (const Key of keys) {
      const question = { TableName: tableOf(asked), Key, ConsistentRead: true };
      const asking = { ...headers, 'x-amz-target': `${apiVersion}.GetItem` };
      const { text } = await forward(emulator, asking, JSON.stringify(question));
      const { Item: found } = parsed(text);
      earlier.set(placeOf(Key), isJson(found) ? found : undefined);
    }
  }

  /** An answer of the database with every item as it was before its last write. */
  function stale(operation: string, asked: Json, text: string): string {
    const answer = parsed(text);
    const mayBeStale = asked.ConsistentRead !== true;
    if (!mayBeStale) return text;
    const { Key: key } = asked;
    if (operation === 'GetItem' && isJson(key) && earlier.has(placeOf(key))) {
      const { Item: _, ...rest } = answer;
      const before = earlier.get(placeOf(key));
      return JSON.stringify(before ? { ...rest, Item: before } : rest);
    }
    if (operation === 'Query' && Array.isArray(answer.Items)) {
      const Items = answer.Items.filter(isJson).flatMap((item) => {
        const place = placeOf(item);
        if (!earlier.has(place)) return [item];
        const before = earlier.get(place);
        return before ? [asked.IndexName === undefined ? before : item] : [];
      });
      return JSON.stringify({ ...answer, Items, Count: Items.length });
    }
    return text;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port and not on a pipe.
  return {
    url: `http://127.0.0.1:${port}`,
    behave(next = () => undefined) {
      plan = next;
    },
    next(operation, ...faults) {
      const left = [...faults];
      plan = (one) => (one === operation ? left.shift() : undefined);
    },
    seen() {
      const all = calls;
      calls = [];
      return all;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const apiVersion = 'DynamoDB_20120810';

const operationOf = (headers: IncomingHttpHeaders) =>
  String(headers['x-amz-target'] ?? '').replace(`${apiVersion}.`, '');

function refuse(response: ServerResponse, status: number, name: string, more: Json = {}) {
  response
    .writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
    .end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, ...more }));
}

function forward({ host, port, agent }: Emulator, headers: IncomingHttpHeaders, body: string) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { 'transfer-encoding': _, ...kept } = headers;
    const request = http.request({
      host,
      port,
      agent,
      method: 'POST',
      path: '/',
      // The emulator answers only requests to its own address.
      headers: { ...kept, host: `${host}:${port}`, 'content-length': Buffer.byteLength(body) },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      textOf(response).then(
        (text) => resolve({ status: response.statusCode ?? 500, text }),
        reject,
      );
    });
    request.end(body);
  });
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const parsed = (text: string): Json =>
  v.parse(v.record(v.string(), v.unknown()), JSON.parse(text || '{}'));

/** The single writes of a call: of a transaction each of its own, otherwise the call itself. */
function writesOf(asked: Json): readonly Json[] {
  if (Array.isArray(asked.TransactItems)) {
    return asked.TransactItems.filter(isJson).flatMap((one) => Object.values(one).filter(isJson));
  }
  const writes = ['Item', 'UpdateExpression'].some((member) => member in asked);
  return writes ? [asked] : [];
}

const keyOfWrite = ({ Item: item, Key: key }: Json): Json | undefined => {
  const of = isJson(item) ? item : key;
  return isJson(of) ? { pk: of.pk, sk: of.sk } : undefined;
};

const tableOf = (asked: Json) => asked.TableName ?? writesOf(asked)[0]?.TableName;

const placeOf = ({ pk, sk }: Json) => JSON.stringify([pk, sk]);
