import {
  constants,
  createDecipheriv,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import * as v from 'valibot';
import { nonceBytes, sealWith, tagBytes } from './aead.ts';

const Header = v.object({ alg: v.literal('RSA-OAEP-256'), enc: v.literal('A256GCM') });
const wrapping = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };

/**
 * Encrypts a text for the owner of an RSA key, as JSON Web Encryption in its compact form (RFC
 * 7516): the key is wrapped by RSA-OAEP-256, and the content is encrypted by A256GCM. The caller
 * erases `plain`.
 */
export function sealJsonWebEncryption(plain: Uint8Array, publicKey: KeyObject): string {
  const header: v.InferOutput<typeof Header> = { alg: 'RSA-OAEP-256', enc: 'A256GCM' };
  const headerPart = Buffer.from(JSON.stringify(header)).toString('base64url');
  const contentKey = randomBytes(32);
  const wrappedKey = publicEncrypt({ key: publicKey, ...wrapping }, contentKey);
  const sealed = sealWith(contentKey, Buffer.from(headerPart, 'ascii'), plain);
  contentKey.fill(0);
  const parts = [
    wrappedKey,
    sealed.subarray(0, nonceBytes),
    sealed.subarray(nonceBytes, -tagBytes),
    sealed.subarray(-tagBytes),
  ];
  return [headerPart, ...parts.map((part) => part.toString('base64url'))].join('.');
}

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
  const contentKey = privateDecrypt({ key, ...wrapping }, bytesOf(wrappedKey));
  const wholeTag = bytesOf(tag);
  if (wholeTag.length !== tagBytes) throw new Error('No whole tag.');
  const decipher = createDecipheriv('aes-256-gcm', contentKey, bytesOf(vector), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(header, 'ascii')).setAuthTag(wholeTag);
  return Buffer.concat([decipher.update(bytesOf(content)), decipher.final()]).toString('utf8');
}
