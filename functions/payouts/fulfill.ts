import { withCurrent } from '#merchants/accounts/with-current.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement, type Request } from '#platform/http/operation/implement.ts';
import { payDeferred } from '#switch/payouts/change-payout.ts';
import { connectorOfPayout, referenceOfPayout } from '#switch/payouts/connector-access.ts';
import { livePayoutSendServices } from '#switch/payouts/live-payout-services.ts';
import { fulfillPayout } from '#switch/payouts/operations.ts';
import {
  checkNotCancelled,
  checkPayoutProfile,
  type Payout,
  startFulfillment,
  wasAsked,
} from '#switch/payouts/payout.ts';
import { applyPayoutOutcome } from '#switch/payouts/payout-outcome.ts';
import type { PayoutSendServices } from '#switch/payouts/payout-services.ts';
import { presentPayout } from '#switch/payouts/present-payout.ts';

/**
 * Asks the processor to pay a payout: from here on the money may be gone.
 *
 * The payout is saved as `pending` before the request is sent, and only one caller can win that
 * save. The request is sent once, and a sync finds the outcome when the function crashes. A payout
 * that was deferred gets to its processor only now.
 */
export const fulfill = implement(fulfillPayout, {
  load: ({ merchantId, params }, { payouts, configurations }: PayoutSendServices) =>
    withCurrent(payouts.get(merchantId, params.payout_id), configurations.current(merchantId)),

  async run(request, services: PayoutSendServices, [payout, configuration]) {
    checkPayoutProfile(payout, request.caller);
    const settled =
      payout.status === 'requires_fulfillment' && !wasAsked(payout)
        ? await payDeferred([payout, configuration], request, services)
        : await payCreated(payout, request, services);
    checkNotCancelled('fulfill', settled);
    return presentPayout(settled);
  },
});

/** Has the processor pay a payout that it has created. */
async function payCreated(
  payout: Payout,
  request: Request<typeof fulfillPayout>,
  services: PayoutSendServices,
): Promise<Payout> {
  const { payouts, connectors, clock } = services;
  const next = startFulfillment(payout, request.now);
  const access = await connectorOfPayout(payout, 'fulfillPayout', services);
  const connector = connectors(request);
  connector.prepare(access);
  const pending = await payouts.saveProgress(next);
  const outcome = await connector.fulfillPayout(access, referenceOfPayout(pending));
  return payouts.settle(pending, (current) => applyPayoutOutcome(current, outcome, clock()));
}

export const handler = lambda(fulfill, livePayoutSendServices);
