import * as v from 'valibot';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { profileOf } from '#merchants/profiles/profile-of.ts';
import { SwitchError } from '#platform/errors.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { toMajorString } from '#vocabulary/amounts.ts';
import { openConnectorAccess } from '../payments/connector-access.ts';
import type { PlainAuthentication } from './authentication.ts';
import type { ClickToPaySession } from './operations.ts';

/** The settings of the profile, in the words of the API. */
const Settings = v.object({
  is_click_to_pay_enabled: v.nullish(v.boolean()),
  authentication_product_ids: v.nullish(v.record(v.string(), v.string())),
});

/** The metadata of an account with Click to Pay, as its merchant states it. */
const Metadata = v.object({
  dpa_id: v.string(),
  dpa_name: v.string(),
  locale: v.string(),
  acquirer_bin: v.string(),
  acquirer_merchant_id: v.string(),
  merchant_category_code: v.nullish(v.string()),
  merchant_country_code: v.string(),
  dpa_client_id: v.nullish(v.string()),
});

/** The card network that runs Click to Pay, by the connector of the account. */
const providers: ReadonlyMap<string, ClickToPaySession['provider']> = new Map([
  ['ctp_visa', 'visa'],
  ['ctp_mastercard', 'mastercard'],
]);

/**
 * The data with which a page opens Click to Pay; undefined where the profile does not enable it.
 *
 * @throws SwitchError `missing_param` where the profile names no account or the authentication no
 * e-mail and phone of its customer, `connector_account_not_found`, `precondition_failed` for an
 * account without the data of Click to Pay
 */
export async function clickToPaySession(
  authentication: PlainAuthentication,
  configuration: Configuration,
  secrets: MerchantSecrets,
): Promise<ClickToPaySession | undefined> {
  const { profileId, amountMinor, currency, customer } = authentication;
  const settings = v.parse(Settings, profileOf(configuration, profileId).settings);
  const { authentication_product_ids: products } = settings;
  if (!settings.is_click_to_pay_enabled || !products) return undefined;
  if (!products.click_to_pay) {
    throw new SwitchError('missing_param', { field: 'authentication_product_ids' });
  }
  const account = configuration.connectorAccounts.find(({ id }) => id === products.click_to_pay);
  const provider = account && providers.get(account.connectorName);
  if (!account || !provider) throw new SwitchError('connector_account_not_found');
  checkReachable(customer);
  const { metadata } = await openConnectorAccess(account, configuration, secrets);
  const found = v.safeParse(Metadata, metadata);
  if (!found.success) {
    throw new SwitchError('precondition_failed', {
      message: 'The metadata of the connector account has no data of Click to Pay',
    });
  }
  const { merchant_category_code, dpa_client_id, ...known } = found.output;
  return {
    wallet_name: 'click_to_pay',
    ...known,
    card_brands: ['Mastercard', 'Visa'],
    merchant_category_code: merchant_category_code ?? null,
    transaction_amount: toMajorString(amountMinor, currency),
    transaction_currency_code: currency,
    phone_number: customer?.phone ?? null,
    email: customer?.email ?? null,
    phone_country_code: customer?.phone_country_code ?? null,
    provider,
    dpa_client_id: dpa_client_id ?? null,
  };
}

/** The networks find their customers by e-mail or phone. */
function checkReachable(customer: PlainAuthentication['customer']): void {
  if (customer?.email != null || customer?.phone != null) return;
  throw new SwitchError('missing_param', { field: 'customer_details.email' });
}
