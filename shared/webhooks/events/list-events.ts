import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { SwitchError } from '#platform/errors.ts';
import { type ListQuery, type Lists, listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { liveTable } from '#platform/table/table.ts';
import { timeRangeOf, typeFilterOf } from './event-filter.ts';
import { listedSinceMs } from './event-life.ts';
import { listedEvents } from './event-list-entry.ts';
import type { ListEventsRequest } from './list-operations.ts';
import { describeEvent } from './present-attempt.ts';

export interface ListServices {
  readonly lists: Lists;
  readonly configurations: Pick<ConfigurationStore, 'decide'>;
}

const maxPageSize = 100;

/**
 * A page of events, newest first, with the number on all pages. Throws
 * `merchant_account_not_found`, `profile_not_found`, and for contradicting filters
 * `invalid_request` and `precondition_failed`.
 */
export async function readEventsPage(
  scope: { readonly merchantId: string; readonly profileId?: string | undefined },
  request: ListEventsRequest,
  { lists, configurations }: ListServices,
  now: Date,
) {
  const { merchantId, profileId } = scope;
  const query = listQueryOf(request, now);
  const listed_since = new Date(listedSinceMs(now)).toISOString();
  await configurations.decide(merchantId, ({ profiles }) => {
    const { profile_id: id } = request;
    if (id == null || profiles.some((profile) => profile.id === id)) return;
    throw new SwitchError('profile_not_found', { id });
  });
  const profileIds = [request.profile_id, profileId].flatMap((id) => id ?? []);
  if (new Set(profileIds).size > 1) return { events: [], total_count: 0, listed_since };
  const { entities, total = 0 } = await lists.read({
    kind: listedEvents,
    owner: `MERCHANT#${merchantId}`,
    ...query,
    anyOf: {
      ...query.anyOf,
      profile: profileIds,
      delivered: request.is_delivered == null ? [] : [String(request.is_delivered)],
    },
    counted: true,
  });
  return { events: entities.map(describeEvent), total_count: total, listed_since };
}

/** The list query of a request whose filters fit each other. */
function listQueryOf(request: ListEventsRequest, now: Date): Partial<Omit<ListQuery, 'kind'>> {
  const { object_id, event_id, created_after, created_before, limit, offset } = request;
  const { event_classes, event_types } = request;
  const preconditionFailed = (message: string) =>
    new SwitchError('precondition_failed', { message });
  if (object_id != null && event_id != null) {
    throw preconditionFailed(
      'Cannot specify both `object_id` and `event_id`. Please provide only one.',
    );
  }
  const others = [created_after, created_before, limit, offset, event_classes, event_types];
  if (object_id != null || event_id != null) {
    if (others.some((one) => one != null)) {
      throw preconditionFailed(
        'Either `object_id` alone, or `event_id` alone, or one or more of `created_after`, `created_before`, `limit`, `offset`, `event_classes` and `event_types` must be specified',
      );
    }
    return event_id != null ? { ids: [event_id] } : { indexed: { object: object_id ?? undefined } };
  }
  return {
    ...timeRangeOf(created_after, created_before, now),
    anyOf: typeFilterOf(event_classes ?? [], event_types ?? []),
    limit: checkLimit(limit ?? maxPageSize),
    offset: offset ?? 0,
  };
}

function checkLimit(limit: number): number {
  if (limit > maxPageSize)
    throw invalidRequest(`\`limit\` must be a number less than ${maxPageSize}`);
  return limit;
}

const invalidRequest = (message: string) => new SwitchError('invalid_request', { message });

/** The services that lists of events need. */
export const liveListServices = (): ListServices => ({
  lists: listsOver(liveTable(), cachedShards(liveTable())),
  configurations: configurationStore(liveTable()),
});
