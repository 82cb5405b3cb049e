import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import * as v from 'valibot';

const Header = v.object({
  alg: v.literal('RSA-OAEP-256'),
  enc: v.literal('A256GCM'),
  // RFC 7516, 4.1.13: none of the extensions that it may name is understood here.
  crit: v.optional(v.never()),
  zip: v.optional(v.literal('DEF')),
});

/** The largest content after decompression, in bytes: a webhook of a processor has a few thousand. */
const maxContentBytes = 1_048_576;
/** RFC 7518, 5.3. */
const vectorBytes = 12;
const tagBytes = 16;

/**
 * The text of JSON Web Encryption in its compact form (RFC 7516), whose key is wrapped by
 * RSA-OAEP-256 and whose content is encrypted by A256GCM, and perhaps compressed. Throws for every
 * other, for a header with critical extensions, and for another key.
 */
export function openJsonWebEncryption(text: string, key: KeyObject): string {
  const parts = text.split('.');
  const isCompact = parts.length === 5 && parts.every((part) => /^[\w-]*$/.test(part));
  if (!isCompact) throw new Error('Not the compact form of JSON Web Encryption.');
  const [header = '', wrappedKey = '', vector = '', content = '', tag = ''] = parts;
  const bytesOf = (part: string) => Buffer.from(part, 'base64url');
  const { zip } = v.parse(Header, JSON.parse(bytesOf(header).toString('utf8')));
  const contentKey = privateDecrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    bytesOf(wrappedKey),
  );
  const [nonce, authenticity] = [bytesOf(vector), bytesOf(tag)];
  if (nonce.length !== vectorBytes || authenticity.length !== tagBytes) {
    throw new Error('The vector or the tag has another length.');
  }
  const decipher = createDecipheriv('aes-256-gcm', contentKey, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(header, 'ascii')).setAuthTag(authenticity);
  const plain = Buffer.concat([decipher.update(bytesOf(content)), decipher.final()]);
  const whole = zip ? inflateRawSync(plain, { maxOutputLength: maxContentBytes }) : plain;
  return whole.toString('utf8');
}
