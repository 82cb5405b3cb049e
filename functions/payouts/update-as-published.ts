import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { changedPayout, loadChange } from '../../shared/payouts/change-payout.ts';
import { liveTellingServices } from '../../shared/payouts/live-payout-services.ts';
import { updatePayoutAsPublished } from '../../shared/payouts/operations.ts';
import { checkPayoutProfile } from '../../shared/payouts/payout.ts';
import type { TellingServices } from '../../shared/payouts/payout-services.ts';
import { presentPayout } from '../../shared/payouts/present-payout.ts';

/** Changes a payout like `payouts.update`, for clients that follow the published description. */
export const updateAsPublished = implement(updatePayoutAsPublished, {
  load: loadChange,

  async run(request, services: TellingServices, loaded) {
    const [payout] = loaded;
    checkPayoutProfile(payout, request.caller);
    return presentPayout(await changedPayout(loaded, request, services));
  },
});

export const handler = lambda(updateAsPublished, liveTellingServices);
