import {
  type ListServices,
  liveListServices,
  readEventsPage,
} from '../../shared/events/list-events.ts';
import { listEvents } from '../../shared/events/list-operations.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';

/** Lists a merchant's webhook events, newest first. */
export const list = implement(
  listEvents,
  async ({ params, body, caller, now }, services: ListServices) => {
    const profileId = caller.kind === 'merchant' ? caller.profileId : undefined;
    return readEventsPage({ merchantId: params.merchant_id, profileId }, body, services, now);
  },
);

export const handler = lambda(list, liveListServices, liveAdminKey);
