import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * AES-256-GCM over a JSON value: 12 bytes of nonce, 16 of tag, then the text. `place` is where the
 * value is kept: sealed text that was moved to another item does not open.
 */
export function seal(key: Uint8Array, place: string, value: unknown): Uint8Array {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Opens what `seal` made with this key for this place; throws when either differs. */
export function open(key: Uint8Array, place: string, sealed: Uint8Array): unknown {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(12, 28));
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
}
