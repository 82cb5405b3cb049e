import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * The only file of the product that may import cipher functions: AES-256 in GCM, which hides and
 * seals in one, and HKDF, which makes keys of keys. Everything else says what is sealed for whom.
 */

export const nonceBytes = 12;
export const tagBytes = 16;

/**
 * Seals under a key of 32 bytes: 12 random bytes of nonce, the ciphertext, 16 bytes of tag. What is
 * in `context` is not hidden and not kept; it has to be the same for opening.
 */
export function sealWith(key: Uint8Array, context: Uint8Array, plain: Uint8Array): Buffer {
  return sealUnder(key, randomBytes(nonceBytes), context, plain);
}

/** The same with a nonce that is given, for tests against published vectors. Never use one twice. */
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
 * Opens what was sealed under this key for this context. Throws `DecryptFailed`, without a reason,
 * when it was not. The result is the caller's to erase.
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
    // In this mode the end holds no more text; it says whether the text is what was sealed.
    decipher.final();
    return text;
  } catch {
    text?.fill(0);
    throw new DecryptFailed();
  }
}

/** Wrong key, other context, changed bytes: nobody learns which. */
export class DecryptFailed extends Error {
  constructor() {
    super('decrypt_failed');
    this.name = 'DecryptFailed';
  }
}

/** 32 bytes that follow from a key, a salt and what they are for (RFC 5869 with SHA-256). */
export const derivedKey = (key: Uint8Array, salt: Uint8Array, info: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32));
