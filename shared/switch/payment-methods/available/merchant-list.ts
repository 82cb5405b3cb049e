import * as v from 'valibot';
import type { Configuration, Profile } from '#merchants/accounts/merchant-account.ts';
import { verifierFor } from '#merchants/connector-accounts/account-verifier-choice.ts';
import { walletContacts } from '#merchants/profiles/wallet-contacts.ts';
import { ownMember } from '#platform/own-member.ts';
import { JsonObject } from '#platform/schema.ts';
import { type PayerFieldName, payerFields } from '#vocabulary/payer-fields.ts';
import { rulesOf } from '../../blocklist/screening.ts';
import { readable } from '../../callers/access-rules.ts';
import { isRecurring, type Offer } from '../../payments/offers.ts';
import type { Payment } from '../../payments/payment.ts';
import type { SurchargeResponse } from '../../payments/response/surcharge-response.ts';
import { shownSurcharge } from '../../payments/shown-surcharge.ts';
import type {
  IntentData,
  MerchantListResponse,
  OfferedType,
  RequiredField,
} from './merchant-list-operations.ts';
import {
  byExperience,
  byNetwork,
  connectorsOf,
  type OfferedTogether,
  offersByType,
} from './offers.ts';
import { pageReadRules } from './page-rights.ts';
import { fieldsOfAll, optionsOf, pathOf } from './required-fields.ts';

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
  const isOn = (setting: string) => ownMember(settings, setting) === true;
  const contacts = walletContacts(profile);
  return {
    redirect_url:
      textOf(payment?.requestFields.return_url) ??
      textOf(settings.return_url) ??
      textOf(account.settings.return_url),
    currency: payment?.currency ?? null,
    payment_methods: grouped(offersByType(configuration, profile.id, payment), {
      payment,
      verifierOf: (method, type) =>
        verifierFor(configuration, profile.id, { method, type })?.connectorName ?? null,
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
    collect_shipping_details_from_wallets: contacts.shipping,
    collect_billing_details_from_wallets: contacts.billing,
    is_tax_calculation_enabled: isOn('is_tax_connector_enabled'),
    sdk_next_action: {
      next_action: rulesOf(configuration, payment ?? { profileId: profile.id })
        ? 'eligibility_check'
        : 'confirm',
      should_block_confirm: null,
    },
    is_guest_customer: payment?.customer?.id === undefined,
    intent_data: payment ? intentData(payment, name) : null,
  };
}

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
  /** The connector that verifies bank accounts of this type. */
  verifierOf(method: string, type: string): string | null;
  surchargeOn(method: Parameters<typeof shownSurcharge>[2]): SurchargeResponse | null;
}

function grouped(
  offered: readonly OfferedTogether[],
  shownFor: ShownFor,
): MerchantListResponse['payment_methods'] {
  return [...Map.groupBy(offered, ({ method }) => method)].map(([payment_method, types]) => ({
    payment_method,
    payment_method_types: types.map((one) => offeredType(one, shownFor)),
  }));
}

function offeredType(
  { method, type, offers }: OfferedTogether,
  { payment, surchargeOn, verifierOf }: ShownFor,
): OfferedType {
  const eligible_connectors = connectorsOf(offers);
  const isCard = method === 'card';
  return {
    payment_method_type: type,
    payment_experience: isCard
      ? null
      : byExperience(offers).map(([payment_experience_type, some]) => ({
          payment_experience_type,
          eligible_connectors: connectorsOf(some),
        })),
    card_networks: isCard
      ? byNetwork(offers).map(([card_network, some]) => ({
          card_network,
          surcharge_details: surchargeOn({ method, type, card: { network: card_network, type } }),
          eligible_connectors: connectorsOf(some),
        }))
      : null,
    // The switch does not know a processor's banks; the customer chooses on the processor's own
    // page.
    bank_names: method === 'bank_redirect' ? [] : null,
    bank_debits: method === 'bank_debit' ? { eligible_connectors } : null,
    bank_transfers: method === 'bank_transfer' ? { eligible_connectors } : null,
    required_fields: requiredFields(offers, payment),
    // Of a card, each network has its own.
    surcharge_details: isCard ? null : surchargeOn({ method, type }),
    pm_auth_connector: verifierOf(method, type),
  };
}

/** The payer's fields of a type, each with the value that the payment has already. */
function requiredFields(
  offers: readonly Offer[],
  payment: Payment | undefined,
): Readonly<Record<string, RequiredField>> {
  return Object.fromEntries(
    fieldsOfAll({ offers }).map((name) => {
      const options = optionsOf(name, offers);
      const { type } = payerFields[name];
      const field: RequiredField = {
        required_field: pathOf(name),
        display_name: displayNames[name] ?? name.slice(name.lastIndexOf('.') + 1),
        field_type: options ? { [type]: { options: [...options] } } : type,
        value: payment ? knownValue(name, payment) : null,
      };
      return [name.startsWith('billing.') ? name : pathOf(name), field];
    }),
  );
}

const displayNames: Readonly<Record<string, string>> = {
  'billing.address.first_name': 'card_holder_name',
  'billing.address.last_name': 'card_holder_name',
};

/** A billing fact that the payment states; everything else is typed anew each time. */
function knownValue(name: PayerFieldName, { requestFields, customer }: Payment): string | null {
  const [place, ...path] = name.split('.');
  if (place !== 'billing') return null;
  const stated = path.reduce<unknown>(
    (value, member) => ownMember(objectOf(value), member),
    requestFields.billing,
  );
  return textOf(stated) ?? (name === 'billing.email' ? textOf(customer?.email) : null);
}

/** What a page may read of the payment itself. */
export function intentData(payment: Payment, merchantName: string | null): IntentData {
  const { requestFields } = payment;
  const data: IntentData = {
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
  return readable(data, pageReadRules);
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
