import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';
import * as v from 'valibot';

/**
 * Cybersource encrypts what it tells of payments for a key of the merchant's: JSON Web Encryption in
 * its compact form, a key by RSA-OAEP-256 and the content by A256GCM.
 *
 * @see https://developer.cybersource.com/docs/cybs/en-us/webhooks/implementation/all/rest/webhooks/wh-fg-mle-intro.html
 */
const compact = /^[\w-]+(?:\.[\w-]+){4}$/;

const Envelope = v.looseObject({
  encData: v.optional(v.string()),
  encryptedRequest: v.optional(v.string()),
  payload: v.optional(v.unknown()),
});

const Header = v.object({ alg: v.literal('RSA-OAEP-256'), enc: v.literal('A256GCM') });

/** The encrypted text of a notification's body: all of it, or its payload. Undefined where none is. */
export function encryptedIn(body: string): string | undefined {
  const text = body.trim();
  if (compact.test(text)) return text;
  const { encData, encryptedRequest, payload } = v.parse(Envelope, JSON.parse(text));
  return [encData, encryptedRequest, payload]
    .filter((one) => typeof one === 'string')
    .find((one) => compact.test(one));
}

/**
 * The notification's body in the clear, where a part of it is encrypted for the key. Throws where the
 * text was encrypted for another key, or otherwise.
 */
export function decryptedBody(body: string, key: KeyObject): string {
  const encrypted = encryptedIn(body);
  if (encrypted === undefined) return body;
  const clear = decrypted(encrypted, key);
  if (compact.test(body.trim())) return clear;
  const { encData: _, encryptedRequest: __, ...envelope } = v.parse(Envelope, JSON.parse(body));
  const content = v.parse(v.unknown(), JSON.parse(clear));
  const isWhole = v.is(v.looseObject({ eventType: v.string() }), content);
  return isWhole ? clear : JSON.stringify({ ...envelope, payload: content });
}

function decrypted(text: string, key: KeyObject): string {
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
