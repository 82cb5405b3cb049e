import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { createAddressedServer, isOwnHost } from '../addressed-server.ts';
import { objectOf, parseJson } from '../assembly/json.ts';
import type { Emulator } from '../aws/aws-call.ts';
import { jsonAnswer, type ProxyResponse } from '../aws/proxy-response.ts';
import { ServiceError } from '../aws/service-error.ts';
import type { Caller } from '../iam/function-roles.ts';
import { ownMember } from '../own-member.ts';
import { portOf } from '../port-of.ts';
import { accessRequests, type LocalResources } from './api-calls.ts';
import {
  type DataProxy,
  failed,
  forwardDataCall,
  isDataCall,
  type ProxyCall,
  refuseUnlessAllowed,
} from './data-gate.ts';
import { isMailCall, mailIn, mailRequests } from './mail-calls.ts';
import { missingObjectRequest, objectRequests } from './object-calls.ts';

/** The services that the gate protects, and the callers that it accepts. */
interface IamProxyTarget extends DataProxy {
  readonly resources: LocalResources;
  /** The server for S3, which is started at the first call. */
  s3(): Promise<Emulator>;
  /** The time that answers state. */
  now(): Date;
  /** The function or person with this access key. */
  caller(accessKeyId: string): Caller | undefined;
}

/**
 * An HTTP server in front of the emulators, for AWS clients. Calls of functions to DynamoDB and SQS
 * pass the same checks in the function's own thread.
 */
export interface IamProxy {
  readonly url: string;
  /** On the loopback interface. */
  readonly port: number;
  /** Opens the gate. Calls that arrived before waited. */
  open(guarded: IamProxyTarget): void;
  close(): Promise<void>;
}

