/**
 * Finds card numbers and service codes in what a target answered, and masks them. A digit may stand
 * there as itself, percent-encoded, or as an escape of JSON or XML, and between the digits of a number
 * may be a blank or a dash or two. Works on bytes, so that an answer need not be text.
 */

/** Says whether these ASCII digits (12 to 19) are a number that is to be masked. */
export type IsNumber = (digits: Buffer) => boolean;

export interface MaskingRules {
  readonly isNumber: IsNumber;
  /** ASCII digits of a code that is to be masked as well. */
  readonly cvc?: Uint8Array | undefined;
}

/** Exactly this number. */
export const sameNumber =
  (number: Uint8Array): IsNumber =>
  (digits) =>
    digits.length === number.length && Buffer.compare(digits, number) === 0;

/** The body with every echo masked: a copy, or the body itself where there is none. */
export function maskResponse(body: Buffer, isJson: boolean, echoes: MaskingRules): Buffer {
  if (!isJson) return maskedIn(body, echoes) ?? body;
  const pieces: Buffer[] = [];
  let changed = false;
  let name = '';
  for (const piece of jsonPieces(body)) {
    const isBare = piece.kind === 'number';
    // A code is any three digits: a number without quotes is one only where its name says so.
    const seen = isBare && !isCvcName(name) ? { isNumber: echoes.isNumber } : echoes;
    const masked = maskedIn(piece.bytes, seen);
    if (piece.kind === 'string') name = piece.bytes.toString('latin1');
    if (!masked) pieces.push(piece.bytes);
    // Stars make no number: quotes keep it JSON.
    else pieces.push(isBare ? Buffer.concat([quote, masked, quote]) : masked);
    changed ||= masked !== undefined;
  }
  return changed ? Buffer.concat(pieces) : body;
}

const quote = Buffer.from('"');

const isCvcName = (name: string) => /cv[cv2]|csc|cid|cvn|secur|verif|service|code/i.test(name);

interface Piece {
  readonly kind: 'string' | 'number' | 'other';
  readonly bytes: Buffer;
}

/** Strings with their quotes, numbers, and what is between them. Broken JSON falls into pieces too. */
function* jsonPieces(body: Buffer): Generator<Piece> {
  const text = body.toString('latin1');
  let from = 0;
  // A text that does not end is one piece too: else every quote in it would be looked at anew.
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/gs)) {
    if (match.index > from) yield { kind: 'other', bytes: body.subarray(from, match.index) };
    from = match.index + match[0].length;
    const kind = match[0].startsWith('"') ? 'string' : 'number';
    yield { kind, bytes: body.subarray(match.index, from) };
  }
  if (from < body.length) yield { kind: 'other', bytes: body.subarray(from) };
}

interface Digit {
  /** The ASCII digit. */
  readonly value: number;
  /** Where it is written, in bytes. */
  readonly start: number;
  readonly end: number;
}

/** A copy with every echo masked; undefined where there is none. */
function maskedIn(bytes: Buffer, echoes: MaskingRules): Buffer | undefined {
  if (!hasDigits(bytes, echoes.cvc ? 3 : shortestNumber)) return undefined;
  // Twice, because a per cent sign before a number need not be the beginning of an escape.
  const once = maskedAs(plain, bytes, echoes);
  const isEscaped = /[%\\&]/.test(bytes.toString('latin1'));
  return (isEscaped ? maskedAs(escaped, once ?? bytes, echoes) : undefined) ?? once;
}

/** Whether there are so many digits in it, wherever they stand: most pieces have fewer. */
function hasDigits(bytes: Buffer, least: number): boolean {
  let seen = 0;
  for (const byte of bytes) {
    if (byte >= 0x30 && byte <= 0x39) seen += 1;
    if (seen >= least) return true;
  }
  return false;
}

