import { nonceBytes, openWith, sealWith, tagBytes } from '../crypto/aead.ts';

/**
 * AES-256-GCM over a JSON value: 12 bytes of nonce, 16 of tag, then the ciphertext. `place` names
 * the item that stores the value: a value that was moved to another item does not decrypt.
 */
export function seal(key: Uint8Array, place: string, value: unknown): Uint8Array {
  const sealed = sealWith(key, Buffer.from(place), Buffer.from(JSON.stringify(value), 'utf8'));
  const nonce = sealed.subarray(0, nonceBytes);
  const text = sealed.subarray(nonceBytes, -tagBytes);
  // The stored format has the tag before the text.
  return Buffer.concat([nonce, sealed.subarray(-tagBytes), text]);
}

/**
 * Decrypts a value of `seal` with this key for this place. Throws `DecryptFailed` when either
 * differs.
 */
export function open(key: Uint8Array, place: string, sealed: Uint8Array): unknown {
  const textFrom = nonceBytes + tagBytes;
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, textFrom);
  const inOrder = Buffer.concat([nonce, sealed.subarray(textFrom), tag]);
  return JSON.parse(openWith(key, Buffer.from(place), inOrder).toString('utf8'));
}
