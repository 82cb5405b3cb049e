import { placeOf } from '#merchants/accounts/configuration-store.ts';
import type { Container } from './switch-in-memory.ts';

/**
 * Stores an account with Click to Pay, as an adapter for it would let a merchant create one, and
 * returns the settings of the profile that enable it.
 */
export async function withClickToPay(
  { configurations, secrets }: Container['services'],
  merchantId: string,
  more: object = {},
): Promise<object> {
  const { account, connectorAccounts } = await configurations.current(merchantId);
  const other = connectorAccounts.find(
    ({ connectorType }) => connectorType === 'authentication_processor',
  );
  if (!other) throw new Error('The merchant has no account with a 3-D Secure server.');
  const metadata = {
    dpa_id: 'dpa_1',
    dpa_name: 'Example',
    locale: 'en_US',
    acquirer_bin: '545301',
    acquirer_merchant_id: 'SRC3DS',
    merchant_country_code: 'US',
    ...more,
  };
  const sealed = await secrets.seal(account, placeOf.connectorAccount('mca_ctp'), {
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of a network' },
    metadata,
  });
  await configurations.addConnectorAccount({
    ...other,
    id: 'mca_ctp',
    connectorName: 'ctp_mastercard',
    label: 'click to pay',
    sealed,
  });
  return {
    is_click_to_pay_enabled: true,
    authentication_product_ids: { click_to_pay: 'mca_ctp' },
  };
}
