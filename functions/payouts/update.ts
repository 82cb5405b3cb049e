import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { changePayout, loadChange } from '#switch/payouts/change-payout.ts';
import { livePayoutSendServices } from '#switch/payouts/live-payout-services.ts';
import { updatePayout } from '#switch/payouts/operations.ts';
import { checkPayoutProfile } from '#switch/payouts/payout.ts';
import type { PayoutSendServices } from '#switch/payouts/payout-services.ts';
import { presentPayout } from '#switch/payouts/present-payout.ts';

/** Changes a payout that was not sent yet, and with `confirm` sends it to a processor. */
export const update = implement(updatePayout, {
  load: loadChange,

  async run(request, services: PayoutSendServices, loaded) {
    const [payout] = loaded;
    checkPayoutProfile(payout, request.caller);
    return presentPayout(await changePayout(loaded, request, services));
  },
});

export const handler = lambda(update, livePayoutSendServices);
