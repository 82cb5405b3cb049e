import { liveTable } from '../table/table.ts';
import { type Lists, listsOver } from './read-list.ts';
import { cachedShards } from './shards.ts';

/** The part of the lists that counting needs. */
export interface CountServices {
  readonly lists: Pick<Lists, 'count'>;
}

/** The merchant and, if the caller acts for one, the profile: lists contain only its entities. */
export interface ListScope {
  readonly merchantId: string;
  readonly profileId?: string | undefined;
}

/** The scope of a request: a profile is the one of its header `X-Profile-Id`. */
export const listScopeOf = ({
  merchantId,
  headers,
}: {
  readonly merchantId: string;
  readonly headers: Readonly<Record<string, string>>;
}): ListScope => ({ merchantId, profileId: headers['x-profile-id']?.trim() });

type CountQuery = Parameters<Lists['count']>[0];

/** Counts by facets the entities of one kind that were created in this time. */
export const countInScope = (
  { merchantId, profileId }: ListScope,
  query: Pick<CountQuery, 'kind' | 'from' | 'until'>,
  { lists }: CountServices,
) =>
  lists.count({
    ...query,
    owner: `MERCHANT#${merchantId}`,
    anyOf: { profile: profileId === undefined ? [] : [profileId] },
  });

/** The number of entities in each status, with 0 where there are none. */
export async function countByStatus<S extends string>(
  scope: ListScope,
  { statuses, ...query }: Parameters<typeof countInScope>[1] & { readonly statuses: readonly S[] },
  services: CountServices,
) {
  const counts = new Map<string, number>(statuses.map((status) => [status, 0]));
  for (const { facets, count } of await countInScope(scope, query, services)) {
    const { status = '' } = facets;
    counts.set(status, (counts.get(status) ?? 0) + count);
  }
  return { status_with_count: Object.fromEntries(counts) };
}

export const liveCountServices = (): CountServices => ({
  lists: listsOver(liveTable(), cachedShards(liveTable())),
});
