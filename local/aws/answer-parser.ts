/** An answer over HTTP, whole. */
export interface HttpAnswer {
  readonly status: number;
  /** By name in lower case; of a repeated header, the last value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface WholeAnswer {
  readonly answer: HttpAnswer;
  /** Whether the connection can serve another exchange. */
  readonly isReusable: boolean;
}

/** Reads one answer out of the bytes of a connection, in pieces of any size. */
export interface AnswerParser {
  /** Throws for bytes that are no answer, or too many. */
  take(bytes: Buffer): void;
  /** The emulator sends no more, which ends an answer that states no length. */
  end(): void;
  hasBegun(): boolean;
}

const maxHeadBytes = 65_536;

/** HTTP/1.1 as RFC 9112 frames it: a stated length, chunks, or until the connection ends. */
export function answerParser(maxBytes: number, done: (whole: WholeAnswer) => void): AnswerParser {
  let rest: Buffer = Buffer.alloc(0);
  let head: Head | undefined;
  const parts: Buffer[] = [];
  let size = 0;
  /** Bytes that a body of a stated length still lacks. */
  let missing = 0;
  const takeChunks = chunkReader(add, finish);

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

  function takeBody(bytes: Buffer) {
    if (!head) return;
    const { framing } = head;
    if (framing === 'chunked') takeChunks(bytes);
    else if (framing === 'until the end') add(bytes);
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

/** Reads the chunks of a body, as section 7.1 of RFC 9112 frames them, and skips its trailer. */
function chunkReader(
  add: (bytes: Buffer) => void,
  finish: (surplus: number) => void,
): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  /** Bytes that the chunk that is being read still lacks. */
  let missing = 0;
  let chunk: 'size' | 'bytes' | 'end' | 'trailer' = 'size';

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

  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (;;) {
      if (chunk === 'bytes') {
        const part = rest.subarray(0, missing);
        rest = rest.subarray(part.length);
        missing -= part.length;
        add(part);
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
