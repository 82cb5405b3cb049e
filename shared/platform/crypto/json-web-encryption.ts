import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';
import * as v from 'valibot';

const Header = v.object({ alg: v.literal('RSA-OAEP-256'), enc: v.literal('A256GCM') });

/**
 * The text of JSON Web Encryption in its compact form (RFC 7516), whose key is wrapped by
 * RSA-OAEP-256 and whose content is encrypted by A256GCM. Throws for every other, and for another
 * key.
 */
export function openJsonWebEncryption(text: string, key: KeyObject): string {
  const parts = text.split('.');
  const [header = '', wrappedKey = '', vector = '', content = '', tag = ''] = parts;
  const bytesOf = (part: string) => Buffer.from(part, 'base64url');
  v.parse(Header, JSON.parse(bytesOf(header).toString('utf8')));
  const contentKey = privateDecrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    bytesOf(wrappedKey),
  );
  const tagBytes = bytesOf(tag);
  if (tagBytes.length !== 16) throw new Error('No whole tag.');
  const decipher = createDecipheriv('aes-256-gcm', contentKey, bytesOf(vector), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(header, 'ascii')).setAuthTag(tagBytes);
  return Buffer.concat([decipher.update(bytesOf(content)), decipher.final()]).toString('utf8');
}