/** Starts the gate on a free port. It stays closed until it is opened. */
export async function startIamProxy(): Promise<IamProxy> {
  const opened = Promise.withResolvers<IamProxyTarget>();
  let target: IamProxyTarget | undefined;
  const server = createAddressedServer({}, (request, response) => {
    if (!isOwnHost(request)) {
      response.writeHead(421, { connection: 'close', 'content-length': 0 }).end();
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => {
      const body = Buffer.concat(parts);
      if (target) forwardAuthorized(target, request, body, response);
      else void opened.promise.then((open) => forwardAuthorized(open, request, body, response));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const port = portOf(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    open(those) {
      target = those;
      opened.resolve(those);
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function forwardAuthorized(
  guarded: IamProxyTarget,
  request: http.IncomingMessage,
  body: Buffer,
  response: http.ServerResponse,
) {
  const target = request.headers['x-amz-target'];
  // Only S3 and SES name no target.
  if (typeof target !== 'string') {
    if (isMailCall(request.url)) {
      return send(response, answerToMail(guarded, request, body), guarded.now());
    }
    return forwardToObjects(guarded, request, body, response);
  }
  const call = { target, body };
  const reply = (answer: ProxyResponse) => send(response, answer, guarded.now());
  try {
    const caller = callerOf(guarded, request);
    if (!isDataCall(target)) return reply(answerOf(guarded, caller, call));
    const { answer, cancel } = forwardDataCall(guarded, caller, call);
    response.once('close', () => {
      if (!response.writableEnded) cancel();
    });
    answer.then(reply, () => response.destroy());
  } catch (error) {
    reply(failed(guarded.log, target, error));
  }
}

function send(response: http.ServerResponse, { status, headers, body }: ProxyResponse, now: Date) {
  if (response.destroyed) return;
  response.writeHead(status, { date: now.toUTCString(), ...headers });
  response.end(body);
}

/** A call of KMS or of Secrets Manager, which this program implements itself. */
function answerOf(
  guarded: IamProxyTarget,
  caller: Caller,
  { target, body }: ProxyCall,
): ProxyResponse {
  const [service, operation = ''] = target.split('.');
  const call = objectOf(parseJson(body.toString() || '{}'), 'The call');
  const { keys, secrets } = guarded.resources;
  refuseUnlessAllowed(guarded, caller, accessRequests(guarded.resources, target, call));
  return jsonAnswer(200, (service === 'TrentService' ? keys : secrets).answer(operation, call));
}

/** A call of SES. The mail goes to the log, and nowhere else. */
function answerToMail(
  guarded: IamProxyTarget,
  request: http.IncomingMessage,
  body: Buffer,
): ProxyResponse {
  try {
    const caller = callerOf(guarded, request);
    const mail = mailIn(objectOf(parseJson(body.toString()), 'The call'));
    refuseUnlessAllowed(guarded, caller, mailRequests(guarded.resources.region, mail));
    const message = `mail to ${mail.to.join(', ')}: ${mail.subject}\n${mail.text}`;
    guarded.log({ level: 'info', source: caller.displayName, message });
    return jsonAnswer(200, { MessageId: randomUUID() });
  } catch (error) {
    return failed(guarded.log, 'SES.SendEmail', error);
  }
}

/** A call of S3, which uses methods and paths instead of operations, and XML instead of JSON. */
function forwardToObjects(
  target: IamProxyTarget,
  request: http.IncomingMessage,
  body: Buffer,
  response: http.ServerResponse,
) {
  const { method = 'GET', url = '/' } = request;
  try {
    const caller = callerOf(target, request);
    const refusal = target.access.refusal(caller, objectRequests(target.resources, method, url));
    if (refusal) {
      const source = caller.displayName;
      target.log({ level: 'warn', source, message: refusal.message });
      throw new ServiceError('AccessDenied', refusal.message);
    }
    const refusedIfMissing = () => {
      const ofMissing = missingObjectRequest(target.resources, url);
      return target.access.refusal(caller, [ofMissing])?.message;
    };
    target.s3().then(
      (s3) => forwardObject(s3, request, body, response, refusedIfMissing),
      (error: unknown) => failedObject(target, request, response, error),
    );
  } catch (error) {
    if (error instanceof ServiceError) refuseObject(response, error);
    else failedObject(target, request, response, error);
  }
}

function failedObject(
  { log }: IamProxyTarget,
  { method, url }: http.IncomingMessage,
  response: http.ServerResponse,
  error: unknown,
) {
  log({ level: 'error', source: 'gate', message: `${method} ${url}: ${String(error)}` });
  refuseObject(response, new ServiceError('InternalError', 'The gate failed.'));
}

/**
 * Sends a call to the emulator of S3, and its answer to the caller.
 *
 * @param refusedIfMissing why the caller may not learn that an object is missing; undefined when it
 * may
 */
function forwardObject(
  { host, port, signature, agent }: Emulator,
  { method, url, headers }: http.IncomingMessage,
  body: Buffer,
  response: http.ServerResponse,
  refusedIfMissing: () => string | undefined,
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
    const refused = answered.statusCode === 404 ? refusedIfMissing() : undefined;
    if (refused !== undefined) {
      answered.resume();
      refuseObject(response, new ServiceError('AccessDenied', refused));
      return;
    }
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
  response.writeHead(ownMember(objectStatuses, name) ?? 400, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Raw headers alternate between names and values. */
function notOfConnection(_: string, index: number, raw: string[]): boolean {
  return !ofConnection.has((raw[index - (index % 2)] ?? '').toLowerCase());
}

function callerOf(guarded: IamProxyTarget, { headers }: http.IncomingMessage): Caller {
  const id = accessKeyId(headers.authorization);
  const caller = guarded.caller(id);
  if (caller) return caller;
  const target = headers['x-amz-target'];
  const isObjects = target === undefined;
  const message = `${target ?? 'A call of S3'} was refused: the access key ${id} is no caller's any more, or never was.`;
  guarded.log({ level: 'warn', source: 'gate', message });
  throw new ServiceError(
    isObjects ? 'InvalidAccessKeyId' : 'UnrecognizedClientException',
    'The security token included in the request is invalid.',
  );
}

function accessKeyId(authorization: string | undefined): string {
  return /Credential=([^/,=\s]+)\//.exec(authorization ?? '')?.[1] ?? '';
}
