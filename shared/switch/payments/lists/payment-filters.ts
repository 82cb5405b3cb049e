import * as v from 'valibot';
import {
  accountsByConnector,
  accountsOf,
} from '#merchants/connector-accounts/accounts-by-connector.ts';
import { EnabledPaymentMethods } from '#merchants/connector-accounts/enabled-payment-methods.ts';
import {
  type CountServices,
  countInScope,
  type ListScope,
} from '#platform/lists/counts-by-status.ts';
import type { FacetCount } from '#platform/lists/facet-counts.ts';
import { known, sortedOnce, valuesOf } from '#platform/lists/facet-values.ts';
import { rangeOf, type StatedRange } from '#platform/lists/list-request.ts';
import { AuthenticationType } from '#vocabulary/authentication-type.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import type { FilterServices } from '../../listings/filter-services.ts';
import { CardDiscovery, type PaymentFilters, type PaymentFilterValues } from './operations.ts';
import { listedPayments } from './payment-list-entry.ts';

/** The values that occur. The accounts' offers do not count here. */
const occurring = (counts: readonly FacetCount[]) => ({
  currency: valuesOf(counts, 'currency', Currency),
  status: valuesOf(counts, 'status', PaymentStatus),
  authentication_type: valuesOf(counts, 'authentication', AuthenticationType),
});

/**
 * The values that occur among the payments created in this time. Throws `invalid_request` for a
 * time that ends before it starts.
 */
export async function paymentFilterValues(
  scope: ListScope,
  range: StatedRange,
  services: CountServices,
): Promise<PaymentFilterValues> {
  const query = { kind: listedPayments, ...rangeOf(range) };
  const counts = await countInScope(scope, query, services);
  return {
    connector: valuesOf(counts, 'connector', v.string()),
    ...occurring(counts),
    payment_method: valuesOf(counts, 'method', PaymentMethod),
    payment_method_type: valuesOf(counts, 'type', PaymentMethodType),
  };
}

/**
 * The values that occur, of all payments or those of a time, and the accounts that payments can be
 * with. Throws as `paymentFilterValues`.
 */
export async function paymentFilters(
  scope: ListScope,
  range: StatedRange,
  services: FilterServices,
): Promise<PaymentFilters> {
  const query = { kind: listedPayments, ...rangeOf(range) };
  const [counts, { connectorAccounts }] = await Promise.all([
    countInScope(scope, query, services),
    services.configurations.recent(scope.merchantId),
  ]);
  const { profileId } = scope;
  const accounts = accountsOf(connectorAccounts, { profileId, type: 'payment_processor' });
  const names = valuesOf(counts, 'connector', v.string());
  const offered = accounts.flatMap(({ settings }) =>
    known(v.array(EnabledPaymentMethods), settings.payment_methods_enabled).flat(),
  );
  const types = offered.flatMap(({ payment_method_types }) => payment_method_types ?? []);
  const values = occurring(counts);
  return {
    connector: accountsByConnector(accounts, names),
    ...values,
    currency: sortedOnce([
      ...values.currency,
      ...types.flatMap(({ accepted_currencies: accepted }) =>
        accepted?.type === 'enable_only' ? accepted.list : [],
      ),
    ]),
    payment_method: methodsOf(counts, offered),
    card_network: sortedOnce([
      ...valuesOf(counts, 'network', v.string()),
      ...types.flatMap(({ card_networks }) => card_networks ?? []),
    ]),
    card_discovery: valuesOf(counts, 'discovery', CardDiscovery),
  };
}

/** The types of each payment method, of those that occur and those that are offered. */
function methodsOf(
  counts: readonly FacetCount[],
  offered: readonly EnabledPaymentMethods[],
): PaymentFilters['payment_method'] {
  const types = new Map<PaymentMethod, readonly PaymentMethodType[]>();
  const add = (method: PaymentMethod, more: readonly PaymentMethodType[]) =>
    types.set(method, [...(types.get(method) ?? []), ...more]);
  for (const { facets } of counts) {
    for (const method of known(PaymentMethod, facets.method)) {
      add(method, known(PaymentMethodType, facets.type));
    }
  }
  for (const { payment_method, payment_method_types } of offered) {
    add(
      payment_method,
      (payment_method_types ?? []).map(({ payment_method_type }) => payment_method_type),
    );
  }
  return Object.fromEntries(
    [...types]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([method, all]) => [method, sortedOnce(all)]),
  );
}
