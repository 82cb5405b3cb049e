import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { disputeFilters, liveFilterServices } from '#switch/disputes/list-disputes.ts';
import { listDisputeFiltersOfProfile } from '#switch/disputes/list-operations.ts';

/**
 * Lists the filter values for disputes of the profile in `X-Profile-Id`; without the header, of all
 * profiles.
 */
export const filterOfProfile = implement(listDisputeFiltersOfProfile, disputeFilters);

export const handler = lambda(filterOfProfile, liveFilterServices);
