import { lookup } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { HttpRequest, HttpResponse } from '../connectors/interface/exchange.ts';

/**
 * Sends a request to a URL that a merchant or customer chose, and never throws. It returns a
 * redirect like any other answer and does not follow it.
 */
export type Send = (request: HttpRequest, options: SendOptions) => Promise<Sent>;

export interface SendOptions {
  /** For the whole exchange, from the DNS look-up to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Loopback is for a laptop, where processor and merchant may run on the same machine. */
  readonly allow: 'public' | 'public and loopback';
  /** Limit of the answer's body, in bytes. */
  readonly maxResponseBytes: number;
}

export type Sent =
  | { readonly kind: 'answered'; readonly response: HttpResponse }
  /** No byte of the request was sent. */
  | { readonly kind: 'not_sent'; readonly reason: NotSentReason }
  /** Some or all of the request may have arrived. */
  | { readonly kind: 'unknown'; readonly reason: 'timeout' | 'broken' | 'too_large' };

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

/** Every IP address of a host name. Rejects when there is none. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** A sender with its own DNS resolver, so that tests decide what a name resolves to. */
export const sendResolvingWith = (resolve: Resolve): Send => {
  const sendBytes = sendBytesResolvingWith(resolve);
  return async ({ body = '', bytes, ...request }, options) => {
    const sent = await sendBytes({ ...request, body: bytes ?? Buffer.from(body, 'utf8') }, options);
    if (sent.kind === 'not_sent') return sent;
    if (sent.kind === 'unknown') return { kind: 'unknown', reason: sent.reason };
    const { response } = sent;
    return { kind: 'answered', response: { ...response, body: response.body.toString('utf8') } };
  };
};

export const sendBytesResolvingWith =
  (resolve: Resolve): SendBytes =>
  (request, options) => {
    const url = parseTarget(request.url);
    if (!url) return Promise.resolve(notSent('invalid request'));
    if (!mayConnect(withoutBrackets(url.hostname), options.allow)) {
      return Promise.resolve(notSent('address refused'));
    }
    return sendOnce(url, request, options, resolve);
  };

const everyAddress: Resolve = (hostname) => lookup(hostname, { all: true });

export const send: Send = sendResolvingWith(everyAddress);
export const sendBytes: SendBytes = sendBytesResolvingWith(everyAddress);

/**
 * Allows http and https only, and no user name or password: these would end up in logs and errors.
 */
function parseTarget(address: string): URL | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return url;
}

/** An IPv6 address without the brackets that a URL puts around it. */
const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * A host that is an IP address must be allowed; a name is judged by the addresses it resolves to.
 */
const mayConnect = (host: string, allow: SendOptions['allow']) =>
  isIP(host) === 0 || isAllowed(host, allow);

function sendOnce(
  url: URL,
  { method, headers, body }: BytesRequest,
  { timeoutMs, allow, maxResponseBytes }: SendOptions,
  resolve: Resolve,
): Promise<SentBytes> {
  return new Promise((settled) => {
    const secure = url.protocol === 'https:';
    let written = false;
    let status: number | undefined;
    let request: ClientRequest | undefined;
    let notSentReason: NotSentReason = 'no connection';

    const finish = (sent: SentBytes) => {
      clearTimeout(timer);
      settled(sent.kind === 'unknown' && status !== undefined ? { ...sent, status } : sent);
      request?.destroy();
    };
    const failed = (reason: 'timeout' | 'broken', before: NotSentReason) =>
      finish(written ? { kind: 'unknown', reason } : notSent(before));
    const broken = () => failed('broken', notSentReason);
    const timer = setTimeout(
      () => failed('timeout', 'timeout before the connection'),
      Math.max(0, timeoutMs),
    );

    try {
      request = (secure ? httpsRequest : httpRequest)(url, {
        method,
        headers: {
          'accept-encoding': 'identity',
          ...headers,
          ...((body.length > 0 || !bodiless.has(method)) && { 'content-length': body.length }),
        },
        // Each request has its own connection. A kept-alive connection may be closed just as we
        // write, and then it is unknown whether the request arrived.
        agent: false,
        // Node resolves the name for the very connection that it opens. So a name cannot resolve to
        // one address for the check and to another for the connection.
        lookup: (hostname, { all }, found) => {
          const refuse = (reason: NotSentReason) => {
            notSentReason = reason;
            found(new Error(reason), []);
          };
          resolve(hostname).then(
            (addresses) => {
              const [first] = addresses;
              if (!first) refuse('name not found');
              else if (!addresses.every(({ address }) => isAllowed(address, allow))) {
                refuse('address refused');
              } else if (all) found(null, [...addresses]);
              else found(null, first.address, first.family);
            },
            () => refuse('name not found'),
          );
        },
      });
    } catch {
      finish(notSent('invalid request')); // A header that HTTP cannot carry.
      return;
    }

    const opened = request;
    // Nothing is written before the connection stands (with https: before its certificate is
    // verified). Until then a failure is a definite "not sent".
    opened.once('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        written = true;
        opened.end(body);
      });
      socket.once('connect', () => {
        if (secure) notSentReason = 'no secure connection';
      });
    });
    opened.once('response', (response) => {
      opened.off('close', broken);
      status = response.statusCode;
      read(response, maxResponseBytes).then(finish, broken);
    });
    opened.on('error', broken);
    opened.once('close', broken);
  });
}

