import * as v from 'valibot';
import { aboutNamed, connectorSupport } from '#connectors/abouts.ts';
import type { MethodAbility } from '#connectors/interface/about.ts';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { EnabledPaymentMethods } from '#merchants/connector-accounts/enabled-payment-methods.ts';
import { type PaymentMethod, publishedCardNetworks } from '#vocabulary/payment-methods.ts';
import { isAccepted } from '../routing/eligible-accounts.ts';
import type { Payment } from './payment.ts';
import { billingCountryOf } from './request/billing-country.ts';

type EnabledType = NonNullable<EnabledPaymentMethods['payment_method_types']>[number];

/** A payment method type that a connector account offers. */
export interface Offer {
  readonly connector: string;
  readonly method: PaymentMethod;
  readonly enabled: EnabledType;
  readonly ability: MethodAbility;
}

/** The payment method types that accounts offer, for one payment or in general. */
export const offersOf = (
  accounts: readonly ConnectorAccount[],
  payment?: Payment,
): readonly Offer[] =>
  accounts
    .flatMap((account) =>
      enabledOf(account).flatMap(({ payment_method: method, payment_method_types: types }) =>
        (types ?? []).flatMap((enabled) =>
          supportedOf({ connector: account.connectorName, method, enabled }, payment),
        ),
      ),
    )
    .filter(({ enabled }) => !payment || isAvailableFor(enabled, payment));

/** The supported parts of an offer, as far as the payment's data is known. */
function supportedOf(
  { connector, method, enabled }: Omit<Offer, 'ability'>,
  payment?: Payment,
): readonly Offer[] {
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
  if (!ability.networks || !card_networks) return [{ connector, method, enabled, ability }];
  const supported = card_networks.filter((network) => ability.networks?.includes(network));
  const isOffered = supported.length > 0 || card_networks.length === 0;
  return isOffered
    ? [{ connector, method, ability, enabled: { ...enabled, card_networks: supported } }]
    : [];
}

/** The payment methods that an account states, in its order; empty for one that states none. */
export const statedMethods = ({
  settings,
}: Pick<ConnectorAccount, 'settings'>): readonly EnabledPaymentMethods[] =>
  v.parse(v.array(EnabledPaymentMethods), settings.payment_methods_enabled ?? []);

/** An account that states no payment methods takes all that its processor supports. */
function enabledOf(account: ConnectorAccount): readonly EnabledPaymentMethods[] {
  const stated = statedMethods(account);
  if (stated.length > 0) return stated;
  return (aboutNamed(account.connectorName)?.methods ?? []).map(
    ({ method, type, variants, networks }) =>
      v.parse(EnabledPaymentMethods, {
        payment_method: method,
        payment_method_types: [
          {
            payment_method_type: type,
            ...(method === 'card' && { card_networks: networks ?? publishedCardNetworks }),
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
    (!Array.isArray(allowed) || allowed.includes(enabled.payment_method_type))
  );
}

/** Whether the payment's method is to be charged again. */
export const isRecurring = ({ requestFields }: Payment) =>
  requestFields.setup_future_usage === 'off_session' || requestFields.mandate_data != null;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
