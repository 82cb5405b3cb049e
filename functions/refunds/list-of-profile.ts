import { lambda } from '#merchants/lambda.ts';
import { listByBody } from '#platform/lists/implement-list.ts';
import { listRefundsOfProfile } from '#switch/refunds/list-operations.ts';
import { liveListServices, refundsPage } from '#switch/refunds/list-refunds.ts';

/** Lists the refunds of the profile in `X-Profile-Id`; without the header, of all profiles. */
export const listOfProfile = listByBody(listRefundsOfProfile, refundsPage);

export const handler = lambda(listOfProfile, liveListServices);
