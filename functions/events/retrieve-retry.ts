import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { type EventRetryStore, eventRetryStore } from '#webhooks/events/event-retry-store.ts';
import { presentRetry, retryReachedBy } from '#webhooks/events/order-retry.ts';
import { retrieveEventRetry } from '#webhooks/events/retry-operations.ts';

/** Shows how far a retry of many events is. */
export const retrieveRetry = implement(
  retrieveEventRetry,
  async ({ params, caller }, { retries }: { readonly retries: Pick<EventRetryStore, 'find'> }) => {
    const { merchant_id: merchantId, retry_id: retryId } = params;
    const retry = await retries.find({ merchantId, retryId });
    if (!retry || !retryReachedBy(retry, caller)) throw new SwitchError('event_retry_not_found');
    return presentRetry(retry);
  },
);

export const handler = lambda(
  retrieveRetry,
  () => ({ retries: eventRetryStore(liveTable()) }),
  liveAdminKey,
);
