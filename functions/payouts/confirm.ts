import { withCurrent } from '#merchants/accounts/with-current.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { confirmStoredPayout } from '#switch/payouts/change-payout.ts';
import { livePayoutSendServices } from '#switch/payouts/live-payout-services.ts';
import { confirmPayout } from '#switch/payouts/operations.ts';
import { checkPayoutProfile, checkPayoutSecret } from '#switch/payouts/payout.ts';
import type { PayoutSendServices } from '#switch/payouts/payout-services.ts';
import { checkPayoutStatus } from '#switch/payouts/payout-status.ts';
import { presentPayoutFor } from '#switch/payouts/present-payout.ts';
import { checkClientChanges } from '#switch/payouts/validate-client-changes.ts';

/**
 * Confirms a payout: from here on a processor has it, and with `auto_fulfill` pays it.
 *
 * The payout is saved before it is sent, and only one caller can win that save. Two racing confirms
 * make one payout, and a sync finds the outcome of a payout whose function crashed.
 */
export const confirm = implement(confirmPayout, {
  load: ({ merchantId, params }, { payouts, configurations }: PayoutSendServices) =>
    withCurrent(payouts.get(merchantId, params.payout_id), configurations.current(merchantId)),

  async run(request, services: PayoutSendServices, loaded) {
    const [payout] = loaded;
    const { caller, body, now } = request;
    checkPayoutProfile(payout, caller);
    if (caller.kind === 'client') {
      checkPayoutSecret(payout, caller.clientSecret, now);
      checkPayoutStatus('confirm', payout);
      await checkClientChanges(payout, body, services.customers);
    }
    return presentPayoutFor(caller, await confirmStoredPayout(loaded, request, services));
  },
});

export const handler = lambda(confirm, livePayoutSendServices);
