import http from 'node:http';

/**
 * Idle connections are closed after this time. After Node.js's five seconds, a client on a busy
 * machine would send a request on a connection at the very moment that it is closed.
 */
const keptOpenMs = 60_000;

/**
 * A server that knows to whom each request is addressed: RFC 9112, 3.2. A request with several
 * `Host` headers, or with a malformed one, is answered with 400. A target in absolute form becomes
 * one in origin form, and its host takes the place of the header, which counts for nothing then.
 */
export const createAddressedServer = (
  options: http.ServerOptions,
  answer: http.RequestListener,
): http.Server =>
  http.createServer({ keepAliveTimeout: keptOpenMs, ...options }, (request, response) => {
    const address = addressOf(request);
    if (!address) {
      response.writeHead(400, { connection: 'close', 'content-length': 0 }).end();
      return;
    }
    const { host, target } = address;
    request.url = target;
    if (host !== undefined) setHost(request, host);
    answer(request, response);
  });

/** Whether a host is a name of this machine, with the port of the connection. */
export const isOwnHost = ({ headers, socket }: OwnRequest): boolean =>
  ['127.0.0.1', 'localhost'].some((name) => headers.host === `${name}:${socket.localPort}`);

type OwnRequest = Pick<http.IncomingMessage, 'headers'> & {
  readonly socket: { readonly localPort?: number | undefined };
};

interface Address {
  /** Undefined for a request of HTTP/1.0 without one. */
  readonly host: string | undefined;
  readonly target: string;
}

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const authority = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d{0,5})?$/i;
const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/** The address of a request; undefined for one that RFC 9112 wants refused. */
export function addressOf({
  rawHeaders,
  url = '/',
}: Pick<http.IncomingMessage, 'rawHeaders' | 'url'>): Address | undefined {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && isHost(rawHeaders[at - 1]));
  const [host] = hosts;
  // Node.js has answered a request of HTTP/1.1 without a host already.
  if (hosts.length > 1 || (host !== undefined && !authority.test(host))) return undefined;
  const [begin = '', named] = absoluteForm.exec(url) ?? [];
  // A fragment is never sent.
  if (named === undefined || url.includes('#')) return { host, target: url };
  const rest = url.slice(begin.length);
  return authority.test(named)
    ? { host: named, target: rest.startsWith('/') ? rest : `/${rest}` }
    : undefined;
}

const isHost = (name: string | undefined) => name?.toLowerCase() === 'host';

function setHost(request: http.IncomingMessage, host: string): void {
  request.headers.host = host;
  const at = request.rawHeaders.findIndex((name, index) => index % 2 === 0 && isHost(name));
  if (at >= 0) request.rawHeaders[at + 1] = host;
  else request.rawHeaders.push('Host', host);
}
