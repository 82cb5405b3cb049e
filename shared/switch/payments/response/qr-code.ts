// Loaded late: few payment methods show a QR code.
import { crc32, deflateSync } from 'node:zlib';
import encodeQR from 'qr';

/** Four light squares around the code, as ISO/IEC 18004 asks. */
const border = 4;
/** The width of a square, in pixels. */
const scale = 4;

/** A QR code as a data URL: a PNG image of one bit a pixel. Throws for more than 2,331 bytes. */
export function qrCodeImage(text: string): string {
  const squares = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border });
  const size = squares.length * scale;
  const rowBytes = Math.ceil(size / 8);
  const pixels = Buffer.alloc(size * (rowBytes + 1), 0xff);
  for (let y = 0; y < size; y++) {
    const start = y * (rowBytes + 1);
    pixels[start] = 0; // Unfiltered.
    for (let x = 0; x < size; x++) {
      const at = start + 1 + (x >>> 3);
      const isDark = squares[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true;
      if (isDark) pixels[at] = (pixels[at] ?? 0) & ~(0x80 >>> (x & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = 1; // One bit a pixel; the rest is 0: greyscale, no interlacing.
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
