import { lambda } from '#merchants/lambda.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { disputesPage, liveListServices } from '#switch/disputes/list-disputes.ts';
import { listDisputesOfProfile } from '#switch/disputes/list-operations.ts';

/** Lists the disputes of the profile in `X-Profile-Id`; without the header, of all profiles. */
export const listOfProfile = listByQuery(listDisputesOfProfile, disputesPage);

export const handler = lambda(listOfProfile, liveListServices);
