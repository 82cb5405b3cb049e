import { SwitchError } from '../../shared/errors.ts';
import { type EventRetryStore, eventRetryStore } from '../../shared/events/event-retry-store.ts';
import { presentRetry, retryReachedBy } from '../../shared/events/order-retry.ts';
import { retrieveEventRetry } from '../../shared/events/retry-operations.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

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
