import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { filterPaymentsPage, type ListServices } from '#switch/payments/lists/list-payments.ts';
import { liveListServices } from '#switch/payments/lists/live-list-services.ts';
import { filterPaymentsOfProfile } from '#switch/payments/lists/operations.ts';

/** Filters the payments of the profile in `X-Profile-Id`; without the header, of all profiles. */
export const filterOfProfile = implement(filterPaymentsOfProfile, {
  load: ({ merchantId, headers, body }, services: ListServices) =>
    filterPaymentsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, body, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(filterOfProfile, liveListServices);
