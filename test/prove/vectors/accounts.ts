import * as v from 'valibot';
import type { ConnectorAccess, Credentials } from '#connectors/interface/exchange.ts';

type Words = Readonly<Record<string, string>>;
type Account = Pick<ConnectorAccess, 'credentials' | 'metadata'>;

const body = (apiKey = '', key1 = ''): Credentials => ({
  auth_type: 'BodyKey',
  api_key: apiKey,
  key1,
});
const signature = (apiKey = '', key1 = '', secret = ''): Credentials => ({
  auth_type: 'SignatureKey',
  api_key: apiKey,
  key1,
  api_secret: secret,
});
const header = (apiKey = ''): Credentials => ({ auth_type: 'HeaderKey', api_key: apiKey });

/** Each processor's words for its credentials, as an account of the Hyperswitch v1 API has them. */
const accounts: Readonly<Record<string, (words: Words) => Account>> = {
  stripe: ({ apiKey }) => ({ credentials: header(apiKey) }),
  adyen: ({ apiKey, merchantAccount, reviewKey }) => ({
    credentials: signature(apiKey, merchantAccount, reviewKey),
  }),
  checkout: ({ apiKey, processingChannelId, apiSecret }) => ({
    credentials: signature(apiKey, processingChannelId, apiSecret),
  }),
  paypal: ({ clientSecret, clientId }) => ({
    credentials: body(clientSecret, clientId),
    // The partner whose payments were recorded.
    metadata: { partner_attribution_id: 'HyperSwitchlegacy_Ecom' },
  }),
  authorizedotnet: ({ name, transactionKey }) => ({ credentials: body(name, transactionKey) }),
  braintree: ({ publicKey, privateKey, merchantAccountId, merchantId, ...words }) => ({
    credentials: signature(publicKey, merchantId ?? merchantAccountId, privateKey),
    metadata: {
      merchant_account_id: merchantAccountId,
      merchant_config_currency: words.$merchantConfigCurrency,
    },
  }),
  cybersource: ({ apiKey, merchantAccount, apiSecret }) => ({
    credentials: signature(apiKey, merchantAccount, apiSecret),
  }),
  mollie: ({ apiKey, profileToken }) => ({ credentials: body(apiKey, profileToken) }),
  nmi: ({ apiKey, publicKey }) => ({ credentials: body(apiKey, publicKey) }),
  shift4: ({ apiKey }) => ({ credentials: header(apiKey) }),
  worldpay: ({ username, password, entityId, merchantName }) => ({
    credentials: signature(password, username, entityId),
    metadata: { merchant_name: merchantName },
  }),
};

/** The account that a file was recorded with; its webhook secret is part of each webhook. */
export function accountOf(
  connectorName: string,
  credentials: Readonly<Record<string, unknown>>,
  webhookSecret?: string | null,
): ConnectorAccess {
  const words = v.parse(v.record(v.string(), v.string()), credentials);
  const account = accounts[connectorName]?.(words) ?? { credentials: header(words.apiKey) };
  return {
    connectorName,
    ...account,
    ...(webhookSecret != null && { webhookSecrets: [webhookSecret] }),
    testMode: true,
  };
}
