/**
 * Finds card numbers and service codes in a target's answer, and masks them. A digit may be plain,
 * percent-encoded, or an escape of JSON or XML. Between a number's digits may be up to two blanks
 * or dashes. It works on bytes, so an answer need not be text.
 */

/** Whether these ASCII digits (12 to 19) are a number to mask. */
export type IsNumber = (digits: Buffer) => boolean;

export interface MaskingRules {
  readonly isNumber: IsNumber;
  /** ASCII digits of a code to mask as well. */
  readonly cvc?: Uint8Array | undefined;
}

/** Matches exactly this number. */
export const sameNumber =
  (number: Uint8Array): IsNumber =>
  (digits) =>
    digits.length === number.length && Buffer.compare(digits, number) === 0;

/** The body with every echo masked: a copy, or the body itself without one. */
export function maskResponse(body: Buffer, isJson: boolean, echoes: MaskingRules): Buffer {
  if (!isJson) return maskedIn(body, echoes) ?? body;
  const pieces: Buffer[] = [];
  let changed = false;
  let name = '';
  for (const piece of jsonPieces(body)) {
    const isBare = piece.kind === 'number';
    // A code is any three digits, so an unquoted number counts as one only under a code's name.
    const seen = isBare && !isCvcName(name) ? { isNumber: echoes.isNumber } : echoes;
    const masked = maskedIn(piece.bytes, seen);
    if (piece.kind === 'string') name = piece.bytes.toString('latin1');
    if (!masked) pieces.push(piece.bytes);
    // Stars are no JSON number, so the mask gets quotes.
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

/** Strings with their quotes, numbers, and the text between them. Broken JSON is split too. */
function* jsonPieces(body: Buffer): Generator<Piece> {
  const text = body.toString('latin1');
  let from = 0;
  // An unterminated string is one piece: otherwise every quote in it would start a new scan.
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
  /** Its position, in bytes. */
  readonly start: number;
  readonly end: number;
}

/** A copy with every echo masked; undefined without one. */
function maskedIn(bytes: Buffer, echoes: MaskingRules): Buffer | undefined {
  if (!hasDigits(bytes, echoes.cvc ? 3 : shortestNumber)) return undefined;
  // Masks twice, because a per cent sign before a number need not begin an escape.
  const once = maskedAs(plain, bytes, echoes);
  const isEscaped = /[%\\&]/.test(bytes.toString('latin1'));
  return (isEscaped ? maskedAs(escaped, once ?? bytes, echoes) : undefined) ?? once;
}

/** Whether it has so many digits anywhere: most pieces have fewer. */
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
    // One by one: there may be more of them than a call's argument limit.
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

/** How many leading digits stay visible, as in all our masks: six of a long enough number. */
const shownBefore = (length: number) => (length >= 13 ? 6 : 0);

/** The length of the number at the start of these digits; 0 without one. */
function lengthOfNumber(digits: Buffer, isNumber: IsNumber): number {
  let { length } = digits;
  while (length >= shortestNumber && !isNumber(digits.subarray(0, length))) length -= 1;
  return length >= shortestNumber ? length : 0;
}

/**
 * Digits that are the code and stand by themselves, outside a longer number, word, time or decimal.
 */
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

/** Plain bytes. */
const plain = /(?<digit>\d)|(?<separator>[ \-+.\0\t]|\xc2\xa0)|[^\d \-+.\0\t\xc2]+|\xc2/g;

/** Bytes that may contain escapes of forms, JSON and XML. */
const escaped =
  /%3(?<digit>\d)|\\u003(?<digit>\d)|&#x3(?<digit>\d);|&#(?<decimal>4[89]|5[0-7]);|(?<separator>%20|%2d|\\u0020|\\u002d|&#32;|&#45;|&nbsp;|[ \-+.\0\t]|\xc2\xa0)|%[0-9a-f]{2}|\\u[0-9a-f]{4}|&#?\w{1,8};|(?<digit>\d)|[^\d%\\& \-+.\0\t\xc2]+|[%\\&\xc2]/gi;
