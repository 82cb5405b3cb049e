import * as v from 'valibot';
import { apiKeyKey } from '../table/shared-keys.ts';
import type { Table } from '../table/table.ts';

/** A secret key as we know it: its hash, and the beginning that tells people which one it is. */
export const ApiKey = v.looseObject({
  id: v.string(),
  merchantId: v.string(),
  /** SHA-256 of the whole key, 64 hex digits. */
  hash: v.string(),
  /** The first 12 characters of the key. */
  prefix: v.string(),
  name: v.string(),
  description: v.optional(v.string()),
  /** Absent: it never expires. */
  expiresAt: v.optional(v.string()),
  createdAt: v.string(),
});
export type ApiKey = v.InferOutput<typeof ApiKey>;

export interface ApiKeyStore {
  create(key: ApiKey): Promise<void>;
  /** All keys of a merchant, oldest first. */
  list(merchantId: string): Promise<readonly ApiKey[]>;
  /** Removes the key, which nobody keeps, so that it is good no longer; false when there is none. */
  revoke(merchantId: string, keyId: string): Promise<boolean>;
}

const listKey = (merchantId: string) => `MERCHANT#${merchantId}#API_KEYS`;

export const apiKeyStore = (table: Table): ApiKeyStore => ({
  async create(key) {
    const listed = { listPk: listKey(key.merchantId), listSk: `${key.createdAt}#${key.id}` };
    const existing = await table.putNew({ ...key, ...apiKeyKey(key.id), ...listed });
    // 119 random bits met twice: rather nobody gets the key than two merchants share it.
    if (existing) throw new Error('A new API key has the identifier of another.');
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
});
