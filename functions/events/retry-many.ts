import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { timeRangeOf, typeFilterOf } from '#webhooks/events/event-filter.ts';
import { retryIdOf } from '#webhooks/events/event-retry.ts';
import { type EventRetryStore, eventRetryStore } from '#webhooks/events/event-retry-store.ts';
import { orderRetry, presentRetry } from '#webhooks/events/order-retry.ts';
import { retryEvents } from '#webhooks/events/retry-operations.ts';

interface Services {
  readonly configurations: Pick<ConfigurationStore, 'decide'>;
  readonly retries: EventRetryStore;
}

/**
 * Orders a retry of undelivered events. Nothing is sent from here: the queue of deliveries carries
 * it out. While a retry runs, the same request returns it, at any rate.
 */
export const retryMany = implement(
  retryEvents,
  async ({ params, body, caller, now }, { configurations, retries }: Services) => {
    const { merchant_id: merchantId } = params;
    const { object_id, endpoint_id, created_after, created_before } = body;
    const { event_classes, event_types, events_per_second } = body;
    // A future event is no undelivered event, and a retry up to a future time would never end.
    const untilMs = Math.min(now.getTime(), created_before ? Date.parse(created_before) : Infinity);
    const until = new Date(untilMs).toISOString();
    const { from } = timeRangeOf(created_after, until, now);
    const { type, class: classes } = typeFilterOf(event_classes ?? [], event_types ?? []);
    const own = 'profileId' in caller ? caller.profileId : undefined;
    const profileId = body.profile_id ?? own;
    await configurations.decide(merchantId, ({ profiles }) => {
      const isTheirs = own === undefined || profileId === own;
      if (profileId === undefined) return;
      if (isTheirs && profiles.some(({ id }) => id === profileId)) return;
      throw new SwitchError('profile_not_found', { id: profileId });
    });
    const asked = {
      ...(type?.length && { types: [...type] }),
      ...(classes?.length && { classes: [...classes] }),
      ...(profileId !== undefined && { profileId }),
      ...(object_id != null && { objectId: object_id }),
      ...(endpoint_id != null && { endpointId: endpoint_id }),
    };
    const retry = await orderRetry(
      {
        id: retryIdOf({ ...asked, created_after, created_before }),
        merchantId,
        reason: 'requested',
        events: { ...asked, from, until },
        eventsPerSecond: events_per_second ?? undefined,
      },
      { retries, now },
    );
    return presentRetry(retry);
  },
);

export const handler = lambda(
  retryMany,
  () => ({
    configurations: configurationStore(liveTable()),
    retries: eventRetryStore(liveTable()),
  }),
  liveAdminKey,
);
