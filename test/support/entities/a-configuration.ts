import type {
  Configuration,
  ConnectorAccount,
  Profile,
} from '#merchants/accounts/merchant-account.ts';

const dates = {
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
};

/** An active account of profile `pro_1`, with the id `mca_` and the connector's name. */
export const aConnectorAccount = (
  connectorName: string,
  given: Partial<ConnectorAccount> = {},
): ConnectorAccount => ({
  merchantId: 'merchant_1',
  id: `mca_${connectorName}`,
  profileId: 'pro_1',
  connectorName,
  label: connectorName,
  connectorType: 'payment_processor',
  status: 'active',
  disabled: false,
  sealed: new Uint8Array(),
  settings: {},
  ...dates,
  ...given,
});

/** The configuration of `merchant_1` with its one profile `pro_1`. */
export const aConfiguration = ({
  profile = {},
  ...given
}: Partial<Configuration> & { readonly profile?: Partial<Profile> } = {}): Configuration => ({
  account: {
    id: 'merchant_1',
    organizationId: 'org_1',
    publishableKey: 'pk_snd_1',
    wrappedKey: new Uint8Array(),
    sealed: new Uint8Array(),
    settings: {},
    ...dates,
  },
  profiles: [
    { id: 'pro_1', merchantId: 'merchant_1', name: 'default', settings: {}, ...dates, ...profile },
  ],
  connectorAccounts: [],
  slowReceivers: [],
  ...given,
});
