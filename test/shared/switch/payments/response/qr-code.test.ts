import fc from 'fast-check';
import { qrCodeImage } from '#switch/payments/response/qr-code.ts';
import { pixelsOf, scan } from '../../../../support/browser/scan-code.ts';

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
