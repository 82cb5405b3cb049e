// Shared with parts: connections are opened once.
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';

/** The AWS SDK's own limit for one service. */
const maxConnections = 50;

/** A request with its signature. */
interface SignedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpAnswer {
  readonly statusCode: number;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Kept-alive connections to one endpoint. */
export interface Connections {
  /**
   * Opens a connection for the next request. A failure only shows in that request. Plain HTTP opens
   * none.
   */
  openEarly(): void;
  /**
   * Sends a POST and resolves to the answer, whatever its status.
   *
   * @param timeoutMs limit for the whole exchange, the answer's last byte included
   * @throws `TimeoutError` past the limit; otherwise an error of Node.js, such as `ECONNREFUSED`
   */
  post(request: SignedRequest, timeoutMs: number): Promise<HttpAnswer>;
  /** Closes all connections, also those in use. */
  close(): void;
}

export function connectionsTo({ protocol, hostname, port }: URL): Connections {
  const host = hostname.replace(/^\[|\]$/g, '');
  const place = { host, ...(port && { port: Number(port) }) };
  const options = { keepAlive: true, maxSockets: maxConnections };
  const secure = protocol === 'https:' ? new EarlyAgent({ ...options, ...tlsOfAws() }) : undefined;
  const agent = secure ?? new http.Agent(options);
  const { request: open } = secure ? https : http;

  return {
    openEarly() {
      secure?.openEarly({ ...place, port: place.port ?? 443, servername: host });
    },

    post({ path, headers, body }, timeoutMs) {
      return new Promise((resolve, reject) => {
        const request = open({ ...place, method: 'POST', path, headers, agent });
        const timer = setTimeout(() => {
          fail(tooLate(timeoutMs));
          request.destroy();
        }, timeoutMs);
        function fail(error: Error) {
          clearTimeout(timer);
          // The service closed the connection unnoticed, for example while Lambda had frozen the
          // function. The other idle connections are as old, so the next attempt opens a new one.
          if (request.reusedSocket) closeIdle(agent);
          reject(error);
        }
        request.on('error', (error) => fail(namedAsTimeout(error)));
        request.on('response', (response) => {
          const { statusCode = 0, headers } = response;
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => {
            text += part;
          });
          response.on('error', fail);
          response.on('end', () => {
            clearTimeout(timer);
            resolve({ statusCode, headers, body: text });
          });
        });
        request.end(body);
      });
    },

    close: () => agent.destroy(),
  };
}

let secureContext: SecureContext | undefined;

/** The TLS options of all clients of AWS: one context for the whole process. */
export function tlsOfAws(): { readonly secureContext: SecureContext } {
  if (!secureContext) compileHostCheck();
  secureContext ??= createSecureContext();
  return { secureContext };
}

/**
 * Node.js checks each host by a large regular expression, for which V8 makes byte code at the first
 * use and machine code at the second. For a long text it makes machine code at once, which takes a
 * third of the time.
 */
function compileHostCheck() {
  isIP('-'.repeat(1_000));
}

/** An agent that can open its first connection before there is a request. */
class EarlyAgent extends https.Agent {
  #early: Duplex | undefined;

  openEarly(place: { host: string; port: number; servername: string }) {
    const socket = super.createConnection({ ...this.options, ...place });
    if (!socket) return;
    // A failed early connection is not used. The request then opens its own and reports the error.
    socket.on('error', () => undefined);
    // Lets an otherwise idle process end.
    if ('unref' in socket && typeof socket.unref === 'function') socket.unref();
    this.#early = socket;
  }

  override createConnection(...given: Parameters<https.Agent['createConnection']>) {
    const early = this.#early;
    this.#early = undefined;
    if (!early || early.destroyed) return super.createConnection(...given);
    if ('ref' in early && typeof early.ref === 'function') early.ref();
    return early;
  }

  override destroy() {
    this.#early?.destroy();
    super.destroy();
  }
}

/** Headers as the SDK takes them. */
export const asTexts = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function closeIdle(agent: http.Agent) {
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy();
  }
}

/** Node.js gives these errors a code; the AWS SDK and its retries look for this name. */
const timeoutCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

const namedAsTimeout = (error: Error & { code?: string }) =>
  timeoutCodes.has(error.code) ? Object.assign(error, { name: 'TimeoutError' }) : error;

const tooLate = (timeoutMs: number) =>
  Object.assign(new Error(`There was no answer within ${timeoutMs} ms.`), {
    name: 'TimeoutError',
    code: 'ETIMEDOUT',
  });
