import * as v from 'valibot';
import { aboutNamed } from '#connectors/abouts.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { EnabledPaymentMethods } from '#merchants/connector-accounts/enabled-payment-methods.ts';
import type { CardNetwork, PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';

/** The facts of a payment that decide which connector accounts are eligible. */
export interface RoutingCriteria {
  readonly profileId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly method: PaymentMethod;
  readonly type?: PaymentMethodType | null | undefined;
  readonly network?: CardNetwork | null | undefined;
  /** ISO 3166-1 alpha-2, of the billing address. */
  readonly country?: string | undefined;
  /** Connector names; when given, only these are eligible. */
  readonly allowed?: readonly string[] | null | undefined;
}

/** The reason against an account: it, or its merchant's settings of it, refuses the payment. */
export type Ineligibility =
  | 'disabled'
  | 'no_adapter'
  | 'not_allowed'
  | 'method'
  | 'network'
  | 'currency'
  | 'country'
  | 'amount';

/** Why an account is not eligible for a payment; undefined when it is. */
export function ineligibilityOf(
  account: ConnectorAccount,
  criteria: RoutingCriteria,
): Ineligibility | undefined {
  if (account.disabled) return 'disabled';
  if (aboutNamed(account.connectorName) === undefined) return 'no_adapter';
  if (criteria.allowed && !criteria.allowed.includes(account.connectorName)) return 'not_allowed';
  return obstacleIn(enabledMethods(account), criteria);
}

const enabledMethods = (account: ConnectorAccount) =>
  v.parse(v.array(EnabledPaymentMethods), account.settings.payment_methods_enabled ?? []);

type EnabledType = NonNullable<EnabledPaymentMethods['payment_method_types']>[number];

/** The conditions of a payment method type; one type has to meet all of them. */
const conditions: readonly (readonly [
  Ineligibility,
  (one: EnabledType, criteria: RoutingCriteria) => boolean,
])[] = [
  ['method', (one, { type }) => !type || one.payment_method_type === type],
  [
    'network',
    (one, { network }) => !network || !one.card_networks || one.card_networks.includes(network),
  ],
  ['currency', (one, { currency }) => isAccepted(one.accepted_currencies, currency)],
  [
    'country',
    (one, { country }) => country === undefined || isAccepted(one.accepted_countries, country),
  ],
  [
    'amount',
    (one, { amountMinor }) =>
      amountMinor === 0 ||
      ((one.minimum_amount ?? 0) <= amountMinor &&
        amountMinor <= (one.maximum_amount ?? Number.POSITIVE_INFINITY)),
  ],
];

/** An account that states no payment methods accepts all that its processor supports. */
function obstacleIn(
  enabled: readonly EnabledPaymentMethods[],
  criteria: RoutingCriteria,
): Ineligibility | undefined {
  if (enabled.length === 0) return undefined;
  let left = enabled
    .filter(({ payment_method }) => payment_method === criteria.method)
    .flatMap(({ payment_method_types }) => payment_method_types ?? []);
  if (left.length === 0) return 'method';
  for (const [name, isMet] of conditions) {
    left = left.filter((one) => isMet(one, criteria));
    if (left.length === 0) return name;
  }
  return undefined;
}

/** Whether a connector account's list of countries or currencies accepts this one. */
export function isAccepted(
  accepted: { type: string; list?: readonly string[] } | null | undefined,
  one: string,
): boolean {
  if (accepted?.type === 'enable_only') return accepted.list?.includes(one) ?? false;
  if (accepted?.type === 'disable_only') return !accepted.list?.includes(one);
  return true;
}

/** Whether any account of the profile offers one of these types. */
export const offersAnyOf = (
  { connectorAccounts }: Pick<Configuration, 'connectorAccounts'>,
  profileId: string,
  types: readonly PaymentMethodType[],
): boolean =>
  connectorAccounts
    .filter((account) => account.profileId === profileId && !account.disabled)
    .some((account) => {
      const enabled = enabledMethods(account);
      const offered = enabled
        .flatMap(({ payment_method_types }) => payment_method_types ?? [])
        .map(({ payment_method_type }) => payment_method_type);
      const supported = aboutNamed(account.connectorName)?.methods ?? [];
      return supported.some(
        ({ type }) => types.includes(type) && (enabled.length === 0 || offered.includes(type)),
      );
    });