function maskedAs(
  tokens: RegExp,
  bytes: Buffer,
  { isNumber, cvc: code }: MaskingRules,
): Buffer | undefined {
  const hidden: Digit[] = [];
  for (const run of runsOfDigits(bytes, tokens)) {
    const digits = Buffer.from(run.map(({ value }) => value));
    let rest = 0;
    for (let first = 0; first + shortestNumber <= run.length; ) {
      const length = lengthOfNumber(digits.subarray(first, first + longestNumber), isNumber);
      if (length > 0) {
        hidden.push(...run.slice(first + shownBefore(length), first + length - 4));
        if (code)
          for (const one of cvcDigitsIn(bytes, run.slice(rest, first), code)) hidden.push(one);
        rest = first + length;
      }
      first += Math.max(length, 1);
    }
    // One by one: there may be more of them than a call takes arguments.
    if (code) for (const one of cvcDigitsIn(bytes, run.slice(rest), code)) hidden.push(one);
    digits.fill(0);
  }
  if (hidden.length === 0) return undefined;
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { start, end } of hidden.sort((one, other) => one.start - other.start)) {
    if (start < from) continue; // Hidden twice.
    parts.push(bytes.subarray(from, start), star);
    from = end;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

const star = Buffer.from('*');
const longestNumber = 19;
const shortestNumber = 12;

/** As in every mask of ours: the first six, of a number that is long enough. */
const shownBefore = (length: number) => (length >= 13 ? 6 : 0);

/** How long the number is that these digits begin with; 0 when they begin with none. */
function lengthOfNumber(digits: Buffer, isNumber: IsNumber): number {
  let { length } = digits;
  while (length >= shortestNumber && !isNumber(digits.subarray(0, length))) length -= 1;
  return length >= shortestNumber ? length : 0;
}

/** Digits that are the code and stand alone: in no longer number, word, time or decimal. */
function cvcDigitsIn(bytes: Buffer, run: readonly Digit[], code: Uint8Array): readonly Digit[] {
  const found: Digit[] = [];
  let first = 0;
  for (let next = 1; next <= run.length; next += 1) {
    const isTogether = next < run.length && run[next]?.start === run[next - 1]?.end;
    if (isTogether) continue;
    const word = run.slice(first, next);
    first = next;
    const isCode =
      word.length === code.length && word.every(({ value }, place) => value === code[place]);
    if (isCode && standsAlone(bytes, word[0]?.start ?? 0, word.at(-1)?.end ?? 0)) {
      found.push(...word);
    }
  }
  return found;
}

function standsAlone(bytes: Buffer, start: number, end: number): boolean {
  const before = bytes.toString('latin1', Math.max(start - 2, 0), start);
  const after = bytes.subarray(end, end + 2).toString('latin1');
  return !/[a-z]$|\d[-.:]$/i.test(before) && !/^[a-z]|^[-.:]\d/i.test(after);
}

/** Digits that belong together: between two of them are at most two separators. */
function* runsOfDigits(bytes: Buffer, tokens: RegExp): Generator<readonly Digit[]> {
  let run: Digit[] = [];
  let separators = 0;
  for (const match of bytes.toString('latin1').matchAll(tokens)) {
    const { digit, decimal, separator } = match.groups ?? {};
    if (separator !== undefined && separators < 2) {
      separators += 1;
      continue;
    }
    separators = 0;
    if (digit !== undefined || decimal !== undefined) {
      const value = digit === undefined ? Number(decimal) : digit.charCodeAt(0);
      run.push({ value, start: match.index, end: match.index + match[0].length });
    } else if (run.length > 0) {
      yield run;
      run = [];
    }
  }
  if (run.length > 0) yield run;
}

/** Bytes as they are. */
const plain = /(?<digit>\d)|(?<separator>[ \-+.\0\t]|\xc2\xa0)|[^\d \-+.\0\t\xc2]+|\xc2/g;

/** The same, where it may be written with the escapes of forms, JSON and XML. */
const escaped =
  /%3(?<digit>\d)|\\u003(?<digit>\d)|&#x3(?<digit>\d);|&#(?<decimal>4[89]|5[0-7]);|(?<separator>%20|%2d|\\u0020|\\u002d|&#32;|&#45;|&nbsp;|[ \-+.\0\t]|\xc2\xa0)|%[0-9a-f]{2}|\\u[0-9a-f]{4}|&#?\w{1,8};|(?<digit>\d)|[^\d%\\& \-+.\0\t\xc2]+|[%\\&\xc2]/gi;
