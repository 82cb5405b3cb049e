import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { filterPaymentsPage, type ListServices } from '#switch/payments/lists/list-payments.ts';
import { liveListServices } from '#switch/payments/lists/live-list-services.ts';
import { filterPayments } from '#switch/payments/lists/operations.ts';

/** Lists the matching payments, one page at a time, with their count. */
export const filter = implement(filterPayments, {
  load: ({ merchantId, headers, body }, services: ListServices) =>
    filterPaymentsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, body, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(filter, liveListServices);
