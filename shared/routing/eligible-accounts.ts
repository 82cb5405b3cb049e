import * as v from 'valibot';
import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import { EnabledPaymentMethods } from '../connector-accounts/enabled-payment-methods.ts';
import { aboutNamed } from '../connectors/abouts.part.ts';
import type {
  CardNetwork,
  PaymentMethod,
  PaymentMethodType,
} from '../vocabulary/payment-methods.ts';
import { fallbackAccounts } from './fallback.ts';

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

/** The profile's eligible connector accounts, in the order of its fallback list. */
export const eligibleAccounts = (
  configuration: Configuration,
  criteria: RoutingCriteria,
): readonly ConnectorAccount[] =>
  fallbackAccounts(configuration, 'payment', criteria.profileId).filter(
    (account) =>
      !account.disabled &&
      aboutNamed(account.connectorName) !== undefined &&
      (!criteria.allowed || criteria.allowed.includes(account.connectorName)) &&
      admits(enabledMethods(account), criteria),
  );

const enabledMethods = (account: ConnectorAccount) =>
  v.parse(v.array(EnabledPaymentMethods), account.settings.payment_methods_enabled ?? []);

/** An account that states no payment methods accepts all that its processor supports. */
function admits(enabled: readonly EnabledPaymentMethods[], criteria: RoutingCriteria): boolean {
  if (enabled.length === 0) return true;
  return enabled
    .filter(({ payment_method }) => payment_method === criteria.method)
    .flatMap(({ payment_method_types }) => payment_method_types ?? [])
    .some(
      (one) =>
        (!criteria.type || one.payment_method_type === criteria.type) &&
        (!criteria.network || !one.card_networks || one.card_networks.includes(criteria.network)) &&
        isAccepted(one.accepted_currencies, criteria.currency) &&
        (criteria.country === undefined || isAccepted(one.accepted_countries, criteria.country)) &&
        (criteria.amountMinor === 0 ||
          ((one.minimum_amount ?? 0) <= criteria.amountMinor &&
            criteria.amountMinor <= (one.maximum_amount ?? Number.POSITIVE_INFINITY))),
    );
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
