import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { changedPayout } from '../../shared/payouts/change-payout.ts';
import { liveTellingServices } from '../../shared/payouts/live-payout-services.ts';
import { updatePayoutAsPublished } from '../../shared/payouts/operations.ts';
import { checkPayoutProfile } from '../../shared/payouts/payout.ts';
import type { TellingServices } from '../../shared/payouts/payout-services.ts';
import { presentPayout } from '../../shared/payouts/present-payout.ts';

/** Changes a payout like `payouts.update`, for clients that follow the published description. */
export const updateAsPublished = implement(updatePayoutAsPublished, {
  load: ({ merchantId, params }, { payouts }: TellingServices) =>
    payouts.get(merchantId, params.payout_id),

  async run(request, services: TellingServices, payout) {
    checkPayoutProfile(payout, request.caller);
    return presentPayout(await changedPayout(payout, request, services));
  },
});

export const handler = lambda(updateAsPublished, liveTellingServices);
