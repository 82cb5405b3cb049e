import * as v from 'valibot';
import { placeOf } from '#merchants/accounts/configuration-store.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { ConnectorSecrets } from '#merchants/connector-accounts/connector-account-changes.ts';
import { log } from '#platform/log.ts';
import { JsonObject } from '#platform/schema.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { toMajorString } from '#vocabulary/amounts.ts';
import { Country } from '#vocabulary/countries.ts';
import { Currency } from '#vocabulary/currencies.ts';
import type { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { isManual, type Payment } from '../payment.ts';
import { pricedByWallet } from '../shown-surcharge.ts';
import type { SessionToken } from './operations.ts';
import { accepts, opensWindow, processorsOf } from './wallet-accounts.ts';

/**
 * The sessions of the browser's wallets: one for each wallet and each connector account that
 * supports it. The merchant configures a wallet in the account's metadata; an account without it
 * has no session. A browser that names no wallet, such as Hyperswitch's SDK, gets all.
 */
export async function walletSessions(
  payment: Payment,
  wallets: readonly PaymentMethodType[],
  configuration: Configuration,
  secrets: MerchantSecrets,
): Promise<readonly SessionToken[]> {
  const accounts = processorsOf(payment, configuration);
  const requested = wallets.length > 0 ? [...new Set(wallets)].filter(isWallet) : known;
  const readable = await Promise.all(
    accounts
      .filter((account) => requested.some((wallet) => accepts(account, wallet)))
      .map(async (account) => ({
        account,
        metadata: await metadataOf(account, configuration, secrets),
      })),
  );
  const priceFor = (wallet: Wallet) =>
    configuration.decisions?.surcharge ? pricedByWallet(configuration, payment, wallet) : payment;
  const sessions = requested.flatMap((wallet) =>
    readable
      .filter(({ account }) => accepts(account, wallet))
      .flatMap(({ account, metadata }) => openSession[wallet](priceFor(wallet), account, metadata)),
  );
  const isMissing = wallets.some((wallet) => !sessions.some((one) => one.wallet_name === wallet));
  return isMissing ? [...sessions, { wallet_name: 'no_session_token_received' }] : sessions;
}

const known = ['google_pay', 'apple_pay', 'paypal'] as const;
type Wallet = (typeof known)[number];
const isWallet = (type: PaymentMethodType): type is Wallet => known.some((one) => one === type);

async function metadataOf(
  account: ConnectorAccount,
  { account: holder }: Configuration,
  secrets: MerchantSecrets,
): Promise<unknown> {
  try {
    const place = placeOf.connectorAccount(account.id);
    return (await secrets.open(holder, place, account.sealed, ConnectorSecrets)).metadata;
  } catch (error) {
    // The other accounts still get their sessions.
    log.error('metadata of a connector account cannot be read', error, { accountId: account.id });
    return undefined;
  }
}

const GooglePay = v.object({
  google_pay: v.object({
    merchant_info: v.object({ merchant_name: v.string(), merchant_id: v.nullish(v.string()) }),
    allowed_payment_methods: v.array(
      v.object({
        type: v.string(),
        parameters: JsonObject,
        tokenization_specification: JsonObject,
      }),
    ),
  }),
});

const RequestData = v.object({
  payment_request_data: v.object({
    label: v.string(),
    supported_networks: v.nullish(v.array(v.string())),
    merchant_capabilities: v.nullish(v.array(v.string())),
  }),
  session_token_data: v.nullish(v.looseObject({ merchant_identifier: v.nullish(v.string()) })),
});
const ApplePay = v.union([
  v.object({ apple_pay: RequestData }),
  v.object({ apple_pay_combined: v.object({ manual: RequestData }) }),
]);

/** The client id is public: PayPal's software in the browser wants it. */
const PayPal = v.object({ paypal_sdk: v.object({ client_id: v.string() }) });

type OpenSession = (
  payment: Payment,
  account: ConnectorAccount,
  metadata: unknown,
) => readonly SessionToken[];

const confirmNext = { next_action: 'confirm' } as const;

/** The session of each wallet; empty when the account's metadata lacks it. */
const openSession: Readonly<Record<Wallet, OpenSession>> = {
  google_pay(payment, { connectorName: connector }, metadata) {
    const found = v.safeParse(GooglePay, metadata);
    if (!found.success) return [];
    const { merchant_info, allowed_payment_methods } = found.output.google_pay;
    const { country_code, currency_code, total } = priceOf(payment);
    return [
      {
        wallet_name: 'google_pay',
        merchant_info,
        shipping_address_required: false,
        email_required: false,
        shipping_address_parameters: { phone_number_required: false },
        allowed_payment_methods,
        transaction_info: {
          country_code,
          currency_code,
          total_price_status: 'Final',
          total_price: total,
        },
        delayed_session_token: false,
        connector,
        sdk_next_action: confirmNext,
        secrets: null,
      },
    ];
  },

  apple_pay(payment, { connectorName: connector }, metadata) {
    const found = v.safeParse(ApplePay, metadata);
    if (!found.success) return [];
    const data =
      'apple_pay' in found.output ? found.output.apple_pay : found.output.apple_pay_combined.manual;
    const {
      label,
      supported_networks = null,
      merchant_capabilities = null,
    } = data.payment_request_data;
    const { country_code, currency_code, total } = priceOf(payment);
    return [
      {
        wallet_name: 'apple_pay',
        // The browser validates the merchant with Apple by itself.
        session_token_data: null,
        payment_request_data: {
          country_code,
          currency_code,
          total: { label, type: 'final', amount: total },
          merchant_capabilities,
          supported_networks,
          merchant_identifier: data.session_token_data?.merchant_identifier ?? null,
        },
        connector,
        delayed_session_token: false,
        sdk_next_action: confirmNext,
        connector_reference_id: null,
        connector_sdk_public_key: null,
        connector_merchant_id: null,
      },
    ];
  },

  paypal(payment, account, metadata) {
    const found = v.safeParse(PayPal, metadata);
    if (!found.success || !opensWindow(account, 'paypal')) return [];
    const { currency_code, total } = priceOf(payment);
    return [
      {
        wallet_name: 'paypal',
        connector: account.connectorName,
        session_token: found.output.paypal_sdk.client_id,
        sdk_next_action: { next_action: 'post_session_tokens' },
        transaction_info: { flow: 'checkout', currency_code, total_price: total },
        currency: currency_code,
        intent: isManual(payment) ? 'authorize' : 'capture',
      },
    ];
  },
};

const Billing = v.object({ address: v.object({ country: Country }) });

/** The price that the wallet shows: the net total as a decimal number, and the country. */
function priceOf({ attempt, currency: stored, requestFields }: Payment) {
  const currency = v.parse(Currency, stored);
  const billing = v.safeParse(Billing, requestFields.billing);
  const business = v.safeParse(Country, requestFields.business_country);
  return {
    // A wallet requires a country; the billing address comes first.
    country_code: billing.success
      ? billing.output.address.country
      : business.success
        ? business.output
        : ('US' as const),
    currency_code: currency,
    total: toMajorString(attempt.amountMinor, currency),
  };
}
