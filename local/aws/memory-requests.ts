import { EventEmitter } from 'node:events';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Readable, Writable } from 'node:stream';
import type { ForwardedCall, ProxyResponse } from './proxy-response.ts';

/** Answers a request, given its whole body. A rejection looks like a broken connection. */
export type Answerer = (body: Buffer) => ForwardedCall;

/** The address and headers of a request, before its body. */
export interface RequestHead {
  readonly host: string;
  readonly port: number;
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly timeoutMs: number | undefined;
}

/**
 * Replaces `http.request` of this thread. Requests for which `find` returns an answer are answered
 * in memory; all others connect. Clients see the same behaviour as over a connection.
 *
 * @param now the time that answers state, as those of a server do
 */
export function answerInMemory(
  find: (head: RequestHead) => Answerer | undefined,
  now: () => Date,
): void {
  const connect = http.request;
  const request = (...args: readonly unknown[]) => {
    const head = headOf(args);
    const answer = head && find(head);
    if (!head || !answer) return Reflect.apply(connect, http, args);
    const answered = requestInMemory(head, answer, now);
    const listener = args.find(isListener);
    if (listener) answered.once('response', listener);
    return answered;
  };
  Object.assign(http, { request });
  syncBuiltinESMExports();
}

/** Reads the arguments of `http.request`; undefined if they do not match its documentation. */
function headOf([first, second]: readonly unknown[]): RequestHead | undefined {
  const url =
    typeof first === 'string' ? URL.parse(first) : first instanceof URL ? first : undefined;
  const given = url ? second : first;
  const options = isOptions(given) ? given : url ? {} : undefined;
  // A list of headers stays as it is: the client wrote it on purpose.
  const headers = options?.headers ?? {};
  if (!options || !isNames(headers)) return undefined;
  return {
    host: options.hostname ?? options.host ?? url?.hostname ?? 'localhost',
    port: Number(options.port ?? (url?.port || 80)),
    method: options.method ?? 'GET',
    path: options.path ?? (url ? url.pathname + url.search : '/'),
    headers,
    timeoutMs: options.timeout,
  };
}

const isNames = (headers: unknown): headers is http.OutgoingHttpHeaders =>
  typeof headers === 'object' && headers !== null && !Array.isArray(headers);
const isOptions = (value: unknown): value is http.RequestOptions =>
  typeof value === 'object' && value !== null && !(value instanceof URL);
const isListener = (value: unknown): value is (response: unknown) => void =>
  typeof value === 'function';

/** The properties of a request's socket that clients read. The socket always looks open. */
function openSocket() {
  const nothing = () => socket;
  const socket = Object.assign(new EventEmitter(), {
    connecting: false,
    destroyed: false,
    writable: true,
    readable: true,
    encrypted: false,
    setKeepAlive: nothing,
    setNoDelay: nothing,
    setTimeout: nothing,
    ref: nothing,
    unref: nothing,
    cork: nothing,
    uncork: nothing,
    destroy: nothing,
  });
  return socket.setMaxListeners(0);
}

function requestInMemory(
  { method, path, host, timeoutMs }: RequestHead,
  answer: Answerer,
  now: () => Date,
): Writable {
  const parts: Buffer[] = [];
  let passed: ForwardedCall | undefined;
  let timer: NodeJS.Timeout | undefined;
  const request = new Writable({
    write(chunk, encoding, done) {
      parts.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
      done();
    },
    final(done) {
      done();
      const [only] = parts;
      passed = answer(only && parts.length === 1 ? only : Buffer.concat(parts));
      passed.answer.then(respond, (error: unknown) => {
        request.destroy(error instanceof Error ? error : new Error(String(error)));
      });
    },
    destroy(error, done) {
      clearTimeout(timer);
      passed?.cancel();
      done(error);
    },
    // The end of its answer closes it, as with a request over a connection.
    autoDestroy: false,
  });
  const respond = ({ status, headers: given, body }: ProxyResponse) => {
    if (request.destroyed) return;
    const headers = { date: now().toUTCString(), ...given };
    clearTimeout(timer);
    passed = undefined;
    const response = new Readable({ read() {} });
    Object.assign(response, {
      statusCode: status,
      statusMessage: http.STATUS_CODES[status] ?? '',
      headers,
      rawHeaders: Object.entries(headers).flat(),
      trailers: {},
      rawTrailers: [],
      httpVersion: '1.1',
      httpVersionMajor: 1,
      httpVersionMinor: 1,
      complete: true,
      req: request,
      socket,
      aborted: false,
    });
    response.push(body);
    response.push(null);
    response.once('close', () => request.emit('close'));
    // Discards a response that has no reader, as a connection does.
    if (!request.emit('response', response)) response.resume();
  };
  const socket = openSocket();
  const waitAtMost = (ms: number) => {
    clearTimeout(timer);
    if (ms > 0) timer = setTimeout(() => request.emit('timeout'), ms);
  };
  Object.assign(request, {
    method,
    path,
    host,
    socket,
    connection: socket,
    reusedSocket: true,
    aborted: false,
    abort: () => request.destroy(),
    setTimeout(ms: number, listener?: () => void) {
      if (listener) request.once('timeout', listener);
      waitAtMost(ms);
      return request;
    },
    setNoDelay() {},
    setSocketKeepAlive() {},
    flushHeaders() {},
    getHeader: () => undefined,
    hasHeader: () => false,
  });
  if (timeoutMs !== undefined) waitAtMost(timeoutMs);
  process.nextTick(() => {
    request.emit('socket', socket);
    socket.emit('connect');
  });
  return request;
}
