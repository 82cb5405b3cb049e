import { lambda } from '#merchants/lambda.ts';
import { listByBody } from '#platform/lists/implement-list.ts';
import { filterPaymentsPage } from '#switch/payments/lists/list-payments.ts';
import { liveListServices } from '#switch/payments/lists/live-list-services.ts';
import { filterPaymentsOfProfile } from '#switch/payments/lists/operations.ts';

/** Filters the payments of the profile in `X-Profile-Id`; without the header, of all profiles. */
export const filterOfProfile = listByBody(filterPaymentsOfProfile, filterPaymentsPage);

export const handler = lambda(filterOfProfile, liveListServices);
