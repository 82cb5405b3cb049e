import net from 'node:net';

/** An answer over HTTP, whole. */
interface HttpAnswer {
  readonly status: number;
  /** By name in lower case; of a repeated header, the last value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

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
const maxHeadBytes = 65_536;

export function leanConnections(
  { host, port }: { readonly host: string; readonly port: number },
  { connections: maxConnections, answerBytes }: Limits = usualLimits,
): LeanConnections {
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  const waiting: ((connection: Connection) => void)[] = [];
  const authority = `${host}:${port}`;

  /** Gives a connection that is free, or a new one, to the next exchange that waits for one. */
  function serveNext() {
    const [next] = waiting;
    if (!next) return;
    const connection = takeIdle() ?? (all.size < maxConnections ? connect() : undefined);
    if (!connection) return;
    waiting.shift();
    next(connection);
  }

  function takeIdle(): Connection | undefined {
    for (let one = idle.pop(); one; one = idle.pop()) {
      if (one.usableUntil > Date.now()) return one;
      one.socket.destroy();
    }
    return undefined;
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
      forget(connection);
    });
    socket.on('close', () => {
      all.delete(connection);
      forget(connection);
      fail(connection, failure?.message ?? 'socket hang up', failure?.code ?? 'ECONNRESET');
      serveNext();
    });
    return connection;
  }

  function forget(connection: Connection) {
    const at = idle.indexOf(connection);
    if (at >= 0) idle.splice(at, 1);
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

  /** The answer is whole. The connection serves another exchange, unless the emulator closes it. */
  function finish(connection: Connection, { answer, isReusable }: WholeAnswer) {
    const { reading, socket } = connection;
    connection.reading = undefined;
    if (isReusable) {
      connection.usableUntil = idleUntil(answer.headers['keep-alive']);
      socket.unref();
      idle.push(connection);
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

interface WholeAnswer {
  readonly answer: HttpAnswer;
  /** Whether the connection can serve another exchange. */
  readonly isReusable: boolean;
}

/** Reads one answer out of the bytes of a connection, in pieces of any size. */
interface AnswerParser {
  /** Throws for bytes that are no answer, or too many. */
  take(bytes: Buffer): void;
  /** The emulator sends no more, which ends an answer that states no length. */
  end(): void;
  hasBegun(): boolean;
}

/** HTTP/1.1 as RFC 9112 frames it: a stated length, chunks, or until the connection ends. */
function answerParser(maxBytes: number, done: (whole: WholeAnswer) => void): AnswerParser {
  let rest: Buffer = Buffer.alloc(0);
  let head: Head | undefined;
  const parts: Buffer[] = [];
  let size = 0;
  /** Bytes that the body, or the chunk that is being read, still lacks. */
  let missing = 0;
  let chunk: 'size' | 'bytes' | 'end' | 'trailer' = 'size';

  function add(bytes: Buffer) {
    size += bytes.length;
    if (size > maxBytes) throw new Error(`The answer has more than ${maxBytes} bytes.`);
    if (bytes.length > 0) parts.push(bytes);
  }

  function finish(surplus: number) {
    if (!head) return;
    const { status, headers, keepsAlive } = head;
    const [only] = parts;
    const body = only && parts.length === 1 ? only : Buffer.concat(parts);
    // More than was stated belongs to no answer, so nothing else is read from this connection.
    done({ answer: { status, headers, body }, isReusable: keepsAlive && surplus === 0 });
  }

  function takeLine(): string | undefined {
    const end = rest.indexOf('\r\n');
    if (end < 0) {
      if (rest.length > maxHeadBytes) throw new Error('A line of the answer is too long.');
      return undefined;
    }
    const line = rest.toString('latin1', 0, end);
    rest = rest.subarray(end + 2);
    return line;
  }

  function takeChunks() {
    for (;;) {
      if (chunk === 'bytes') {
        const bytes = rest.subarray(0, missing);
        rest = rest.subarray(bytes.length);
        missing -= bytes.length;
        add(bytes);
        if (missing > 0) return;
        chunk = 'end';
      }
      const line = takeLine();
      if (line === undefined) return;
      if (chunk === 'end') {
        if (line !== '') throw new Error('A chunk of the answer is longer than stated.');
        chunk = 'size';
      } else if (chunk === 'trailer') {
        if (line === '') return finish(rest.length);
      } else {
        const [, hex] = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i.exec(line) ?? [];
        if (hex === undefined) throw new Error('The answer has a chunk without a size.');
        missing = Number.parseInt(hex, 16);
        chunk = missing === 0 ? 'trailer' : 'bytes';
      }
    }
  }

  function takeBody(bytes: Buffer) {
    if (!head) return;
    const { framing } = head;
    if (framing === 'chunked') {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      takeChunks();
    } else if (framing === 'until the end') add(bytes);
    else {
      const wanted = bytes.subarray(0, missing);
      missing -= wanted.length;
      add(wanted);
      if (missing === 0) finish(bytes.length - wanted.length);
    }
  }

  return {
    take(bytes) {
      if (head) return takeBody(bytes);
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      for (;;) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) {
          if (rest.length > maxHeadBytes) throw new Error('The head of the answer is too long.');
          return;
        }
        const read = headIn(rest.toString('latin1', 0, end));
        const body = rest.subarray(end + 4);
        // An answer of the class 1xx only announces another one.
        if (read.status < 200) {
          rest = body;
          continue;
        }
        head = read;
        rest = Buffer.alloc(0);
        missing = typeof read.framing === 'number' ? read.framing : 0;
        if (missing > maxBytes) throw new Error(`The answer has more than ${maxBytes} bytes.`);
        if (read.framing === 0) return finish(body.length);
        if (body.length > 0) takeBody(body);
        return;
      }
    },
    end() {
      if (head?.framing === 'until the end') finish(0);
    },
    hasBegun: () => head !== undefined,
  };
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The length of the body, or how its end is found. */
  readonly framing: number | 'chunked' | 'until the end';
  readonly keepsAlive: boolean;
}

function headIn(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n');
  const [, minor, digits] = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(first) ?? [];
  if (minor === undefined) throw new Error('The answer is no HTTP/1.1.');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error('The answer has a header without a name.');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const status = Number(digits);
  const framing = framingOf(status, headers);
  const connection = headers.connection?.toLowerCase();
  const keepsAlive = minor === '1' ? connection !== 'close' : connection === 'keep-alive';
  return { status, headers, framing, keepsAlive: keepsAlive && framing !== 'until the end' };
}

function framingOf(status: number, headers: Readonly<Record<string, string>>): Head['framing'] {
  if (status < 200 || status === 204 || status === 304) return 0;
  const { 'transfer-encoding': encoding, 'content-length': length } = headers;
  if (encoding !== undefined) {
    if (encoding.toLowerCase() === 'chunked') return 'chunked';
    throw new Error(`The answer is encoded as ${encoding}.`);
  }
  if (length === undefined) return 'until the end';
  if (!/^\d{1,15}$/.test(length)) throw new Error('The answer states a length that is no number.');
  return Number(length);
}
