import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import {
  type Allowed,
  checkedLookup,
  hostOf,
  mayConnect,
  type Resolve,
} from './allowed-address.ts';
import { tlsSessions } from './tls-sessions.ts';

/** A connection that was opened before the request that it carries. */
export type SpareConnection =
  | { readonly kind: 'prepared'; readonly socket: Socket }
  | { readonly kind: 'kept alive'; readonly agent: HttpAgent };

/**
 * How long a prepared connection waits for its request, in ms. A save takes a tenth of that at
 * most; servers close connections on which nothing was asked after five seconds or more.
 */
const maxPreparedMs = 3_000;
/** Prepared connections of a process at one time; a function on Lambda needs one or two. */
const maxPrepared = 16;
/**
 * How long a connection stays open between two questions, in ms. Less than the five seconds of
 * Node.js, the shortest of common servers' time limits, so that a question seldom meets its end.
 */
const maxIdleMs = 4_000;
/** Idle connections to one origin. */
const maxIdle = 4;

interface Prepared {
  readonly socket: Socket;
  readonly expiresAt: number;
  readonly expiry: NodeJS.Timeout;
  /** Closes the connection when the server sends bytes, or ends it, before there is a request. */
  readonly spoil: () => void;
}

/**
 * The prepared and kept connections of a process; each was opened to an address that was checked.
 */
export function spareConnections(resolve: Resolve, clock: () => number) {
  /** When a connection was last ready for a request, in ms; absent while it is opened. */
  const readySince = new WeakMap<object, number>();
  const markReady = (socket: object) => {
    readySince.set(socket, clock());
  };
  const sessions = tlsSessions();
  const prepared = new Map<string, Set<Prepared>>();
  const agents = new Map<string, HttpAgent>();
  let count = 0;

  const keyOf = ({ origin }: URL, allow: Allowed) => `${allow} ${origin}`;

  const remove = (key: string, one: Prepared) => {
    const ofKey = prepared.get(key);
    if (!ofKey?.delete(one)) return;
    count -= 1;
    clearTimeout(one.expiry);
    one.socket.off('readable', one.spoil);
    if (ofKey.size === 0) prepared.delete(key);
  };

  return {
    /** Notes that a connection stands, or that its answer has ended. */
    markReady,
    isReady: (socket: object): boolean => readySince.has(socket),
    /** The options of a connection to this origin that resume the last TLS session there. */
    resuming: (url: URL, allow: Allowed) => sessions.resuming(keyOf(url, allow)),
    /** Keeps the TLS sessions of a connection that stands, for the next one to this origin. */
    keepSession: (url: URL, allow: Allowed, socket: Socket) =>
      sessions.keep(keyOf(url, allow), socket),
    /**
     * Whether a kept connection is idle for too long: a frozen function's timers do not close it.
     */
    wasIdleTooLong: (socket: object): boolean =>
      clock() - (readySince.get(socket) ?? 0) > maxIdleMs,

    /** Opens a connection for one request to this origin. Closes it when none comes. */
    prepare(url: URL, allow: Allowed): void {
      if (count >= maxPrepared || !mayConnect(url, allow)) return;
      const key = keyOf(url, allow);
      const socket = open(url, allow, resolve, sessions.resuming(key), () => {
        markReady(socket);
        sessions.keep(key, socket);
      });
      // Neither the connection nor its timer keeps a process running.
      socket.unref();
      const spoil = () => void socket.destroy();
      const one = {
        socket,
        expiresAt: clock() + maxPreparedMs,
        expiry: setTimeout(spoil, maxPreparedMs).unref(),
        spoil,
      };
      prepared.set(key, (prepared.get(key) ?? new Set()).add(one));
      count += 1;
      socket.on('readable', spoil).on('error', () => {});
      socket.once('close', () => remove(key, one));
    },

    /**
     * The prepared connection to this origin, which no other request gets; undefined without one.
     */
    takePrepared(url: URL, allow: Allowed): SpareConnection | undefined {
      const key = keyOf(url, allow);
      for (const one of prepared.get(key) ?? []) {
        const { socket, expiresAt } = one;
        remove(key, one);
        // Bytes that a server sends before a request, such as 408, are no answer to it.
        const isUsable = !socket.destroyed && socket.readable && socket.readableLength === 0;
        if ((socket.connecting || isUsable) && clock() < expiresAt) {
          socket.ref();
          return { kind: 'prepared', socket };
        }
        socket.destroy();
      }
      return undefined;
    },

    /** The agent that keeps connections to this origin open between questions. */
    keptAlive({ protocol }: URL, allow: Allowed): SpareConnection {
      const key = `${allow} ${protocol}`;
      let agent = agents.get(key);
      if (!agent) {
        const options = { keepAlive: true, maxFreeSockets: maxIdle, timeout: maxIdleMs };
        agent = protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
        agents.set(key, agent);
      }
      return { kind: 'kept alive', agent };
    },
  };
}

/**
 * Opens a connection as a request of Node.js does, with the same checks of name and certificate.
 */
function open(
  url: URL,
  allow: Allowed,
  resolve: Resolve,
  resuming: { readonly session?: Buffer },
  isReady: () => void,
): Socket {
  const host = hostOf(url);
  const secure = url.protocol === 'https:';
  const lookup = checkedLookup(resolve, allow);
  const port = Number(url.port) || (secure ? 443 : 80);
  const socket = secure
    ? tlsConnect({
        host,
        port,
        lookup,
        ALPNProtocols: ['http/1.1'],
        ...resuming,
        ...(isIP(host) === 0 && { servername: host }),
      })
    : tcpConnect({ host, port, lookup });
  // As Node.js does for its own requests. Else the request waits until the server has acknowledged
  // the end of the TLS handshake, which it may delay by 40 ms.
  socket.setNoDelay(true);
  socket.once(secure ? 'secureConnect' : 'connect', isReady);
  return socket;
}
