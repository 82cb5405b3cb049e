import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { type ListServices, listPaymentsPage } from '#switch/payments/lists/list-payments.ts';
import { liveListServices } from '#switch/payments/lists/live-list-services.ts';
import { listPayments } from '#switch/payments/lists/operations.ts';

/** Lists a merchant’s payments, newest first. */
export const list = implement(listPayments, {
  load: ({ merchantId, headers, query }, services: ListServices) =>
    listPaymentsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(list, liveListServices);
