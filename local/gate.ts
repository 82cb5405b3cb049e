import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Access } from './access.ts';
import { accessRequests, type Estate, tableName } from './api-calls.ts';
import { awsCall, type Emulator } from './aws-call.ts';
import type { Caller } from './function-roles.ts';
import { isObject, type JsonObject, listOf, objectOf, optionalString, parseJson } from './json.ts';
import type { Log } from './log.ts';
import { objectRequests } from './object-calls.ts';
import { ServiceError } from './service-error.ts';
import { bringsIterator, namingIterators } from './shard-iterators.ts';

/** What the gate guards, and whom it lets in. */
export interface Guarded {
  readonly access: Access;
  readonly estate: Estate;
  readonly dynamodb: Emulator;
  readonly sqs: Emulator;
  readonly s3: Emulator;
  /** What calls with this access key. */
  caller(accessKeyId: string): Caller | undefined;
  /** Told the table's name after a call that may have changed it. */
  tableWritten(name: string): void;
  /** Replaces the ARN of a stream by the one it has in the emulator. */
  localStreamArn(text: string): string;
  readonly log: Log;
}

/** An HTTP server in front of the emulators, to which the AWS clients of all functions talk. */
export interface Gate {
  readonly url: string;
  /** Opens the gate; calls that came before wait. */
  open(guarded: Guarded): void;
  close(): Promise<void>;
}

