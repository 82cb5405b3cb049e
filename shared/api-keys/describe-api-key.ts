import type { ApiKey } from './api-key-store.ts';

/** What may be shown of a key at any time. */
export const describeApiKey = (key: ApiKey) => ({
  key_id: key.id,
  merchant_id: key.merchantId,
  name: key.name,
  description: key.description ?? null,
  created: key.createdAt,
  expiration: key.expiresAt ?? 'never',
});
