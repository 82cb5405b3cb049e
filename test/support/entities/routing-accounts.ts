import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';

/** A connector account of the profile `pro_1`, without credentials that anything could open. */
export const anAccount = (
  connectorName: string,
  changes: Partial<ConnectorAccount> = {},
): ConnectorAccount => ({
  id: `mca_${connectorName}`,
  merchantId: 'shop',
  profileId: 'pro_1',
  connectorName,
  connectorType: 'payment_processor',
  label: connectorName,
  status: 'active',
  disabled: false,
  settings: {},
  sealed: new Uint8Array(),
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  ...changes,
});
