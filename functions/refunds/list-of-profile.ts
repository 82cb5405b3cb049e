import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listRefundsOfProfile } from '../../shared/refunds/list-operations.ts';
import {
  type ListServices,
  liveListServices,
  refundsPage,
} from '../../shared/refunds/list-refunds.ts';

/** The same for the profile that `X-Profile-Id` names; without it, for all. */
export const listOfProfile = implement(listRefundsOfProfile, {
  load: ({ merchantId, headers, body }, services: ListServices) =>
    refundsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, body, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(listOfProfile, liveListServices);
