import * as v from 'valibot';
import { aboutNamed, connectorSupport } from '#connectors/abouts.ts';
import type { MethodAbility } from '#connectors/interface/about.ts';
import type {
  Configuration,
  ConnectorAccount,
  Profile,
} from '#merchants/accounts/merchant-account.ts';
import { EnabledPaymentMethods } from '#merchants/connector-accounts/enabled-payment-methods.ts';
import { JsonObject } from '#platform/schema.ts';
import {
  cardNetworks,
  type PaymentMethod,
  type PaymentMethodType,
} from '#vocabulary/payment-methods.ts';
import { rulesOf } from '../../blocklist/screening.ts';
import { readable } from '../../callers/access-rules.ts';
import type { Payment } from '../../payments/payment.ts';
import { billingCountryOf } from '../../payments/request/billing-country.ts';
import type { SurchargeResponse } from '../../payments/response/surcharge-response.ts';
import { shownSurcharge } from '../../payments/shown-surcharge.ts';
import { isAccepted } from '../../routing/eligible-accounts.ts';
import { fallbackAccounts } from '../../routing/fallback.ts';
import type {
  MerchantListResponse,
  OfferedType,
  RequiredField,
} from './merchant-list-operations.ts';
import { pageReadRules } from './page-rights.ts';

type EnabledType = NonNullable<EnabledPaymentMethods['payment_method_types']>[number];

/** A payment method type that a connector account offers. */
interface Offer {
  readonly connector: string;
  readonly method: PaymentMethod;
  readonly enabled: EnabledType;
}

/**
 * The payment methods of a profile, for one payment or in general. A type that several connector
 * accounts offer is listed once, with all its connectors in the order in which they are tried.
 */
export function merchantList(
  configuration: Configuration,
  profile: Profile,
  payment?: Payment,
): MerchantListResponse {
  const { account } = configuration;
  const { settings } = profile;
  const name = textOf(account.settings.merchant_name);
  const isOn = (setting: string) => settings[setting] === true;
  return {
    redirect_url:
      textOf(payment?.requestFields.return_url) ??
      textOf(settings.return_url) ??
      textOf(account.settings.return_url),
    currency: payment?.currency ?? null,
    payment_methods: grouped(offersOf(configuration, profile.id, payment), {
      payment,
      surchargeOn: (method) =>
        payment && configuration.decisions?.surcharge
          ? shownSurcharge(configuration, payment, method)
          : null,
    }),
    mandate_payment: objectOf(objectOf(payment?.requestFields.mandate_data)?.mandate_type),
    merchant_name: name,
    show_surcharge_breakup_screen: configuration.decisions?.surcharge?.showsBreakup === true,
    payment_type: payment ? paymentType(payment) : null,
    request_external_three_ds_authentication:
      payment?.requestFields.request_external_three_ds_authentication === true,
    collect_shipping_details_from_wallets:
      isOn('collect_shipping_details_from_wallet_connector') ||
      isOn('always_collect_shipping_details_from_wallet_connector'),
    collect_billing_details_from_wallets:
      isOn('collect_billing_details_from_wallet_connector') ||
      isOn('always_collect_billing_details_from_wallet_connector'),
    is_tax_calculation_enabled: isOn('is_tax_connector_enabled'),
    sdk_next_action: {
      next_action: rulesOf(configuration, profile.id) ? 'eligibility_check' : 'confirm',
      should_block_confirm: null,
    },
    is_guest_customer: payment?.customer?.id === undefined,
    intent_data: payment ? readable(intentData(payment, name), pageReadRules) : null,
  };
}

function offersOf(
  configuration: Configuration,
  profileId: string,
  payment: Payment | undefined,
): readonly Offer[] {
  return fallbackAccounts(configuration, 'payment', profileId)
    .filter(({ disabled }) => !disabled)
    .flatMap((account) =>
      enabledOf(account).flatMap(({ payment_method: method, payment_method_types: types }) =>
        (types ?? []).map((enabled) => ({ connector: account.connectorName, method, enabled })),
      ),
    )
    .flatMap((offer) => supportedOf(offer, payment))
    .filter(({ enabled }) => !payment || isAvailableFor(enabled, payment));
}