/** Methods whose requests have no body headers when there is no body. */
const bodiless: ReadonlySet<BytesRequest['method']> = new Set(['GET', 'HEAD', 'OPTIONS']);

const notSent = (reason: NotSentReason) => ({ kind: 'not_sent', reason }) as const;

async function read(response: IncomingMessage, maxBytes: number): Promise<SentBytes> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) throw new Error('An answer in bytes was expected.');
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return { kind: 'unknown', reason: 'too_large' };
    chunks.push(chunk);
  }
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')] as const],
  );
  return {
    kind: 'answered',
    response: {
      status: response.statusCode ?? 0,
      headers: Object.fromEntries(headers),
      body: Buffer.concat(chunks),
    },
  };
}

/** Whether an address (not a name) may be connected to. */
export function isAllowed(address: string, allow: SendOptions['allow']): boolean {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (isIP(address) === 0) return false;
  if (allow === 'public and loopback' && loopback[family](address)) return true;
  return !reservedNetworks[family](address);
}

/**
 * Tells whether an IP address is in one of these networks; builds their list at the first call.
 * Each family has its own list: a mixed list compares IPv4 addresses with IPv6 networks too.
 */
const isInNetworks = (family: 'ipv4' | 'ipv6', networks: readonly string[]) => {
  let list: BlockList | undefined;
  return (address: string): boolean => {
    list ??= blockListOf(family, networks);
    return list.check(address, family);
  };
};

function blockListOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', prefix] = network.split('/');
    list.addSubnet(base, Number(prefix), family);
  }
  return list;
}

const loopback = {
  ipv4: isInNetworks('ipv4', ['127.0.0.0/8']),
  ipv6: isInNetworks('ipv6', ['::1/128']),
};

/** What the IANA special-purpose registries reserve, and clouds' own addresses. */
const reservedNetworks = {
  ipv4: isInNetworks('ipv4', [
    '0.0.0.0/8', // this network
    '10.0.0.0/8', // private
    '100.64.0.0/10', // carrier-grade NAT
    '127.0.0.0/8', // loopback
    '168.63.129.16/32', // Azure's host
    '169.254.0.0/16', // link-local, with the metadata services of the clouds
    '172.16.0.0/12', // private
    '192.0.0.0/24', // protocol assignments
    '192.0.2.0/24', // documentation
    '192.88.99.0/24', // 6to4 relays
    '192.168.0.0/16', // private
    '198.18.0.0/15', // benchmarks
    '198.51.100.0/24', // documentation
    '203.0.113.0/24', // documentation
    '224.0.0.0/4', // multicast
    '240.0.0.0/4', // reserved, and broadcast
  ]),
  ipv6: isInNetworks('ipv6', [
    // Only 2000::/3 is assigned to the public internet. Outside of it are loopback, IPv4 in IPv6
    // (mapped, compatible, NAT64), unique local, link-local and multicast addresses.
    '::/3',
    '4000::/2',
    '8000::/1',
    '2001::/23', // protocol assignments, with Teredo
    '2001:db8::/32', // documentation
    '2002::/16', // 6to4: IPv4 in IPv6
    '3fff::/20', // documentation
  ]),
};
