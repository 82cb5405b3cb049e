import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { bodyOfStatusMs } from '../../time-limits.ts';
import {
  type Allowed,
  checkedLookup,
  everyAddress,
  type Resolve,
  readTarget,
} from './allowed-address.ts';
import type { HttpRequest, HttpResponse } from './http-message.ts';
import { type SpareConnection, spareConnections } from './spare-connections.ts';

/**
 * Sends a request to a URL that a merchant or customer chose, and never throws. It returns a
 * redirect like any other answer and does not follow it.
 */
export type Send = (request: HttpRequest, options: SendOptions) => Promise<Sent>;

export interface SendOptions {
  /** For the whole exchange, from the DNS look-up to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly allow: Allowed;
  /** Limit of the answer's body, in bytes. */
  readonly maxResponseBytes: number;
  /**
   * The kind of a complete answer. `whole`, which is the default: a body that ends in time and
   * within the limit. `status`: the headers. The result has the part of the body that arrived
   * before it reached the limit, broke off or ran out of time.
   */
  readonly answer?: 'whole' | 'status';
  /**
   * The connection that carries the request. `fresh`, which is the default: a new one. `prepared`:
   * the connection that was prepared for this origin, or a fresh one. `kept alive`: a connection
   * that may have carried other requests. It is only for questions: where it breaks before the
   * answer, the question is sent once more.
   */
  readonly connection?: 'fresh' | 'prepared' | 'kept alive';
  /**
   * Who we are to a server that asks for a certificate of its client, in PEM. Such a request has a
   * fresh connection, whose session no other request resumes.
   */
  readonly identity?: { readonly certificate: string; readonly key: string };
}

/**
 * Opens a connection for the next request to the URL's origin that is sent as `prepared`. The
 * connection closes by itself when no such request comes within seconds. Never throws.
 */
export type PrepareConnection = (url: string, options: Pick<SendOptions, 'allow'>) => void;

export type Sent =
  | { readonly kind: 'answered'; readonly response: HttpResponse }
  /** No byte of the request was sent. */
  | { readonly kind: 'not_sent'; readonly reason: NotSentReason }
  /** Some or all of the request may have arrived. */
  | { readonly kind: 'unknown'; readonly reason: UnknownReason };

type UnknownReason = 'timeout' | 'broken' | 'too_large';

export type NotSentReason =
  | 'invalid request'
  | 'address refused'
  | 'name not found'
  | 'no connection'
  | 'no secure connection'
  | 'timeout before the connection';

/** The same for any method and for binary bodies in both directions. */
export type SendBytes = (request: BytesRequest, options: SendOptions) => Promise<SentBytes>;

export interface BytesRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS';
  /** Absolute, http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface BytesResponse extends Omit<HttpResponse, 'body'> {
  readonly body: Buffer;
}

type SentBytes =
  | { readonly kind: 'answered'; readonly response: BytesResponse }
  | Extract<Sent, { kind: 'not_sent' }>
  | (Extract<Sent, { kind: 'unknown' }> & {
      /** The status of an incomplete answer. */
      readonly status?: number;
    });

interface Egress {
  readonly send: Send;
  readonly sendBytes: SendBytes;
  readonly prepareConnection: PrepareConnection;
}

/** A sender with its own DNS resolver, so that tests decide the addresses of a name. */
export function egressResolvingWith(resolve: Resolve, clock = Date.now): Egress {
  const connections = spareConnections(resolve, clock);
  const context = { resolve, connections };

  const sendBytes: SendBytes = async (request, options) => {
    const { allow, timeoutMs, identity } = options;
    const connection = identity ? 'fresh' : options.connection;
    const url = readTarget(request.url, allow);
    if (!(url instanceof URL)) return notSent(url.kind);
    const startedAt = performance.now();
    const opened =
      connection === 'prepared'
        ? connections.takePrepared(url, allow)
        : connection === 'kept alive' && connections.keptAlive(url, allow);
    if (opened) {
      const sent = await sendOnce(url, request, options, context, opened);
      if (sent.kind !== 'connection lost') return sent;
    }
    const leftMs = timeoutMs - (performance.now() - startedAt);
    const sent = await sendOnce(url, request, { ...options, timeoutMs: leftMs }, context);
    return sent.kind === 'connection lost' ? { kind: 'unknown', reason: 'broken' } : sent;
  };

  return {
    sendBytes,
    async send({ body = '', bytes, ...request }, options) {
      const encoded = bytes ?? Buffer.from(body, 'utf8');
      const sent = await sendBytes({ ...request, body: encoded }, options);
      if (sent.kind === 'not_sent') return sent;
      if (sent.kind === 'unknown') return { kind: 'unknown', reason: sent.reason };
      const { response } = sent;
      return { kind: 'answered', response: { ...response, body: response.body.toString('utf8') } };
    },
    prepareConnection(address, { allow }) {
      const url = readTarget(address, allow);
      if (url instanceof URL) connections.prepare(url, allow);
    },
  };
}

export const { send, sendBytes, prepareConnection } = egressResolvingWith(everyAddress);

/** A connection that was not opened for this request ended before it had served it. */
interface ConnectionLost {
  readonly kind: 'connection lost';
}

interface SendContext {
  readonly resolve: Resolve;
  readonly connections: ReturnType<typeof spareConnections>;
}

