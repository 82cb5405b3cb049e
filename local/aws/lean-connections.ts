import net from 'node:net';
import {
  type AnswerParser,
  answerParser,
  type HttpAnswer,
  type WholeAnswer,
} from './answer-parser.ts';

/** Why an answer did not come, or not whole. */
export class ConnectionBroken extends Error {
  /** As Node.js names it, such as `ECONNREFUSED`. */
  readonly code: string;
  /** Whether the head of the answer had come. */
  readonly hasBegun: boolean;
  constructor(message: string, code: string, hasBegun: boolean) {
    super(message);
    this.name = 'ConnectionBroken';
    this.code = code;
    this.hasBegun = hasBegun;
  }
}

/**
 * Keep-alive connections to one emulator on this machine, only for POST /. An exchange takes under
 * a third of the CPU time of Node.js's own client, which makes two streams and an agent's
 * bookkeeping for each. Nothing is sent twice: an exchange whose connection breaks fails.
 */
export interface LeanConnections {
  /** Rejects with ConnectionBroken. Throws for a header that HTTP does not allow. */
  post(headers: Readonly<Record<string, string>>, body: Buffer): Exchange;
  close(): void;
}

interface Exchange {
  readonly answer: Promise<HttpAnswer>;
  /** Closes the connection, unless the answer is there already. */
  cancel(): void;
}

interface Limits {
  readonly connections: number;
  /** The largest body of an answer. DynamoDB's largest is 16 MB. */
  readonly answerBytes: number;
}

const usualLimits: Limits = { connections: 256, answerBytes: 64 * 1_048_576 };

export function leanConnections(
  { host, port }: { readonly host: string; readonly port: number },
  { connections: maxConnections, answerBytes }: Limits = usualLimits,
): LeanConnections {
  const idle = idleConnections();
  const all = new Set<Connection>();
  const waiting: ((connection: Connection) => void)[] = [];
  const authority = `${host}:${port}`;

  /** Gives a connection that is free, or a new one, to the next exchange that waits for one. */
  function serveNext() {
    const [next] = waiting;
    if (!next) return;
    const connection = idle.take() ?? (all.size < maxConnections ? connect() : undefined);
    if (!connection) return;
    waiting.shift();
    next(connection);
  }

  function connect(): Connection {
    const socket = net.connect({ host, port, noDelay: true });
    const connection: Connection = { socket, reading: undefined, usableUntil: 0 };
    all.add(connection);
    socket.on('data', (bytes) => {
      // Bytes without a request: they would be read as a part of the next answer.
      if (!connection.reading) socket.destroy();
      else read(connection, bytes);
    });
    let failure: NodeJS.ErrnoException | undefined;
    socket.on('error', (error) => {
      failure = error;
    });
    socket.on('end', () => {
      connection.reading?.parser.end();
      idle.remove(connection);
    });
    socket.on('close', () => {
      all.delete(connection);
      idle.remove(connection);
      fail(connection, failure?.message ?? 'socket hang up', failure?.code ?? 'ECONNRESET');
      serveNext();
    });
    return connection;
  }

  /** The answer is whole. The connection serves another exchange, unless the emulator closes it. */
  function finish(connection: Connection, { answer, isReusable }: WholeAnswer) {
    const { reading, socket } = connection;
    connection.reading = undefined;
    if (isReusable) {
      connection.usableUntil = idleUntil(answer.headers['keep-alive']);
      socket.unref();
      idle.add(connection);
    } else socket.destroy();
    reading?.resolve(answer);
    serveNext();
  }

  return {
    post(headers, body) {
      const head = headOf(authority, headers, body.length);
      const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
      let own: Connection | undefined;
      const start = (connection: Connection) => {
        own = connection;
        const parser = answerParser(answerBytes, (whole) => finish(connection, whole));
        connection.reading = { parser, resolve, reject };
        connection.socket.ref();
        connection.socket.write(Buffer.concat([head, body]));
      };
      waiting.push(start);
      serveNext();
      return {
        answer: promise,
        cancel() {
          if (own?.reading?.resolve === resolve) own.socket.destroy();
          const at = waiting.indexOf(start);
          if (at < 0) return;
          waiting.splice(at, 1);
          reject(new ConnectionBroken('The call was cancelled.', 'ECONNRESET', false));
        },
      };
    },
    close() {
      for (const { socket } of all) socket.destroy();
    },
  };
}

function read(connection: Connection, bytes: Buffer) {
  try {
    connection.reading?.parser.take(bytes);
  } catch (error) {
    fail(connection, error instanceof Error ? error.message : String(error), 'EPROTO');
    connection.socket.destroy();
  }
}

function fail(connection: Connection, message: string, code: string) {
  const { reading } = connection;
  connection.reading = undefined;
  reading?.reject(new ConnectionBroken(message, code, reading.parser.hasBegun()));
}

/** The connections that wait for an exchange; the one used last serves first. */
function idleConnections() {
  const idle: Connection[] = [];
  return {
    add: (connection: Connection) => idle.push(connection),
    take(): Connection | undefined {
      for (let one = idle.pop(); one; one = idle.pop()) {
        if (one.usableUntil > Date.now()) return one;
        one.socket.destroy();
      }
      return undefined;
    },
    remove(connection: Connection) {
      const at = idle.indexOf(connection);
      if (at >= 0) idle.splice(at, 1);
    },
  };
}

interface Connection {
  readonly socket: net.Socket;
  reading: Reading | undefined;
  /** In ms since 1970; the emulator may close an idle connection then. */
  usableUntil: number;
}

interface Reading {
  readonly parser: AnswerParser;
  resolve(answer: HttpAnswer): void;
  reject(error: ConnectionBroken): void;
}

function headOf(
  authority: string,
  headers: Readonly<Record<string, string>>,
  length: number,
): Buffer {
  let head = `POST / HTTP/1.1\r\nhost: ${authority}\r\ncontent-length: ${length}\r\n`;
  for (const [name, value] of Object.entries(headers)) {
    if (notAllowed.test(value)) throw new TypeError(`Invalid character in the header ${name}.`);
    head += `${name}: ${value}\r\n`;
  }
  return Buffer.from(`${head}\r\n`, 'latin1');
}
const notAllowed = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * A second less than the emulator's limit, as in Node.js's agent: a request may be on its way then.
 */
function idleUntil(keepAlive: string | undefined): number {
  const [, seconds] = /timeout=(\d+)/.exec(keepAlive ?? '') ?? [];
  return seconds === undefined
    ? Number.POSITIVE_INFINITY
    : Date.now() + (Number(seconds) - 1) * 1_000;
}
