import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { filterPayments } from '../../shared/payments/list-operations.ts';
import { filteredPage, type ListServices } from '../../shared/payments/list-payments.ts';
import { liveListServices } from '../../shared/payments/live-list-services.ts';

/** Lists the payments that are meant, a page at a time, with how many there are. */
export const filter = implement(filterPayments, {
  load: ({ merchantId, headers, body }, services: ListServices) =>
    filteredPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, body, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(filter, liveListServices);
