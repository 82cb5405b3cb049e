import type { KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { openJsonWebEncryption } from '#platform/crypto/json-web-encryption.ts';

/**
 * Cybersource encrypts its webhooks about payments for a key of the merchant's: JSON Web Encryption
 * in its compact form, a key by RSA-OAEP-256 and the content by A256GCM.
 *
 * @see https://developer.cybersource.com/docs/cybs/en-us/webhooks/implementation/all/rest/webhooks/wh-fg-mle-intro.html
 */
const compact = /^[\w-]+(?:\.[\w-]+){4}$/;

const Envelope = v.looseObject({
  encData: v.optional(v.string()),
  encryptedRequest: v.optional(v.string()),
  payload: v.optional(v.unknown()),
});

/** The encrypted text of a webhook's body: all of it, or its payload; undefined for a clear one. */
export function encryptedIn(body: string): string | undefined {
  const text = body.trim();
  if (compact.test(text)) return text;
  const { encData, encryptedRequest, payload } = v.parse(Envelope, JSON.parse(text));
  return [encData, encryptedRequest, payload]
    .filter((one) => typeof one === 'string')
    .find((one) => compact.test(one));
}

/**
 * The webhook's body in the clear, where a part of it is encrypted for the key. Throws where the
 * text was encrypted for another key, or otherwise.
 */
export function decryptedBody(body: string, key: KeyObject): string {
  const encrypted = encryptedIn(body);
  if (encrypted === undefined) return body;
  const clear = openJsonWebEncryption(encrypted, key);
  if (compact.test(body.trim())) return clear;
  const { encData: _, encryptedRequest: __, ...envelope } = v.parse(Envelope, JSON.parse(body));
  const content = v.parse(v.unknown(), JSON.parse(clear));
  const isWhole = v.is(v.looseObject({ eventType: v.string() }), content);
  return isWhole ? clear : JSON.stringify({ ...envelope, payload: content });
}
