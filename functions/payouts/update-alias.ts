import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { livePayoutSendServices } from '#switch/payouts/live-payout-services.ts';
import { updatePayoutAlias } from '#switch/payouts/operations.ts';
import { payoutUpdate } from '#switch/payouts/update-payout.ts';

/**
 * Changes a payout like `payouts.update`, for clients that follow the published API and use POST.
 */
export const updateAlias = implement(updatePayoutAlias, payoutUpdate);

export const handler = lambda(updateAlias, livePayoutSendServices);
