import * as v from 'valibot';
import { placeOf } from '#merchants/accounts/configuration-store.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { ConnectorSecrets } from '#merchants/connector-accounts/connector-account-changes.ts';
import { type WalletContacts, walletContacts } from '#merchants/profiles/wallet-contacts.ts';
import { log } from '#platform/log.ts';
import { compact, JsonObject } from '#platform/schema.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { toMajorString } from '#vocabulary/amounts.ts';
import { Country } from '#vocabulary/countries.ts';
import { Currency } from '#vocabulary/currencies.ts';
import type { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { isManual, type Payment } from '../payment.ts';
import { pricedByWallet } from '../shown-surcharge.ts';
import { AppleIdentity, type AppleSession } from './apple-session.ts';
import type { SessionToken } from './operations.ts';
import { accepts, opensWindow, processorsOf } from './wallet-accounts.ts';

/**
 * The sessions of the browser's wallets: one for each wallet and each connector account that
 * supports it. The merchant configures a wallet in the account's metadata; an account without it
 * has no session. A browser that names no wallet, such as Hyperswitch's SDK, gets all. The first
 * account with an identity at Apple has a session opened there, where the caller can.
 */
export async function walletSessions(
  payment: Payment,
  wallets: readonly PaymentMethodType[],
  configuration: Configuration,
  secrets: MerchantSecrets,
  openAppleSession: (identity: AppleIdentity) => Promise<AppleSession | null> = async () => null,
): Promise<readonly SessionToken[]> {
  const accounts = processorsOf(payment, configuration);
  const requested = wallets.length > 0 ? [...new Set(wallets)].filter(isWallet) : known;
  const readable = await Promise.all(
    accounts
      .filter((account) => requested.some((wallet) => accepts(account, wallet)))
      .map(async (account) => ({
        account,
        metadata: await walletDataOf(account, configuration, secrets),
      })),
  );
  const contacts = walletContacts(
    configuration.profiles.find(({ id }) => id === payment.profileId),
  );
  const priceFor = (wallet: Wallet) =>
    configuration.decisions?.surcharge ? pricedByWallet(configuration, payment, wallet) : payment;
  const sessions = requested.flatMap((wallet) =>
    readable
      .filter(({ account }) => accepts(account, wallet))
      .flatMap(({ account, metadata }) =>
        openSession[wallet](priceFor(wallet), account, metadata, contacts),
      ),
  );
  const [identity] = requested.includes('apple_pay')
    ? readable.flatMap(({ metadata }) => identityIn(metadata) ?? [])
    : [];
  const atApple = identity && (await openAppleSession(identity));
  const opened = atApple
    ? sessions.map((one) => withAppleSession(one, identity, atApple))
    : sessions;
  const isMissing = wallets.some((wallet) => !opened.some((one) => one.wallet_name === wallet));
  return isMissing ? [...opened, { wallet_name: 'no_session_token_received' }] : opened;
}

/** The merchant's identity at Apple in the metadata of an account; undefined without one. */
function identityIn(metadata: unknown): AppleIdentity | undefined {
  const found = v.safeParse(ApplePay, metadata);
  if (!found.success) return undefined;
  const read = v.safeParse(AppleIdentity, appleDataIn(found.output).session_token_data);
  return read.success ? read.output : undefined;
}

/** A session of Apple Pay by the same identity has Apple's answer in it. */
const withAppleSession = (
  session: SessionToken,
  { merchant_identifier }: AppleIdentity,
  atApple: AppleSession,
): SessionToken =>
  session.wallet_name === 'apple_pay' &&
  session.payment_request_data.merchant_identifier === merchant_identifier
    ? { ...session, session_token_data: atApple }
    : session;

/** In the order of the sessions that a browser without a choice gets. */
const known = ['apple_pay', 'google_pay', 'paypal'] as const;
type Wallet = (typeof known)[number];
const isWallet = (type: PaymentMethodType): type is Wallet => known.some((one) => one === type);

/** The data of an account's wallets: in `connector_wallets_details`, or else in its metadata. */
async function walletDataOf(
  account: ConnectorAccount,
  { account: holder }: Configuration,
  secrets: MerchantSecrets,
): Promise<unknown> {
  try {
    const place = placeOf.connectorAccount(account.id);
    const found = await secrets.open(holder, place, account.sealed, ConnectorSecrets);
    return { ...found.metadata, ...compact(found.connector_wallets_details ?? {}) };
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

type AllowedMethod = v.InferOutput<
  typeof GooglePay
>['google_pay']['allowed_payment_methods'][number];

/** Google Pay with the whole billing address (`BillingAddressParameters` of its API). */
const askingForBilling = ({ parameters, ...rest }: AllowedMethod): AllowedMethod => ({
  ...rest,
  parameters: {
    ...parameters,
    billing_address_required: true,
    billing_address_parameters: { format: 'FULL', phone_number_required: true },
  },
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

const appleDataIn = (metadata: v.InferOutput<typeof ApplePay>) =>
  'apple_pay' in metadata ? metadata.apple_pay : metadata.apple_pay_combined.manual;

/** The client id is public: PayPal's software in the browser wants it. */
const PayPal = v.object({ paypal_sdk: v.object({ client_id: v.string() }) });

type OpenSession = (
  payment: Payment,
  account: ConnectorAccount,
  metadata: unknown,
  contacts: WalletContacts,
) => readonly SessionToken[];

const confirmNext = { next_action: 'confirm' } as const;

/** The session of each wallet; empty when the account's metadata lacks it. */
const openSession: Readonly<Record<Wallet, OpenSession>> = {
  google_pay(payment, { connectorName: connector }, metadata, { billing, shipping }) {
    const found = v.safeParse(GooglePay, metadata);
    if (!found.success) return [];
    const { merchant_info, allowed_payment_methods } = found.output.google_pay;
    const { country_code, currency_code, total } = priceOf(payment);
    return [
      {
        wallet_name: 'google_pay',
        merchant_info,
        shipping_address_required: shipping,
        email_required: shipping,
        shipping_address_parameters: { phone_number_required: shipping },
        allowed_payment_methods: billing
          ? allowed_payment_methods.map(askingForBilling)
          : allowed_payment_methods,
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

  apple_pay(payment, { connectorName: connector }, metadata, { billing, shipping }) {
    const found = v.safeParse(ApplePay, metadata);
    if (!found.success) return [];
    const data = appleDataIn(found.output);
    const {
      label,
      supported_networks = null,
      merchant_capabilities = null,
    } = data.payment_request_data;
    const { country_code, currency_code, total } = priceOf(payment);
    return [
      {
        wallet_name: 'apple_pay',
        session_token_data: null,
        payment_request_data: {
          country_code,
          currency_code,
          total: { label, type: 'final', amount: total },
          merchant_capabilities,
          supported_networks,
          merchant_identifier: data.session_token_data?.merchant_identifier ?? null,
          ...(billing && { required_billing_contact_fields: ['postalAddress'] }),
          ...(shipping && {
            required_shipping_contact_fields: ['postalAddress', 'phone', 'email'],
          }),
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
