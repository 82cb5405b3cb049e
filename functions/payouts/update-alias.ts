import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { changePayout, loadChange } from '#switch/payouts/change-payout.ts';
import { livePayoutSendServices } from '#switch/payouts/live-payout-services.ts';
import { updatePayoutAlias } from '#switch/payouts/operations.ts';
import { checkPayoutProfile } from '#switch/payouts/payout.ts';
import type { PayoutSendServices } from '#switch/payouts/payout-services.ts';
import { presentPayout } from '#switch/payouts/present-payout.ts';

/**
 * Changes a payout like `payouts.update`, for clients that follow the published API and use POST.
 */
export const updateAlias = implement(updatePayoutAlias, {
  load: loadChange,

  async run(request, services: PayoutSendServices, loaded) {
    const [payout] = loaded;
    checkPayoutProfile(payout, request.caller);
    return presentPayout(await changePayout(loaded, request, services));
  },
});

export const handler = lambda(updateAlias, livePayoutSendServices);
