import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { listRefundsOfProfile } from '#switch/refunds/list-operations.ts';
import { type ListServices, liveListServices, refundsPage } from '#switch/refunds/list-refunds.ts';

/** Lists the refunds of the profile in `X-Profile-Id`; without the header, of all profiles. */
export const listOfProfile = implement(listRefundsOfProfile, {
  load: ({ merchantId, headers, body }, services: ListServices) =>
    refundsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, body, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(listOfProfile, liveListServices);
