import { inflateSync } from 'node:zlib';
import readQrCode from 'qr/decode.js';

/** The pixels of one of our images: a data URL of a PNG with one bit a pixel. */
export function pixelsOf(image: string) {
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
export function scan(image: string): string {
  const { width, height, isDark } = pixelsOf(image);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      data.fill(isDark(x, y) ? 0 : 255, 3 * (y * width + x), 3 * (y * width + x) + 3);
  }
  return readQrCode({ width, height, data });
}
