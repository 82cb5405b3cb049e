import { lambda } from '#merchants/lambda.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkClientSecret, checkProfile } from '#switch/payments/payment.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';
import { retrievePoll } from '#switch/polls/operations.ts';
import { isPollOver, type PollStore, paymentOfPoll, pollStore } from '#switch/polls/poll-store.ts';

interface Services {
  readonly payments: PaymentStore;
  readonly polls: PollStore;
}

/** Returns to a customer's browser whether the external authentication has been decided. */
export const retrieve = implement(retrievePoll, {
  async load({ merchantId, params: { poll_id } }, { payments, polls }: Services) {
    const [poll, payment] = await Promise.all([
      polls.find(merchantId, poll_id),
      payments.get(merchantId, paymentOfPoll(poll_id) ?? poll_id).catch(unlessMissing),
    ]);
    return { poll, payment };
  },

  async run({ caller, now }, _: Services, { poll, payment }) {
    if (!poll || !payment) throw new SwitchError('poll_not_found');
    checkProfile(payment, caller);
    if (caller.clientSecret !== undefined) checkClientSecret(payment, caller.clientSecret, now);
    if (isPollOver(poll, now)) throw new SwitchError('poll_not_found');
    return { poll_id: poll.id, status: poll.status };
  },
});

function unlessMissing(error: unknown): undefined {
  if (!isSwitchError(error, 'payment_not_found')) throw error;
}

export const handler = lambda(retrieve, () => ({
  payments: paymentStore(liveTable()),
  polls: pollStore(liveTable()),
}));
