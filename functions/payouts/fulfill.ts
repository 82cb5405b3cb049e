import { withCurrent } from '#merchants/accounts/with-current.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { connectorOfPayout, referenceOfPayout } from '#switch/payouts/connector-access.ts';
import { livePayoutServices } from '#switch/payouts/live-payout-services.ts';
import { fulfillPayout } from '#switch/payouts/operations.ts';
import { checkNotCancelled, checkPayoutProfile, startFulfillment } from '#switch/payouts/payout.ts';
import { applyPayoutOutcome } from '#switch/payouts/payout-outcome.ts';
import type { PayoutServices } from '#switch/payouts/payout-services.ts';
import { presentPayout } from '#switch/payouts/present-payout.ts';

/**
 * Asks the processor to pay a payout: from here on the money may be gone.
 *
 * The payout is saved as `pending` before the request is sent, and only one caller can win that
 * save. The request is sent once, and a sync finds the outcome when the function crashes.
 */
export const fulfill = implement(fulfillPayout, {
  load: ({ merchantId, params }, { payouts, configurations }: PayoutServices) =>
    withCurrent(payouts.get(merchantId, params.payout_id), configurations.current(merchantId)),

  async run(request, services: PayoutServices, [payout]) {
    const { caller, now } = request;
    const { payouts, connectors, clock } = services;
    checkPayoutProfile(payout, caller);
    const next = startFulfillment(payout, now);
    const access = await connectorOfPayout(payout, 'fulfillPayout', services);
    const connector = connectors(request);
    connector.prepare(access);
    const pending = await payouts.saveProgress(next);
    const outcome = await connector.fulfillPayout(access, referenceOfPayout(pending));
    const settled = await payouts.settle(pending, (current) =>
      applyPayoutOutcome(current, outcome, clock()),
    );
    checkNotCancelled('fulfill', settled);
    return presentPayout(settled);
  },
});

export const handler = lambda(fulfill, livePayoutServices);
