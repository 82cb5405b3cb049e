import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import readQrCode from 'qr/decode.js';
import { qrCodeImage } from '#switch/payments/response/qr-code.ts';

/** The pixels of one of our images: a data URL of a PNG with one bit a pixel. */
function pixelsOf(image: string) {
  const [head, body = ''] = image.split(',');
  expect(head).toBe('data:image/png;base64');
  const png = Buffer.from(body, 'base64');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const rowBytes = rows.length / height;
  const isDark = (x: number, y: number) =>
    (((rows[y * rowBytes + 1 + (x >>> 3)] ?? 0) >>> (7 - (x & 7))) & 1) === 0;
  return { width, height, isDark };
}

/** The text that a scanner finds in the image. */
function scan(image: string): string {
  const { width, height, isDark } = pixelsOf(image);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      data.fill(isDark(x, y) ? 0 : 255, 3 * (y * width + x), 3 * (y * width + x) + 3);
  }
  return readQrCode({ width, height, data });
}

it('a QR code is an image in which a scanner finds the text', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme-ascii' }), (text) => {
      expect(scan(qrCodeImage(text))).toBe(text);
    }),
    { numRuns: 25 },
  );
});

it.each(['https://sandbox.test/challenges/ch_1', 'upi://pay?pa=shop@bank&pn=Café €', '0123456789'])(
  'a QR code contains %s',
  (text) => {
    expect(scan(qrCodeImage(text))).toBe(text);
  },
);

it.each([
  [14, 21],
  [15, 25],
  [213, 57],
  [214, 61],
  [666, 97],
  [2331, 177],
])(
  'a QR code for %i bytes has %i squares, each four pixels wide, with a light border of four',
  (length, squares) => {
    const { width, height, isDark } = pixelsOf(qrCodeImage('a'.repeat(length)));
    expect([width, height]).toEqual([4 * (squares + 8), 4 * (squares + 8)]);
    // The corner of the first finder pattern, and the border beside it.
    expect([isDark(16, 16), isDark(15, 16), isDark(16, 15)]).toEqual([true, false, false]);
  },
);

it('a QR code refuses a text that is too long for any', () => {
  expect(() => qrCodeImage('a'.repeat(2332))).toThrow();
});
