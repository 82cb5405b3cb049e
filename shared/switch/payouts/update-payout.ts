import type { Request } from '#platform/http/operation/implement.ts';
import { changePayout, loadChange } from './change-payout.ts';
import type { updatePayout } from './operations.ts';
import { checkPayoutProfile } from './payout.ts';
import type { PayoutSendServices } from './payout-services.ts';
import { presentPayout } from './present-payout.ts';

type Loaded = Awaited<ReturnType<typeof loadChange>>;

/** The implementation of an update, the same for each of its methods. */
export const payoutUpdate = {
  load: loadChange,

  async run(
    request: Omit<Request<typeof updatePayout>, 'params'>,
    services: PayoutSendServices,
    loaded: Loaded,
  ) {
    const [payout] = loaded;
    checkPayoutProfile(payout, request.caller);
    return presentPayout(await changePayout(loaded, request, services));
  },
};