/** The supported parts of an offer, as far as the payment's data is known. */
function supportedOf({ connector, method, enabled }: Offer, payment?: Payment): readonly Offer[] {
  const { ability } = connectorSupport(connector, {
    method,
    type: enabled.payment_method_type,
    ...(payment && {
      currency: payment.currency,
      country: billingCountryOf(payment),
      captureMethod: textOf(payment.requestFields.capture_method),
      mandate: isRecurring(payment),
    }),
  });
  if (!ability) return [];
  const { card_networks } = enabled;
  if (!ability.networks || !card_networks) return [{ connector, method, enabled }];
  const supported = card_networks.filter((network) => ability.networks?.includes(network));
  const isOffered = supported.length > 0 || card_networks.length === 0;
  return isOffered
    ? [{ connector, method, enabled: { ...enabled, card_networks: supported } }]
    : [];
}

/** An account that states no payment methods takes all that its processor supports. */
function enabledOf({
  connectorName,
  settings,
}: ConnectorAccount): readonly EnabledPaymentMethods[] {
  const configured = v.parse(
    v.array(EnabledPaymentMethods),
    settings.payment_methods_enabled ?? [],
  );
  if (configured.length > 0) return configured;
  return (aboutNamed(connectorName)?.methods ?? []).map(({ method, type, variants, networks }) =>
    v.parse(EnabledPaymentMethods, {
      payment_method: method,
      payment_method_types: [
        {
          payment_method_type: type,
          ...(method === 'card' && { card_networks: networks ?? cardNetworks }),
          ...(needsSdk(method, variants) && { payment_experience: 'invoke_sdk_client' }),
        },
      ],
    }),
  );
}

/** Whether a wallet is paid only by the data of its SDK, and by no redirect. */
const needsSdk = (method: PaymentMethod, variants: MethodAbility['variants'] = []) =>
  method === 'wallet' && variants.length > 0 && !variants.some((one) => one.endsWith('_redirect'));

/** Whether a payment may use this type, as far as its data is known. */
function isAvailableFor(enabled: EnabledType, payment: Payment): boolean {
  const { requestFields, amountMinor, currency } = payment;
  const country = billingCountryOf(payment);
  const allowed = requestFields.allowed_payment_method_types;
  const isLarge = amountMinor > (enabled.maximum_amount ?? Number.POSITIVE_INFINITY);
  const isSmall = amountMinor < (enabled.minimum_amount ?? 0);
  return (
    isAccepted(enabled.accepted_currencies, currency) &&
    (country === undefined || isAccepted(enabled.accepted_countries, country)) &&
    (amountMinor === 0 || !(isLarge || isSmall)) &&
    (!isRecurring(payment) || enabled.recurring_enabled !== false) &&
    (!Array.isArray(allowed) || allowed.includes(enabled.payment_method_type))
  );
}

const isRecurring = ({ requestFields }: Payment) =>
  requestFields.setup_future_usage === 'off_session' || requestFields.mandate_data != null;

const RequestedType = v.picklist(['normal', 'new_mandate', 'setup_mandate', 'recurring_mandate']);

function paymentType(payment: Payment): NonNullable<MerchantListResponse['payment_type']> {
  const { requestFields, amountMinor } = payment;
  // Client libraries send back the value that they get here, and a confirm refuses another type
  // than the stated one.
  if (v.is(RequestedType, requestFields.payment_type))
    return v.parse(RequestedType, requestFields.payment_type);
  if (requestFields.mandate_id != null || requestFields.off_session === true)
    return 'recurring_mandate';
  if (!isRecurring(payment)) return 'normal';
  return amountMinor === 0 ? 'setup_mandate' : 'new_mandate';
}

/** The payment for which the offers are shown, if there is one, and the surcharge on each. */
interface ShownFor {
  readonly payment: Payment | undefined;
  surchargeOn(method: Parameters<typeof shownSurcharge>[2]): SurchargeResponse | null;
}

function grouped(
  offers: readonly Offer[],
  shownFor: ShownFor,
): MerchantListResponse['payment_methods'] {
  const methods = [...Map.groupBy(offers, ({ method }) => method)];
  return methods.map(([payment_method, ofMethod]) => ({
    payment_method,
    payment_method_types: [
      ...Map.groupBy(ofMethod, ({ enabled }) => enabled.payment_method_type),
    ].map(([type, ofType]) => offeredType(payment_method, type, ofType, shownFor)),
  }));
}