function sendOnce(
  url: URL,
  { method, headers, body }: BytesRequest,
  { timeoutMs, allow, maxResponseBytes, answer = 'whole', identity }: SendOptions,
  { resolve, connections }: SendContext,
  spare?: SpareConnection,
): Promise<SentBytes | ConnectionLost> {
  return new Promise((settled) => {
    const secure = url.protocol === 'https:';
    let written = false;
    let isReused = false;
    let status: number | undefined;
    let arrived: Arrived | undefined;
    let request: ClientRequest | undefined;
    let notSentReason: NotSentReason = 'no connection';

    const finish = (sent: SentBytes | ConnectionLost) => {
      clearTimeout(timer);
      settled(sent.kind === 'unknown' && status !== undefined ? { ...sent, status } : sent);
      const isKept =
        spare?.kind === 'kept alive' && sent.kind === 'answered' && arrived?.response.complete;
      if (!isKept) request?.destroy();
      // The request destroys its socket, unless something other than a connection carried it: the
      // laptop answers requests to its own ports in memory.
      if (spare?.kind === 'prepared') spare.socket.destroy();
    };
    const failed = (reason: UnknownReason, before: NotSentReason) => {
      if (answer === 'status' && arrived) finish(answered(arrived, maxResponseBytes));
      else finish(written ? { kind: 'unknown', reason } : notSent(before));
    };
    const broken = () => {
      // A question may be sent twice, and an unwritten request may go over another connection.
      const mayRepeat = spare?.kind === 'prepared' ? !written : isReused && status === undefined;
      if (mayRepeat) finish({ kind: 'connection lost' });
      else failed('broken', notSentReason);
    };
    const startedAt = performance.now();
    let timer = setTimeout(
      () => failed('timeout', 'timeout before the connection'),
      Math.max(0, timeoutMs),
    );

    const lookup = checkedLookup(resolve, allow, (reason) => {
      notSentReason = reason;
    });
    try {
      request = (secure ? httpsRequest : httpRequest)(url, {
        method,
        headers: {
          'accept-encoding': 'identity',
          ...headers,
          ...((body.length > 0 || !bodiless.has(method)) && { 'content-length': body.length }),
        },
        lookup,
        ...(secure && !identity && connections.resuming(url, allow)),
        ...(identity && { cert: identity.certificate, key: identity.key }),
        ...carrying(spare),
      });
    } catch {
      finish(notSent('invalid request')); // A header that HTTP cannot carry.
      return;
    }

    const opened = request;
    const write = () => {
      written = true;
      opened.end(body);
    };
    // Nothing is written before the connection stands (with https: before its certificate is
    // verified). Until then a failure is a definite "not sent".
    opened.once('socket', (socket) => {
      if (connections.isReady(socket)) {
        isReused = spare?.kind === 'kept alive';
        if (socket.destroyed || (isReused && connections.wasIdleTooLong(socket))) broken();
        else write();
        return;
      }
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        connections.markReady(socket);
        if (!identity) connections.keepSession(url, allow, socket);
        write();
      });
      socket.once('connect', () => {
        if (secure) notSentReason = 'no secure connection';
      });
    });
    opened.once('response', (response) => {
      opened.off('close', broken);
      status = response.statusCode;
      const { socket } = response;
      const arriving: Arrived = { response, chunks: [] };
      arrived = arriving;
      if (answer === 'status') {
        // The answer counts already. A receiver that sends its body byte by byte holds up nothing.
        clearTimeout(timer);
        timer = setTimeout(
          () => failed('timeout', notSentReason),
          Math.max(0, Math.min(bodyOfStatusMs, timeoutMs - (performance.now() - startedAt))),
        );
      }
      read(arriving, maxResponseBytes).then((isWhole) => {
        connections.markReady(socket);
        if (isWhole) finish(answered(arriving, maxResponseBytes));
        else failed('too_large', notSentReason);
      }, broken);
    });
    opened.on('error', broken);
    opened.once('close', broken);
  });
}

/**
 * The connection of a request. A request that may change anything has its own: a connection that
 * was used before may be closed just as we write, and then it is unknown whether the request
 * arrived.
 */
const carrying = (spare?: SpareConnection): Pick<RequestOptions, 'agent' | 'createConnection'> =>
  spare?.kind === 'prepared'
    ? { createConnection: () => spare.socket }
    : { agent: spare?.agent ?? false };

/** Methods whose requests have no body headers when there is no body. */
const bodiless: ReadonlySet<BytesRequest['method']> = new Set(['GET', 'HEAD', 'OPTIONS']);

const notSent = (reason: NotSentReason) => ({ kind: 'not_sent', reason }) as const;

/** The part of an answer that has arrived. */
interface Arrived {
  readonly response: IncomingMessage;
  readonly chunks: Uint8Array[];
}

/** Reads the body up to the limit; false when it is longer. */
async function read({ response, chunks }: Arrived, maxBytes: number): Promise<boolean> {
  let bytes = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) throw new Error('An answer in bytes was expected.');
    bytes += chunk.byteLength;
    chunks.push(chunk);
    if (bytes > maxBytes) return false;
  }
  return true;
}

function answered({ response, chunks }: Arrived, maxBytes: number): SentBytes {
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')] as const],
  );
  return {
    kind: 'answered',
    response: {
      status: response.statusCode ?? 0,
      headers: Object.fromEntries(headers),
      body: Buffer.concat(chunks).subarray(0, maxBytes),
    },
  };
}
