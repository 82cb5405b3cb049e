import * as v from 'valibot';
import { apiKeyKey } from '#platform/table/shared-keys.ts';
import type { Table } from '#platform/table/table.ts';

/** A stored secret API key: its hash, and the prefix by which people recognize it. */
export const ApiKey = v.looseObject({
  id: v.string(),
  merchantId: v.string(),
  /** SHA-256 of the whole key, 64 hex digits. */
  hash: v.string(),
  /** The first 12 characters of the key. */
  prefix: v.string(),
  name: v.string(),
  description: v.optional(v.string()),
  /** Absent: the key never expires. */
  expiresAt: v.optional(v.string()),
  createdAt: v.string(),
});
export type ApiKey = v.InferOutput<typeof ApiKey>;

export interface ApiKeyStore {
  create(key: ApiKey): Promise<void>;
  /** A key of this merchant; undefined when the merchant has no such key. */
  get(merchantId: string, keyId: string): Promise<ApiKey | undefined>;
  /** The key after these changes; undefined when there is none. The hash never changes. */
  change(merchantId: string, keyId: string, changes: ApiKeyChanges): Promise<ApiKey | undefined>;
  /** All keys of a merchant, oldest first. */
  list(merchantId: string): Promise<readonly ApiKey[]>;
  /** Deletes the key at once: no container caches keys. False when there is none. */
  revoke(merchantId: string, keyId: string): Promise<boolean>;
  /** Deletes all keys of a merchant, except keys so new that the index does not have them yet. */
  revokeAll(merchantId: string): Promise<void>;
}

interface ApiKeyChanges {
  readonly name?: string;
  readonly description?: string;
  /** `null`: the key never expires. */
  readonly expiresAt?: string | null;
}

const listKey = (merchantId: string) => `MERCHANT#${merchantId}#API_KEYS`;

export const apiKeyStore = (table: Table): ApiKeyStore => ({
  async create(key) {
    const listed = { listPk: listKey(key.merchantId), listSk: `${key.createdAt}#${key.id}` };
    const existing = await table.putNew({ ...key, ...apiKeyKey(key.id), ...listed });
    // A collision of 119 random bits: an error is better than a key that two merchants share.
    if (existing) throw new Error('A new API key has the identifier of another.');
  },

  async get(merchantId, keyId) {
    const item = await table.get(apiKeyKey(keyId));
    const key = item && v.parse(ApiKey, item);
    return key?.merchantId === merchantId ? key : undefined;
  },

  async change(merchantId, keyId, { expiresAt, ...set }) {
    const changes = {
      set: { ...set, ...(expiresAt && { expiresAt }) },
      ...(expiresAt === null && { remove: ['expiresAt'] }),
    };
    // The condition fails for a key that was revoked meanwhile, since only an existing key has a
    // merchant.
    const isMerchants = { oneOf: { merchantId: [merchantId] } };
    const item = await table.changeWhere(apiKeyKey(keyId), changes, isMerchants);
    return item && v.parse(ApiKey, item);
  },

  async list(merchantId) {
    const listed = await table.query(listKey(merchantId), { index: 'by-list' });
    const keys = await table.batchGet(listed.map(({ pk, sk }) => ({ pk, sk })));
    return keys
      .map((item) => v.parse(ApiKey, item))
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
  },

  revoke: (merchantId, keyId) =>
    table.remove(apiKeyKey(keyId), { attribute: 'merchantId', is: merchantId }),

  async revokeAll(merchantId) {
    const listed = await table.query(listKey(merchantId), { index: 'by-list' });
    const isMerchants = { attribute: 'merchantId', is: merchantId };
    await Promise.all(listed.map(({ pk, sk }) => table.remove({ pk, sk }, isMerchants)));
  },
});
