import {
  disputesPage,
  type ListServices,
  liveListServices,
} from '../../shared/disputes/list-disputes.ts';
import { listDisputesOfProfile } from '../../shared/disputes/list-operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';

/** The same for the profile that `X-Profile-Id` names; without it, for all. */
export const listOfProfile = implement(listDisputesOfProfile, {
  load: ({ merchantId, headers, query }, services: ListServices) =>
    disputesPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(listOfProfile, liveListServices);
