import { checkDisputeProfile, startDisputeRequest } from '../../shared/disputes/dispute.ts';
import { liveDisputeServices } from '../../shared/disputes/live-dispute-services.ts';
import { acceptDispute } from '../../shared/disputes/operations.ts';
import { presentDispute } from '../../shared/disputes/present-dispute.ts';
import { mayAnswer } from '../../shared/disputes/statuses.ts';
import {
  connectorOfDispute,
  type DisputeServices,
  referenceOfDispute,
  settleDispute,
} from '../../shared/disputes/sync-dispute.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';

/**
 * Accepts a dispute: the customer keeps the money. The decision is saved before the request to the
 * connector. So when an acceptance races with evidence, only one of them is sent.
 */
export const accept = implement(acceptDispute, {
  load: ({ merchantId, params }, { disputes }: DisputeServices) =>
    disputes.get(merchantId, params.dispute_id),

  async run({ caller, now, remainingMs, requestId }, services: DisputeServices, dispute) {
    checkDisputeProfile(dispute, caller);
    if (!mayAnswer(dispute)) throw new SwitchError('dispute_status_invalid');
    const access = await connectorOfDispute(dispute, 'acceptDispute', services);
    const started = await services.disputes.save(startDisputeRequest(dispute, 'accept', now));
    const outcome = await services
      .connectors({ remainingMs, requestId })
      .acceptDispute(access, referenceOfDispute(started));
    return presentDispute(await settleDispute(started, outcome, services));
  },
});

export const handler = lambda(accept, liveDisputeServices);
