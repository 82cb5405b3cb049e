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
import type { PayoutFilters, PayoutFilterValues } from './list-operations.ts';
import { listedPayouts } from './payout-list-entry.ts';
import { PayoutType } from './payout-method-variants.ts';
import { PayoutStatus } from './payout-status.ts';
import { PayoutConnector } from './request.ts';

/** The values that occur. The accounts' offers do not count here. */
const occurring = (counts: readonly FacetCount[]) => ({
  currency: valuesOf(counts, 'currency', Currency),
  status: valuesOf(counts, 'status', PayoutStatus),
  payout_method: valuesOf(counts, 'method', PayoutType),
});

/**
 * The values that occur among the payouts created in this time. Throws `invalid_request` for a time
 * that ends before it starts.
 */
export async function payoutFilterValues(
  scope: ListScope,
  range: StatedRange,
  services: CountServices,
): Promise<PayoutFilterValues> {
  const query = { kind: listedPayouts, ...rangeOf(range) };
  const counts = await countInScope(scope, query, services);
  return {
    connector: valuesOf(counts, 'connector', PayoutConnector),
    ...occurring(counts),
  };
}

/**
 * The values that occur, of all payouts or those of a time, and the accounts that payouts can be
 * with. Throws as `payoutFilterValues`.
 */
export async function payoutFilters(
  scope: ListScope,
  range: StatedRange,
  services: FilterServices,
): Promise<PayoutFilters> {
  const query = { kind: listedPayouts, ...rangeOf(range) };
  const [counts, { connectorAccounts }] = await Promise.all([
    countInScope(scope, query, services),
    services.configurations.recent(scope.merchantId),
  ]);
  const { profileId } = scope;
  const accounts = accountsOf(connectorAccounts, { profileId, type: 'payout_processor' });
  const names = valuesOf(counts, 'connector', v.string());
  return { connector: accountsByConnector(accounts, names), ...occurring(counts) };
}
