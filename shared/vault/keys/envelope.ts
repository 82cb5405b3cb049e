import { createHmac, randomBytes } from 'node:crypto';
import { DecryptFailed, derivedKey, openWith, sealWith } from '#platform/crypto/aead.ts';
import type { KeyClass } from './key-provider.ts';

/** A tenant's key in clear. It lives in memory only. */
export interface TenantKey {
  readonly version: number;
  /** 32 bytes. */
  readonly bytes: Uint8Array;
  /** Whether it was replaced: a retired key decrypts and no longer encrypts. */
  readonly retired?: boolean;
  /**
   * The earlier fingerprint key, for a while after its replacement. Until every card has its new
   * fingerprint, either one identifies a card.
   */
  readonly earlier?: TenantKey;
}

/** The item that a sealed record belongs to. A record that is moved elsewhere cannot be opened. */
export interface Place {
  readonly tenant: string;
  readonly cardToken: string;
  readonly keyClass: Exclude<KeyClass, 'fingerprint'>;
  /** The fields of the record: `card`, `code`. */
  readonly group: string;
}

const format = 1;
const saltBytes = 16;
const headBytes = 1 + 4 + saltBytes;

/**
 * Encrypts a record for its place, with a key of its own derived from the tenant's key: `01 | key
 * version (4) | salt (16) | nonce (12) | ciphertext | tag (16)`. Throws a plain Error when the key
 * is retired or was erased: the caller chose the wrong one.
 */
export function sealRecord(key: TenantKey, place: Place, plain: Uint8Array): Uint8Array {
  if (key.retired) throw new Error('A retired key seals nothing.');
  if (key.bytes.every((byte) => byte === 0)) throw new Error('An erased key seals nothing.');
  const salt = randomBytes(saltBytes);
  const head = Buffer.alloc(1 + 4);
  head.writeUInt8(format);
  head.writeUInt32BE(key.version, 1);
  const recordKey = recordKeyOf(key, place, salt);
  try {
    return Buffer.concat([head, salt, sealWith(recordKey, contextOf(key.version, place), plain)]);
  } finally {
    recordKey.fill(0);
  }
}

/** Which version of the tenant's key a record was sealed under. Throws `DecryptFailed`. */
export function keyVersionOf(sealed: Uint8Array): number {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length <= headBytes || bytes.readUInt8() !== format) throw new DecryptFailed();
  return bytes.readUInt32BE(1);
}

/** Opens a record at its place. Throws `DecryptFailed` for every failure. */
export function openRecord(key: TenantKey, place: Place, sealed: Uint8Array): Buffer {
  if (keyVersionOf(sealed) !== key.version) throw new DecryptFailed();
  const recordKey = recordKeyOf(key, place, sealed.subarray(headBytes - saltBytes, headBytes));
  try {
    return openWith(recordKey, contextOf(key.version, place), sealed.subarray(headBytes));
  } finally {
    recordKey.fill(0);
  }
}

/**
 * The fingerprint by which a tenant recognizes a number, `f1_` and base64url: a keyed hash, so that
 * a reader of the table cannot try out numbers. `digits` are the number's ASCII digits. A retired
 * key still recognizes numbers, until all fingerprints are made anew.
 */
export function fingerprintOf(key: TenantKey, digits: Uint8Array): string {
  const hash = createHmac('sha256', key.bytes).update(digits).digest('base64url');
  return `f${key.version}_${hash}`;
}

/** The version of the tenant's key that a fingerprint was made with; 0 for any other text. */
export const fingerprintVersionOf = (fingerprint: string): number =>
  Number(/^f(\d{1,10})_/.exec(fingerprint)?.[1] ?? 0);

const recordKeyOf = (key: TenantKey, { tenant, cardToken, keyClass }: Place, salt: Uint8Array) =>
  derivedKey(key.bytes, salt, listOf([String(format), keyClass, tenant, cardToken]));

const contextOf = (version: number, { tenant, cardToken, keyClass, group }: Place) =>
  listOf([String(format), tenant, cardToken, keyClass, group, String(version)]);

/** Length-prefixed parts, so that no two lists give the same bytes. */
function listOf(parts: readonly string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const text = Buffer.from(part, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(text.length);
      return [length, text];
    }),
  );
}
