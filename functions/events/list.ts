import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import {
  type ListServices,
  liveListServices,
  readEventsPage,
} from '#webhooks/events/list-events.ts';
import { listEvents } from '#webhooks/events/list-operations.ts';

/** Lists a merchant's webhook events, newest first. */
export const list = implement(
  listEvents,
  async ({ params, body, caller, now }, services: ListServices) => {
    const profileId = caller.kind === 'merchant' ? caller.profileId : undefined;
    return readEventsPage({ merchantId: params.merchant_id, profileId }, body, services, now);
  },
);

export const handler = lambda(list, liveListServices, liveAdminKey);
