import { lambda } from '#merchants/lambda.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { listPaymentsPage } from '#switch/payments/lists/list-payments.ts';
import { liveListServices } from '#switch/payments/lists/live-list-services.ts';
import { listPaymentsOfProfile } from '#switch/payments/lists/operations.ts';

/** Lists the payments of the profile in `X-Profile-Id`; without the header, of all profiles. */
export const listOfProfile = listByQuery(listPaymentsOfProfile, listPaymentsPage);

export const handler = lambda(listOfProfile, liveListServices);
