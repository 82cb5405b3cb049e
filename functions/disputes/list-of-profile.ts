import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  disputesPage,
  type ListServices,
  liveListServices,
} from '#switch/disputes/list-disputes.ts';
import { listDisputesOfProfile } from '#switch/disputes/list-operations.ts';

/** Lists the disputes of the profile in `X-Profile-Id`; without the header, of all profiles. */
export const listOfProfile = implement(listDisputesOfProfile, {
  load: ({ merchantId, headers, query }, services: ListServices) =>
    disputesPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(listOfProfile, liveListServices);
