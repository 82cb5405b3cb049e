import * as v from 'valibot';
import {
  accountsByConnector,
  accountsOf,
} from '#merchants/connector-accounts/accounts-by-connector.ts';
import {
  type CountServices,
  countInScope,
  type ListScope,
} from '#platform/lists/counts-by-status.ts';
import type { FacetCount } from '#platform/lists/facet-counts.ts';
import { valuesOf } from '#platform/lists/facet-values.ts';
import { rangeOf, type StatedRange } from '#platform/lists/list-request.ts';
import { Currency } from '#vocabulary/currencies.ts';
import type { FilterServices } from '../listings/filter-services.ts';
import type { RefundFilters, RefundFilterValues } from './list-operations.ts';
import { RefundStatus } from './refund.ts';
import { listedRefunds } from './refund-list-entry.ts';

/** The values that occur. The accounts' offers do not count here. */
const occurring = (counts: readonly FacetCount[]) => ({
  currency: valuesOf(counts, 'currency', Currency),
  refund_status: valuesOf(counts, 'status', RefundStatus),
});

/**
 * The values that occur among the refunds created in this time. Throws `invalid_request` for a time
 * that ends before it starts.
 */
export async function refundFilterValues(
  scope: ListScope,
  range: StatedRange,
  services: CountServices,
): Promise<RefundFilterValues> {
  const query = { kind: listedRefunds, ...rangeOf(range) };
  const counts = await countInScope(scope, query, services);
  return {
    connector: valuesOf(counts, 'connector', v.string()),
    ...occurring(counts),
  };
}

/**
 * The values that occur, of all refunds or those of a time, and the accounts that refunds can be
 * with. Throws as `refundFilterValues`.
 */
export async function refundFilters(
  scope: ListScope,
  range: StatedRange,
  services: FilterServices,
): Promise<RefundFilters> {
  const query = { kind: listedRefunds, ...rangeOf(range) };
  const [counts, { connectorAccounts }] = await Promise.all([
    countInScope(scope, query, services),
    services.configurations.recent(scope.merchantId),
  ]);
  const { profileId } = scope;
  const accounts = accountsOf(connectorAccounts, { profileId, type: 'payment_processor' });
  const names = valuesOf(counts, 'connector', v.string());
  return { connector: accountsByConnector(accounts, names), ...occurring(counts) };
}
