import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import {
  accountsByConnector,
  accountsOf,
} from '#merchants/connector-accounts/accounts-by-connector.ts';
import {
  type CountServices,
  countByStatus,
  type ListScope,
} from '#platform/lists/counts-by-status.ts';
import { type Lists, listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { liveTable } from '#platform/table/table.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { DisputeStage, DisputeStatus } from '#vocabulary/dispute-statuses.ts';
import { listedDisputeId, listedDisputes } from './dispute-list-entry.ts';
import { type DisputeStore, disputeStore } from './dispute-store.ts';
import type {
  CountDisputesQuery,
  DisputeListFilters,
  DisputesByStatus,
  ListDisputesQuery,
} from './list-operations.ts';
import type { DisputeResponse } from './operations.ts';
import { isAlreadyRefunded, presentDispute } from './present-dispute.ts';

interface ListServices {
  readonly lists: Lists;
  readonly disputes: Pick<DisputeStore, 'placesOf'>;
}

/** The matching disputes, last changed first. */
export async function disputesPage(
  { merchantId, profileId }: ListScope,
  query: ListDisputesQuery,
  { lists, disputes }: ListServices,
): Promise<DisputeResponse[]> {
  const profiles = [query.profile_id, profileId].flatMap((id) => id ?? []);
  if (new Set(profiles).size > 1 || query.limit === 0) return [];
  const { payment_id: paymentId, dispute_id: disputeId } = query;
  const isNamed = paymentId !== undefined || disputeId !== undefined;
  const named = isNamed && {
    ids: (await disputes.placesOf(merchantId, { paymentId, disputeId })).map((place) =>
      listedDisputeId(place.id, place.paymentId),
    ),
  };
  const { entities } = await lists.read({
    kind: listedDisputes,
    owner: `MERCHANT#${merchantId}`,
    ...named,
    ...receivedIn(query),
    anyOf: {
      profile: profiles,
      status: query.dispute_status,
      stage: query.dispute_stage,
      connector: query.connector,
      currency: query.currency,
      account: query.merchant_connector_id === undefined ? [] : [query.merchant_connector_id],
    },
    indexed: { reason: query.reason },
    offset: query.offset,
    limit: query.limit,
  });
  return entities.map(({ dispute, payment }) =>
    presentDispute(dispute, payment !== undefined && isAlreadyRefunded(payment)),
  );
}

/** The number of disputes of a merchant or a profile in each status. */
export const disputesByStatus = (
  scope: ListScope,
  query: CountDisputesQuery,
  services: CountServices,
): Promise<DisputesByStatus> =>
  countByStatus(
    scope,
    { kind: listedDisputes, ...receivedIn(query), statuses: DisputeStatus.options },
    services,
  );

/** The first and the last matching time, both included, in whole milliseconds. */
function receivedIn(query: ListDisputesQuery): { readonly from?: string; readonly until?: string } {
  const { received_time: exactly, start_time, end_time } = query;
  const from = [
    ...times(exactly, start_time, query['received_time.gte']),
    ...times(query['received_time.gt']).map((time) => time + 1),
  ];
  const until = [
    ...times(exactly, end_time, query['received_time.lte']),
    ...times(query['received_time.lt']).map((time) => time - 1),
  ];
  return {
    ...(from.length > 0 && { from: new Date(Math.max(...from)).toISOString() }),
    ...(until.length > 0 && { until: new Date(Math.min(...until)).toISOString() }),
  };
}

const times = (...stated: readonly (string | undefined)[]) =>
  stated.flatMap((time) => (time === undefined ? [] : [Date.parse(time)]));

interface FilterServices {
  readonly configurations: Pick<ConfigurationStore, 'recent'>;
}

/** The values by which disputes of the caller's merchant, or of its profile, can be filtered. */
export async function disputeFilters(
  { caller }: { readonly caller: ListScope },
  { configurations }: FilterServices,
): Promise<DisputeListFilters> {
  const { merchantId, profileId } = caller;
  const { connectorAccounts } = await configurations.recent(merchantId);
  return {
    connector: accountsByConnector(accountsOf(connectorAccounts, { profileId })),
    currency: [...Currency.options],
    dispute_status: [...DisputeStatus.options],
    dispute_stage: [...DisputeStage.options],
  };
}

/** The services that dispute lists need. */
export const liveListServices = (): ListServices => ({
  lists: listsOver(liveTable(), cachedShards(liveTable())),
  disputes: disputeStore(liveTable()),
});

/** The services that the filters of disputes need. */
export const liveFilterServices = (): FilterServices => ({
  configurations: configurationStore(liveTable()),
});
