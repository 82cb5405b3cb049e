import { crc32, deflateSync } from 'node:zlib';

/*
 * QR codes as ISO/IEC 18004 has them, as far as payments need: bytes, error correction level M,
 * versions 1 to 20.
 */

/** Error correction codewords per block, and the number of blocks, at level M by version. */
// biome-ignore format: tables read better in rows.
const correctionPerBlock = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
// biome-ignore format: tables read better in rows.
const blockCounts = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const largestVersion = 20;

/** The bits of level M in the code's own description of itself. */
const levelBits = 0;

/** The code as rows of squares, dark ones true. Throws for a text that is too long for any version. */
export function qrCode(text: string): readonly (readonly boolean[])[] {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const codewords = interleaved(dataCodewords(bytes, version), version);
  const { squares, isFunction } = framed(version);
  place(codewords, squares, isFunction);
  const [best] = masks
    .map((_, mask) => masked(squares, isFunction, mask))
    .map((candidate) => ({ candidate, penalty: penalty(candidate) }))
    .toSorted((one, other) => one.penalty - other.penalty);
  if (!best) throw new Error('There are masks.');
  return best.candidate;
}

/** The standard wants four squares of nothing around a code. */
const border = 4;
/** Pixels that a square is wide. */
const scale = 4;

/** The code as the address of an image, which needs nothing but itself: a PNG of one bit a pixel. */
export function qrCodeImage(text: string): string {
  const squares = qrCode(text);
  const size = (squares.length + 2 * border) * scale;
  const isDark = (x: number, y: number) =>
    squares[Math.floor(y / scale) - border]?.[Math.floor(x / scale) - border] === true;
  const rowBytes = Math.ceil(size / 8);
  const pixels = Buffer.alloc(size * (rowBytes + 1), 0xff);
  for (let y = 0; y < size; y++) {
    const start = y * (rowBytes + 1);
    pixels[start] = 0; // Unfiltered.
    for (let x = 0; x < size; x++) {
      const at = start + 1 + (x >>> 3);
      if (isDark(x, y)) pixels[at] = (pixels[at] ?? 0) & ~(0x80 >>> (x & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = 1; // Bits a pixel; the rest is 0: shades of grey, nothing special.
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

function pngChunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** Squares that hold neither patterns nor what the code says of itself. */
function rawModules(version: number): number {
  let count = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const alignments = Math.floor(version / 7) + 2;
    count -= (25 * alignments - 10) * alignments - 55;
    if (version >= 7) count -= 36;
  }
  return count;
}

const of = (table: readonly number[], version: number) => table[version] ?? 0;

const dataCapacity = (version: number) =>
  Math.floor(rawModules(version) / 8) - of(correctionPerBlock, version) * of(blockCounts, version);

const lengthBits = (version: number) => (version < 10 ? 8 : 16);

function versionFor(byteCount: number): number {
  for (let version = 1; version <= largestVersion; version++) {
    const bits = 4 + lengthBits(version) + 8 * byteCount;
    if (bits <= 8 * dataCapacity(version)) return version;
  }
  throw new Error('The text is too long for a QR code.');
}

function dataCodewords(bytes: Uint8Array, version: number): number[] {
  const capacity = dataCapacity(version);
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  push(0b0100, 4); // Bytes.
  push(bytes.length, lengthBits(version));
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, 8 * capacity - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  const words = Array.from({ length: bits.length / 8 }, (_, index) =>
    Number.parseInt(bits.slice(8 * index, 8 * index + 8).join(''), 2),
  );
  for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** The data in blocks with their error correction, mixed so that a scratch hurts each a little. */
function interleaved(data: readonly number[], version: number): number[] {
  const count = of(blockCounts, version);
  const correction = of(correctionPerBlock, version);
  const total = Math.floor(rawModules(version) / 8);
  const shortBlocks = count - (total % count);
  const shortData = Math.floor(total / count) - correction;
  const blocks: { readonly data: readonly number[]; readonly correction: readonly number[] }[] = [];
  for (let start = 0, index = 0; index < count; index++) {
    const size = shortData + (index < shortBlocks ? 0 : 1);
    const words = data.slice(start, start + size);
    start += size;
    blocks.push({ data: words, correction: correctionOf(words, correction) });
  }
  const across = (length: number, part: 'data' | 'correction') =>
    Array.from({ length }, (_, at) => blocks.flatMap((block) => block[part][at] ?? [])).flat();
  return [...across(shortData + 1, 'data'), ...across(correction, 'correction')];
}

/** The product of two members of GF(256) as QR codes have it. */
export function times(x: number, y: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((y >>> bit) & 1) * x;
  }
  return product;
}

/** The Reed-Solomon error correction codewords of a block. */
export function correctionOf(data: readonly number[], degree: number): readonly number[] {
  let divisor = [1];
  for (let root = 1, step = 0; step < degree; step++, root = times(root, 2)) {
    const next = [...divisor, 0];
    for (const [at, factor] of divisor.entries()) {
      next[at + 1] = (next[at + 1] ?? 0) ^ times(factor, root);
    }
    divisor = next;
  }
  const [, ...factors] = divisor;
  let rest = new Array<number>(degree).fill(0);
  for (const word of data) {
    const lead = word ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((one, at) => one ^ times(factors[at] ?? 0, lead));
  }
  return rest;
}

interface Frame {
  readonly squares: boolean[][];
  /** Squares that no data may take. */
  readonly isFunction: boolean[][];
}

const rows = (size: number) => Array.from({ length: size }, () => new Array(size).fill(false));

function framed(version: number): Frame {
  const size = 4 * version + 17;
  const frame: Frame = { squares: rows(size), isFunction: rows(size) };
  const set = (x: number, y: number, dark: boolean) => setSquare(frame, x, y, dark);

  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    square(4, (dx, dy, ring) => {
      const [column, row] = [x + dx, y + dy];
      const isInside = column >= 0 && column < size && row >= 0 && row < size;
      if (isInside) set(column, row, ring !== 2 && ring !== 4);
    });
  }
  const positions = alignmentPositions(version);
  const last = positions.length - 1;
  for (const [i, x] of positions.entries()) {
    for (const [j, y] of positions.entries()) {
      const isAtFinder = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0);
      if (!isAtFinder) square(2, (dx, dy, ring) => set(x + dx, y + dy, ring !== 1));
    }
  }
  describeMask(frame, 0); // Only to keep the place.
  describeVersion(frame, version);
  return frame;
}

function setSquare({ squares, isFunction }: Frame, x: number, y: number, dark: boolean): void {
  const [row, functionRow] = [squares[y], isFunction[y]];
  if (!row || !functionRow) throw new Error('There is no such square.');
  row[x] = dark;
  functionRow[x] = true;
}

/** Every square around a middle, with the ring that it is in. */
function square(radius: number, each: (dx: number, dy: number, ring: number) => void): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      each(dx, dy, Math.max(Math.abs(dx), Math.abs(dy)));
    }
  }
}

