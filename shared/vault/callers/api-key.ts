import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Key } from '#platform/table/port.ts';
import { sha256 } from '#platform/table/shared-keys.ts';

/**
 * Every key of the vault's tables begins with its tenant. These are the exceptions among the
 * credentials, each with its reason.
 */
export const credentialsOutsideTenants = {
  API_KEY: 'A request carries nothing but the key: its hash must lead to the tenant.',
  SESSION_TOKEN: 'As for API keys: a browser shows the token and nothing else.',
  RATE: 'Requests of an API key are counted before its tenant is known.',
  REFUSED: 'An address that tries keys belongs to no tenant.',
  VISITS: 'An address that opens pages belongs to no tenant.',
} as const;

/** A stored API key: its hash, never the key itself. */
export const ApiKey = v.object({
  /** A UUID v4 derived from the hash, so that one read finds a key by its hash or its id. */
  id: v.string(),
  tenant: v.string(),
  /** SHA-256 of the whole key, in hex. */
  hash: v.string(),
  /** The last six characters, by which people distinguish their keys. */
  lastSix: v.string(),
  description: v.optional(v.string()),
  status: v.picklist(['active', 'revoked']),
  createdAt: v.string(),
  /** The last use, which is noted at most once an hour. Absent: none is known. */
  lastUsedAt: v.optional(v.string()),
  revokedAt: v.optional(v.string()),
  /**
   * Whether this is the deployment's master key, which is valid only while its secret has this
   * value.
   */
  fromSecret: v.optional(v.boolean()),
});
export type ApiKey = v.InferOutput<typeof ApiKey>;

export const apiKeyKey = (id: string): Key => ({ pk: `API_KEY#${id}`, sk: 'API_KEY' });

/** 256 random bits, with a prefix that shows which service the key belongs to. */
export const newApiKeyValue = () => `vk_${randomBytes(32).toString('base64url')}`;

/** The id of a key: the first bits of its hash, as many as a UUID v4 holds. */
export const apiKeyIdOf = (value: string): string => uuidOf(sha256(value));

/** The stored fields of a key's value. */
export function storedFieldsOf(value: string): Pick<ApiKey, 'id' | 'hash' | 'lastSix'> {
  const hash = sha256(value);
  return { id: uuidOf(hash), hash: hash.toString('hex'), lastSix: value.slice(-6) };
}

function uuidOf(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
