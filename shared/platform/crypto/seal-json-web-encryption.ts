import { constants, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto';
import { nonceBytes, sealWith, tagBytes } from './aead.ts';

const header = Buffer.from(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })).toString(
  'base64url',
);

/**
 * Encrypts a text for the owner of an RSA key, as JSON Web Encryption in its compact form (RFC
 * 7516), which `openJsonWebEncryption` opens: the key is wrapped by RSA-OAEP-256, and the content is
 * encrypted by A256GCM. The caller erases `plain`.
 */
export function sealJsonWebEncryption(plain: Uint8Array, publicKey: KeyObject): string {
  const contentKey = randomBytes(32);
  const wrappedKey = publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    contentKey,
  );
  const sealed = sealWith(contentKey, Buffer.from(header, 'ascii'), plain);
  contentKey.fill(0);
  const parts = [
    wrappedKey,
    sealed.subarray(0, nonceBytes),
    sealed.subarray(nonceBytes, -tagBytes),
    sealed.subarray(-tagBytes),
  ];
  return [header, ...parts.map((part) => part.toString('base64url'))].join('.');
}
