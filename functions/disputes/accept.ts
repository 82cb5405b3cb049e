import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { checkDisputeProfile, startDisputeRequest } from '#switch/disputes/dispute.ts';
import { liveDisputeServices } from '#switch/disputes/live-dispute-services.ts';
import { acceptDispute } from '#switch/disputes/operations.ts';
import { presentDispute } from '#switch/disputes/present-dispute.ts';
import {
  connectorOfDispute,
  type DisputeServices,
  referenceOfDispute,
  settleDispute,
} from '#switch/disputes/sync-dispute.ts';
import { mayAnswer } from '#vocabulary/dispute-statuses.ts';

/**
 * Accepts a dispute: the customer keeps the money. The decision is saved before the request to the
 * connector: when an acceptance races with evidence, only one of them is sent.
 */
export const accept = implement(acceptDispute, {
  load: ({ merchantId, params }, { disputes }: DisputeServices) =>
    disputes.get(merchantId, params.dispute_id),

  async run({ caller, now, remainingMs, requestId }, services: DisputeServices, dispute) {
    checkDisputeProfile(dispute, caller);
    const { status } = dispute;
    if (!mayAnswer(dispute)) throw new SwitchError('dispute_status_invalid', { status });
    const access = await connectorOfDispute(dispute, 'acceptDispute', services);
    const started = await services.disputes.save(startDisputeRequest(dispute, 'accept', now));
    const outcome = await services
      .connectors({ remainingMs, requestId })
      .acceptDispute(access, referenceOfDispute(started));
    return presentDispute(await settleDispute(started, outcome, services));
  },
});

export const handler = lambda(accept, liveDisputeServices);
