import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * The only file of the product that encrypts data: AES-256-GCM for encryption with integrity, and
 * HKDF to derive keys. Only the two files of JSON Web Encryption, for messages of processors and
 * to merchants, may import cipher functions too. Callers decide which data is bound to which context.
 */

export const nonceBytes = 12;
export const tagBytes = 16;

/**
 * Encrypts with a key of 32 bytes: 12 random bytes of nonce, the ciphertext, 16 bytes of tag.
 * `context` is authenticated data: it is neither encrypted nor stored, and decryption needs the
 * same.
 */
export function sealWith(key: Uint8Array, context: Uint8Array, plain: Uint8Array): Buffer {
  return sealUnder(key, randomBytes(nonceBytes), context, plain);
}

/** The same with a given nonce, for tests against published vectors. Never use a nonce twice. */
export function sealUnder(
  key: Uint8Array,
  nonce: Uint8Array,
  context: Uint8Array,
  plain: Uint8Array,
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(context);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Decrypts a text that was encrypted with this key for this context. Throws `DecryptFailed`,
 * without a reason, for any other. The caller erases the result.
 */
export function openWith(key: Uint8Array, context: Uint8Array, sealed: Uint8Array): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new DecryptFailed();
  let text: Buffer | undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(context).setAuthTag(sealed.subarray(-tagBytes));
    text = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
    // In GCM `final` returns no more text; it throws unless the tag is right.
    decipher.final();
    return text;
  } catch {
    text?.fill(0);
    throw new DecryptFailed();
  }
}

/** Wrong key, other context or changed bytes: callers do not learn which. */
export class DecryptFailed extends Error {
  constructor() {
    super('decrypt_failed');
    this.name = 'DecryptFailed';
  }
}

/** Derives 32 bytes from a key, a salt and a purpose (RFC 5869 with SHA-256). */
export const derivedKey = (key: Uint8Array, salt: Uint8Array, info: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32));