function alignmentPositions(version: number): readonly number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const last = 4 * version + 10;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - (count - 2 - at) * step)];
}

const bitOf = (value: number, bit: number) => ((value >>> bit) & 1) !== 0;

/** Level and mask with their own error correction. */
export function formatBits(mask: number): number {
  const data = (levelBits << 3) | mask;
  let rest = data;
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  return ((data << 10) | rest) ^ 0x5412;
}

function describeMask(frame: Frame, mask: number): void {
  const bits = formatBits(mask);
  const size = frame.squares.length;
  const set = (x: number, y: number, bit: number) => setSquare(frame, x, y, bitOf(bits, bit));
  for (let bit = 0; bit <= 5; bit++) set(8, bit, bit);
  set(8, 7, 6);
  set(8, 8, 7);
  set(7, 8, 8);
  for (let bit = 9; bit < 15; bit++) set(14 - bit, 8, bit);
  for (let bit = 0; bit < 8; bit++) set(size - 1 - bit, 8, bit);
  for (let bit = 8; bit < 15; bit++) set(8, size - 15 + bit, bit);
  setSquare(frame, 8, size - 8, true);
}

/** Larger codes say their version twice. */
function describeVersion(frame: Frame, version: number): void {
  if (version < 7) return;
  let rest = version;
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  const size = frame.squares.length;
  for (let bit = 0; bit < 18; bit++) {
    const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
    setSquare(frame, far, near, bitOf(bits, bit));
    setSquare(frame, near, far, bitOf(bits, bit));
  }
}

/** Puts the codewords where they belong: in pairs of columns from the right, up and down in turn. */
function place(codewords: readonly number[], squares: boolean[][], isFunction: boolean[][]): void {
  const size = squares.length;
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = squares[y];
        if (!row || isFunction[y]?.[x] || at >= codewords.length * 8) continue;
        row[x] = bitOf(codewords[at >>> 3] ?? 0, 7 - (at & 7));
        at++;
      }
    }
  }
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function masked(squares: boolean[][], isFunction: boolean[][], mask: number): boolean[][] {
  const flips = masks[mask];
  if (!flips) throw new Error('There is no such mask.');
  const turned = squares.map((row, y) =>
    row.map((dark, x) => (isFunction[y]?.[x] ? dark : dark !== flips(x, y))),
  );
  describeMask({ squares: turned, isFunction: isFunction.map((row) => [...row]) }, mask);
  return turned;
}

/** What makes a code hard to read: runs, blocks, what looks like a finder, and too much of one shade. */
function penalty(squares: readonly (readonly boolean[])[]): number {
  const size = squares.length;
  const columns = Array.from({ length: size }, (_, x) => squares.map((row) => row[x] ?? false));
  let total = 0;
  for (const line of [...squares, ...columns]) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('');
    for (const run of text.match(/0+|1+/g) ?? []) if (run.length >= 5) total += run.length - 2;
    for (const finder of ['10111010000', '00001011101']) {
      for (let at = text.indexOf(finder); at >= 0; at = text.indexOf(finder, at + 1)) total += 40;
    }
  }
  for (let y = 0; y + 1 < size; y++) {
    for (let x = 0; x + 1 < size; x++) {
      const dark = squares[y]?.[x];
      const isBlock =
        dark === squares[y]?.[x + 1] &&
        dark === squares[y + 1]?.[x] &&
        dark === squares[y + 1]?.[x + 1];
      if (isBlock) total += 3;
    }
  }
  const darks = squares.flat().filter(Boolean).length;
  return total + 10 * Math.floor(Math.abs((darks * 20) / (size * size) - 10));
}
