import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { livePayoutSendServices } from '#switch/payouts/live-payout-services.ts';
import { updatePayout } from '#switch/payouts/operations.ts';
import { payoutUpdate } from '#switch/payouts/update-payout.ts';

/** Changes a payout that was not sent yet, and with `confirm` sends it to a processor. */
export const update = implement(updatePayout, payoutUpdate);

export const handler = lambda(update, livePayoutSendServices);
