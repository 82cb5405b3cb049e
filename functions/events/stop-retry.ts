import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { type EventRetryStore, eventRetryStore } from '#webhooks/events/event-retry-store.ts';
import { presentRetry, retryReachedBy } from '#webhooks/events/order-retry.ts';
import { stopEventRetry } from '#webhooks/events/retry-operations.ts';

interface Services {
  readonly retries: Pick<EventRetryStore, 'find' | 'stop'>;
}

/**
 * Stops a retry of many events. Events that are in the queue already, ten seconds' worth at most,
 * are still sent. Stopping it twice is the same as once; one that has ended stays as it is.
 */
export const stopRetry = implement(
  stopEventRetry,
  async ({ params, caller, now }, { retries }: Services) => {
    const place = { merchantId: params.merchant_id, retryId: params.retry_id };
    const retry = await retries.find(place);
    if (!retry || !retryReachedBy(retry, caller)) throw new SwitchError('event_retry_not_found');
    return presentRetry(retry.state === 'running' ? await retries.stop(place, now) : retry);
  },
);

export const handler = lambda(
  stopRetry,
  () => ({ retries: eventRetryStore(liveTable()) }),
  liveAdminKey,
);
