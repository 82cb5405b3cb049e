import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { type ListServices, listPaymentsPage } from '#switch/payments/lists/list-payments.ts';
import { liveListServices } from '#switch/payments/lists/live-list-services.ts';
import { listPaymentsOfProfile } from '#switch/payments/lists/operations.ts';

/** Lists the payments of the profile in `X-Profile-Id`; without the header, of all profiles. */
export const listOfProfile = implement(listPaymentsOfProfile, {
  load: ({ merchantId, headers, query }, services: ListServices) =>
    listPaymentsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(listOfProfile, liveListServices);
