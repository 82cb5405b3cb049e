import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { changePayout, loadChange } from '../../shared/payouts/change-payout.ts';
import { livePayoutSendServices } from '../../shared/payouts/live-payout-services.ts';
import { updatePayout } from '../../shared/payouts/operations.ts';
import { checkPayoutProfile } from '../../shared/payouts/payout.ts';
import type { PayoutSendServices } from '../../shared/payouts/payout-services.ts';
import { presentPayout } from '../../shared/payouts/present-payout.ts';

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