function offeredType(
  method: PaymentMethod,
  type: PaymentMethodType,
  offers: readonly Offer[],
  { payment, surchargeOn }: ShownFor,
): OfferedType {
  const eligible_connectors = connectorsOf(offers);
  const isCard = method === 'card';
  return {
    payment_method_type: type,
    payment_experience: isCard ? null : experiences(offers),
    card_networks: isCard
      ? networks(offers, (network) => surchargeOn({ method, type, card: { network, type } }))
      : null,
    // The switch does not know a processor's banks; the customer chooses on the processor's own
    // page.
    bank_names: method === 'bank_redirect' ? [] : null,
    bank_debits: method === 'bank_debit' ? { eligible_connectors } : null,
    bank_transfers: method === 'bank_transfer' ? { eligible_connectors } : null,
    required_fields: isCard ? cardFields : customerFields(method, payment),
    // Of a card, each network has its own.
    surcharge_details: isCard ? null : surchargeOn({ method, type }),
    pm_auth_connector: null,
  };
}

const connectorsOf = (offers: readonly Offer[]) => [
  ...new Set(offers.map(({ connector }) => connector)),
];

const experiences = (offers: readonly Offer[]) =>
  [...Map.groupBy(offers, ({ enabled }) => enabled.payment_experience ?? 'redirect_to_url')].map(
    ([payment_experience_type, some]) => ({
      payment_experience_type,
      eligible_connectors: connectorsOf(some),
    }),
  );

function networks(
  offers: readonly Offer[],
  surchargeOn: (network: string) => SurchargeResponse | null,
) {
  const each = offers.flatMap((offer) =>
    (offer.enabled.card_networks ?? []).map((network) => ({ network, offer })),
  );
  return [...Map.groupBy(each, ({ network }) => network)].map(([card_network, some]) => ({
    card_network,
    surcharge_details: surchargeOn(card_network),
    eligible_connectors: connectorsOf(some.map(({ offer }) => offer)),
  }));
}

const cardField = (name: string, field_type: string): readonly [string, RequiredField] => {
  const required_field = `payment_method_data.card.${name}`;
  return [required_field, { required_field, display_name: name, field_type, value: null }];
};

/** The card fields that every connector needs. Their values are never known in advance. */
const cardFields: Readonly<Record<string, RequiredField>> = Object.fromEntries([
  cardField('card_number', 'user_card_number'),
  cardField('card_exp_month', 'user_card_expiry_month'),
  cardField('card_exp_year', 'user_card_expiry_year'),
  cardField('card_cvc', 'user_card_cvc'),
]);

/** Bank debits need the account owner's data; other methods ask for it on their own pages. */
function customerFields(
  method: PaymentMethod,
  payment: Payment | undefined,
): Readonly<Record<string, RequiredField>> {
  if (method !== 'bank_debit') return {};
  const billing = objectOf(payment?.requestFields.billing);
  const field = (path: string, display_name: string, field_type: string, value: unknown) => [
    `billing.${path}`,
    {
      required_field: `payment_method_data.billing.${path}`,
      display_name,
      field_type,
      value: textOf(value),
    },
  ];
  return Object.fromEntries([
    field(
      'address.first_name',
      'owner_name',
      'user_full_name',
      objectOf(billing?.address)?.first_name,
    ),
    field('email', 'email', 'user_email_address', billing?.email ?? payment?.customer?.email),
  ]);
}

function intentData(payment: Payment, merchantName: string | null) {
  const { requestFields } = payment;
  return {
    payment_id: payment.id,
    status: payment.status,
    amount: payment.amountMinor,
    currency: payment.currency,
    client_secret: payment.clientSecret,
    description: textOf(requestFields.description),
    customer_id: payment.customer?.id ?? null,
    return_url: textOf(requestFields.return_url),
    setup_future_usage: textOf(requestFields.setup_future_usage),
    billing: objectOf(requestFields.billing),
    shipping: objectOf(requestFields.shipping),
    metadata: objectOf(requestFields.metadata),
    order_details: objectsOf(requestFields.order_details),
    created: payment.createdAt,
    expires_on: payment.expiresAt,
    profile_id: payment.profileId,
    merchant_order_reference_id: textOf(requestFields.merchant_order_reference_id),
    attempt_count: payment.attemptCount,
    installment_options: objectsOf(requestFields.installment_options),
    capture_method: textOf(requestFields.capture_method),
    merchant_name: merchantName,
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const objectOf = (value: unknown): Record<string, unknown> | null => {
  const parsed = v.safeParse(JsonObject, value);
  return parsed.success ? parsed.output : null;
};
const objectsOf = (value: unknown): Record<string, unknown>[] | null => {
  const parsed = v.safeParse(v.array(JsonObject), value);
  return parsed.success ? parsed.output : null;
};
