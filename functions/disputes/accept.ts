import {
  type AskDisputeServices,
  holderOfDispute,
  referenceOfDispute,
  settledDispute,
} from '../../shared/disputes/ask-dispute.ts';
import { checkDisputeProfile, disputeAsked } from '../../shared/disputes/dispute.ts';
import { liveDisputeServices } from '../../shared/disputes/live-dispute-services.ts';
import { acceptDispute } from '../../shared/disputes/operations.ts';
import { presentDispute } from '../../shared/disputes/present-dispute.ts';
import { mayAnswer } from '../../shared/disputes/statuses.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';

/**
 * Gives in to a dispute: the customer keeps the money. That it was decided is written down before the
 * connector is asked, so of an acceptance and a defence at the same moment only one is asked for.
 */
export const accept = implement(acceptDispute, {
  load: ({ merchantId, params }, { disputes }: AskDisputeServices) =>
    disputes.get(merchantId, params.dispute_id),

  async run({ caller, now, remainingMs, requestId }, services: AskDisputeServices, dispute) {
    checkDisputeProfile(dispute, caller);
    if (!mayAnswer(dispute)) throw new SwitchError('dispute_status_invalid');
    const access = await holderOfDispute(dispute, 'acceptDispute', services);
    const asked = await services.disputes.save(disputeAsked(dispute, 'accept', now));
    const outcome = await services
      .connectors({ remainingMs, requestId })
      .acceptDispute(access, referenceOfDispute(asked));
    return presentDispute(await settledDispute(asked, outcome, services));
  },
});

export const handler = lambda(accept, liveDisputeServices);