/** Starts the gate on a free port, closed. */
export async function startGate(): Promise<Gate> {
  const opened = Promise.withResolvers<Guarded>();
  let guarded: Guarded | undefined;
  const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => {
      const body = Buffer.concat(parts);
      if (guarded) pass(guarded, request, body, response);
      else void opened.promise.then((open) => pass(open, request, body, response));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    open(those) {
      guarded = those;
      opened.resolve(those);
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function pass(
  guarded: Guarded,
  request: http.IncomingMessage,
  body: Buffer,
  response: http.ServerResponse,
) {
  // S3 alone names what it is asked for in the path.
  if (request.headers['x-amz-target'] === undefined) {
    return passToObjects(guarded, request, body, response);
  }
  const target = String(request.headers['x-amz-target']);
  const [service = '', operation = ''] = target.split('.');
  try {
    const caller = callerOf(guarded, request);
    const call = objectOf(parseJson(body.toString() || '{}'), 'The call');
    const refusal = guarded.access.refusal(caller, accessRequests(guarded.estate, target, call));
    if (refusal) {
      const source = caller.displayName;
      guarded.log({ level: 'warn', source, message: refusal.message });
      throw new ServiceError('AccessDeniedException', refusal.message);
    }
    if (service === 'TrentService') {
      answer(response, 200, guarded.estate.keys.answer(operation, call));
    } else if (service === 'secretsmanager') {
      answer(response, 200, guarded.estate.secrets.answer(operation, call));
    } else if (service === 'AmazonSQS') {
      forward(guarded.sqs, request, body, response);
    } else if (bringsIterator(target)) {
      passToShard(guarded, target, body, response);
    } else {
      const plain = withoutArns(guarded, service, body);
      const written = writtenTables(operation, call);
      forward(guarded.dynamodb, request, plain, response, () => {
        for (const name of written) guarded.tableWritten(name);
      });
    }
  } catch (error) {
    if (error instanceof ServiceError) refuse(response, service, error);
    else {
      guarded.log({ level: 'error', source: 'gate', message: `${target}: ${String(error)}` });
      answer(response, 500, { __type: 'InternalFailure', message: 'The gate failed.' });
    }
  }
}

/** A call whose answer brings a shard iterator, which has to name its stream. */
function passToShard(
  guarded: Guarded,
  target: string,
  body: Buffer,
  response: http.ServerResponse,
) {
  const [service = ''] = target.split('.');
  const call = parseJson(withoutArns(guarded, service, body).toString());
  namingIterators(awsCall(guarded.dynamodb))(target, objectOf(call, 'The call')).then(
    (answered) => answer(response, 200, answered),
    ({ name, message }) => refuse(response, service, new ServiceError(name, message)),
  );
}

/** A call of S3: methods and paths instead of operations, XML instead of JSON. */
function passToObjects(
  guarded: Guarded,
  request: http.IncomingMessage,
  body: Buffer,
  response: http.ServerResponse,
) {
  const { method = 'GET', url = '/' } = request;
  try {
    const caller = callerOf(guarded, request);
    const refusal = guarded.access.refusal(caller, objectRequests(guarded.estate, method, url));
    if (refusal) {
      const source = caller.displayName;
      guarded.log({ level: 'warn', source, message: refusal.message });
      throw new ServiceError('AccessDenied', refusal.message);
    }
    forwardObject(guarded.s3, request, body, response);
  } catch (error) {
    if (error instanceof ServiceError) refuseObject(response, error);
    else {
      guarded.log({
        level: 'error',
        source: 'gate',
        message: `${method} ${url}: ${String(error)}`,
      });
      refuseObject(response, new ServiceError('InternalError', 'The gate failed.'));
    }
  }
}

function forwardObject(
  { host, port, signature, agent }: Emulator,
  { method, url, headers }: http.IncomingMessage,
  body: Buffer,
  response: http.ServerResponse,
) {
  const passed = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
  const upstream = http.request({
    host,
    port,
    agent,
    method,
    path: url,
    headers: {
      ...Object.fromEntries(passed),
      host: `${host}:${port}`,
      ...signature,
      'content-length': body.length,
    },
  });
  upstream.once('response', (answered) => {
    response.writeHead(answered.statusCode ?? 500, answered.rawHeaders.filter(notOfConnection));
    answered.pipe(response);
  });
  upstream.once('error', (error) => {
    if (response.headersSent) response.destroy();
    else refuseObject(response, new ServiceError('InternalError', error.message));
  });
  upstream.end(body);
}

const objectStatuses: Readonly<Record<string, number>> = {
  AccessDenied: 403,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  NoSuchBucket: 404,
  NotImplemented: 501,
};

function refuseObject(response: http.ServerResponse, { name, message }: ServiceError) {
  const plain = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${name}</Code><Message>${plain}</Message></Error>`;
  response.writeHead(objectStatuses[name] ?? 400, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

function forward(
  { host, port, signature, agent }: Emulator,
  { method, headers }: http.IncomingMessage,
  body: Buffer,
  response: http.ServerResponse,
  done?: () => void,
) {
  const upstream = http.request({
    host,
    port,
    agent,
    method,
    path: '/',
    headers: {
      ...signature,
      'content-type': headers['content-type'],
      'content-length': body.length,
      'x-amz-target': headers['x-amz-target'],
    },
  });
  upstream.once('response', (answered) => {
    response.writeHead(answered.statusCode ?? 500, answered.rawHeaders.filter(notOfConnection));
    answered.pipe(response);
    if (done) answered.once('end', done);
  });
  upstream.once('error', (error) => {
    if (response.headersSent) response.destroy();
    else answer(response, 500, { __type: 'InternalFailure', message: error.message });
  });
  // A caller that hangs up stops its long poll, so that no message is given to nobody.
  response.once('close', () => {
    if (!response.writableEnded) upstream.destroy();
  });
  upstream.end(body);
}

const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Raw headers alternate between names and values. */
function notOfConnection(_: string, index: number, raw: string[]): boolean {
  return !ofConnection.has((raw[index - (index % 2)] ?? '').toLowerCase());
}

function answer(response: http.ServerResponse, status: number, body: JsonObject) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

/** Each service wraps its errors a little differently, and clients go by that. */
function refuse(response: http.ServerResponse, service: string, { name, message }: ServiceError) {
  if (service === 'AmazonSQS') {
    const code = name === 'AccessDeniedException' ? 'AccessDenied' : name;
    response.setHeader('x-amzn-query-error', `${code};Sender`);
    answer(response, 400, { __type: `com.amazonaws.sqs#${code}`, message });
  } else if (service.startsWith('DynamoDB')) {
    const space =
      name === 'ResourceNotFoundException'
        ? 'amazonaws.dynamodb.v20120810'
        : 'amazon.coral.service';
    answer(response, 400, { __type: `com.${space}#${name}`, message, Message: message });
  } else {
    answer(response, 400, { __type: name, message });
  }
}

function callerOf(guarded: Guarded, { headers }: http.IncomingMessage): Caller {
  const caller = guarded.caller(accessKeyId(headers.authorization));
  if (caller) return caller;
  const isObjects = headers['x-amz-target'] === undefined;
  throw new ServiceError(
    isObjects ? 'InvalidAccessKeyId' : 'UnrecognizedClientException',
    'The security token included in the request is invalid.',
  );
}

function accessKeyId(authorization: string | undefined): string {
  return /Credential=([^/,\s]+)\//.exec(authorization ?? '')?.[1] ?? '';
}

/** The emulator knows tables by name only, and streams by ARNs of its own. */
function withoutArns({ localStreamArn }: Guarded, service: string, body: Buffer): Buffer {
  if (!body.includes('arn:aws:dynamodb:')) return body;
  const text = body.toString();
  if (service === 'DynamoDBStreams_20120810') return Buffer.from(localStreamArn(text));
  return Buffer.from(
    text.replaceAll(/("TableName"\s*:\s*")arn:aws:dynamodb:[^"/]*:table\/([^"/]+)"/g, '$1$2"'),
  );
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

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port is listened on.');
  return address.port;
}
