import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import {
  correctionOf,
  formatBits,
  qrCode,
  qrCodeImage,
  times,
} from '../../../../shared/payments/response/qr-code.part.ts';

/** What a reader makes of a code without a scratch, up to version 6. */
function readSmall(squares: readonly (readonly boolean[])[]): string {
  const size = squares.length;
  const dark = (x: number, y: number) => squares[y]?.[x] === true;
  const version = (size - 17) / 4;
  let format = 0;
  for (const [x, y] of [
    ...[0, 1, 2, 3, 4, 5].map((at) => [8, at] as const),
    [8, 7] as const,
    [8, 8] as const,
    [7, 8] as const,
    ...[5, 4, 3, 2, 1, 0].map((at) => [at, 8] as const),
  ].reverse()) {
    format = (format << 1) | (dark(x, y) ? 1 : 0);
  }
  const mask = ((format ^ 0x5412) >>> 10) & 7;
  expect(format).toBe(formatBits(mask));
  const flips = [
    (x: number, y: number) => (x + y) % 2 === 0,
    (_: number, y: number) => y % 2 === 0,
    (x: number) => x % 3 === 0,
    (x: number, y: number) => (x + y) % 3 === 0,
    (x: number, y: number) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
    (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
  ][mask];
  const middle = 4 * version + 10;
  const isTaken = (x: number, y: number) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (x >= size - 8 && y < 9) ||
    (version > 1 && Math.abs(x - middle) <= 2 && Math.abs(y - middle) <= 2);
  const bits: number[] = [];
  for (const right of Array.from({ length: (size - 1) / 2 }, (_, at) => size - 1 - 2 * at)) {
    const column = right <= 6 ? right - 1 : right;
    const goesUp = bits.length === 0 || ((size - 1 - right) / 2) % 2 === 0;
    for (let step = 0; step < size; step++) {
      const y = goesUp ? size - 1 - step : step;
      for (const x of [column, column - 1]) {
        if (!isTaken(x, y)) bits.push(Number(dark(x, y) !== flips?.(x, y)));
      }
    }
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(8 * at, 8 * at + 8).join(''), 2),
  );
  const correction = [0, 10, 16, 26, 18, 24, 16][version] ?? 0;
  const blockCount = [0, 1, 1, 1, 2, 2, 4][version] ?? 0;
  // Up to version 6 all blocks of a code are of one length: every so many words is the next of a block.
  const used = words.slice(0, words.length - (words.length % blockCount));
  const blocks = Array.from({ length: blockCount }, (_, block) =>
    used.filter((__, at) => at % blockCount === block),
  );
  // Nothing is damaged exactly when the codewords vanish at every root of the generator.
  for (const block of blocks) {
    for (let step = 0, root = 1; step < correction; step++, root = times(root, 2)) {
      expect(block.reduce((sum, word) => times(sum, root) ^ word, 0)).toBe(0);
    }
  }
  const data = blocks.flatMap((block) => block.slice(0, -correction));
  const [first = 0, second = 0] = data;
  expect(first >>> 4).toBe(0b0100);
  const length = ((first & 15) << 4) | (second >>> 4);
  const text = Array.from(
    { length },
    (_, at) => (((data[at + 1] ?? 0) & 15) << 4) | ((data[at + 2] ?? 0) >>> 4),
  );
  return new TextDecoder().decode(new Uint8Array(text));
}

it('corrects errors as the published example does', () => {
  // "HELLO WORLD" at level M, from the tutorial that every implementer checks against.
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(correctionOf(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

it.each([
  [0, '101010000010010'],
  [1, '101000100100101'],
  [7, '100101010100000'],
])('describes mask %i as the standard does', (mask, bits) => {
  expect(formatBits(mask).toString(2).padStart(15, '0')).toBe(bits);
});

it('writes what a reader reads', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 106, size: 'max', unit: 'grapheme-ascii' }), (text) => {
      expect(readSmall(qrCode(text))).toBe(text);
    }),
  );
});

it.each([
  [14, 21],
  [15, 25],
  [62, 33],
  [122, 45],
  [213, 57],
  [214, 61],
  [666, 97],
])('needs for %i bytes a code of %i squares', (length, size) => {
  expect(qrCode('a'.repeat(length))).toHaveLength(size);
});

it('refuses what no code can hold', () => {
  expect(() => qrCode('a'.repeat(667))).toThrow('too long');
});

it('is an image that needs nothing but itself', () => {
  const text = 'https://sandbox.test/challenges/ch_1';
  const image = qrCodeImage(text);
  const [head, body = ''] = image.split(',');
  expect(head).toBe('data:image/png;base64');
  const png = Buffer.from(body, 'base64');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const size = png.readUInt32BE(16);
  expect(png.readUInt32BE(20)).toBe(size);
  // Every square of the code, four pixels wide, four squares away from the edge.
  const data = png.subarray(41, 41 + png.readUInt32BE(33));
  const pixels = inflateSync(data);
  const rowBytes = pixels.length / size;
  const isDark = (x: number, y: number) =>
    (((pixels[y * rowBytes + 1 + (x >>> 3)] ?? 0) >>> (7 - (x & 7))) & 1) === 0;
  const squares = Array.from({ length: size / 4 - 8 }, (_, y) =>
    Array.from({ length: size / 4 - 8 }, (__, x) => isDark(4 * x + 18, 4 * y + 18)),
  );
  expect(squares).toEqual(qrCode(text));
  expect(image.length).toBeLessThan(2_000);
});
