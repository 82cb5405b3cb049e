import type { ApiKey } from './api-key-store.ts';

/** The part of a key that may be shown at any time. */
export const describeApiKey = (key: ApiKey) => ({
  key_id: key.id,
  merchant_id: key.merchantId,
  name: key.name,
  description: key.description ?? null,
  created: key.createdAt,
  expiration: key.expiresAt ?? 'never',
});
