import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement, type Request } from '#platform/http/operation/implement.ts';
import type { CardServices } from '#switch/payments/card-services.ts';
import { deleteVaultCard } from '#switch/payments/payment-source/attached-card.ts';
import { connectorOfPayout, referenceOfPayout } from '#switch/payouts/connector-access.ts';
import { auditContextOfPayout, payoutCardToDelete } from '#switch/payouts/destination.ts';
import { livePayoutServices } from '#switch/payouts/live-payout-services.ts';
import { cancelPayout } from '#switch/payouts/operations.ts';
import {
  checkPayoutProfile,
  type Payout,
  startPayoutCancel,
  wasAsked,
} from '#switch/payouts/payout.ts';
import {
  applyPayoutOutcome,
  cancelledHere,
  withoutCancel,
} from '#switch/payouts/payout-outcome.ts';
import type { PayoutServices } from '#switch/payouts/payout-services.ts';
import { checkPayoutStatus } from '#switch/payouts/payout-status.ts';
import { presentPayout } from '#switch/payouts/present-payout.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';

type Services = PayoutServices & Pick<CardServices, 'vault'>;

/**
 * Cancels a payout. A payout that was not sent to a processor is cancelled at once. Otherwise the
 * switch asks the processor, which refuses when it has paid already. When the processor does not
 * answer, the payout stays as it is, and syncs find the outcome.
 */
export const cancel = implement(cancelPayout, {
  load: ({ merchantId, params }, { payouts }: Services) =>
    payouts.get(merchantId, params.payout_id),

  async run(request, services: Services, payout) {
    checkPayoutProfile(payout, request.caller);
    checkPayoutStatus('cancel', payout);
    if (wasAsked(payout)) return presentPayout(await requestCancel(payout, request, services));
    const saved = await services.payouts.saveProgress(cancelledHere(payout, request.now));
    await deleteVaultCard(
      payoutCardToDelete(payout),
      auditContextOfPayout(payout, request),
      services,
    );
    return presentPayout(saved);
  },
});

async function requestCancel(
  payout: Payout,
  request: Request<typeof cancelPayout>,
  services: Services,
): Promise<Payout> {
  const { payouts, connectors, clock } = services;
  const access = await connectorOfPayout(payout, 'cancelPayout', services);
  const connector = connectors(request);
  connector.prepare(access);
  const started = await payouts.saveProgress(startPayoutCancel(payout, request.now));
  const outcome = await connector.cancelPayout(access, referenceOfPayout(started));
  if (outcome.result === 'declined' || outcome.result === 'not_sent') {
    await payouts.settle(started, (current) => withoutCancel(current, clock()));
    throw new SwitchError('payout_failed', { reason: outcome.message });
  }
  const settled = await payouts.settle(started, (current) =>
    applyPayoutOutcome(current, outcome, clock()),
  );
  // The processor had paid or finished the payout before the cancel arrived.
  if (settled.status !== 'cancelled') checkPayoutStatus('cancel', settled);
  return settled;
}

export const handler = lambda(cancel, () => ({
  ...livePayoutServices(),
  vault: liveCardVault().cards,
}));
