import * as v from 'valibot';
import type { Exchange } from '../interface/exchange.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { getRequest, postRequest } from './requests.ts';
import { Refund, readAnswer, referenceIn, refundOutcome, refusalIn } from './responses.ts';

export const refund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ payment, amountMinor, reference }, account) =>
    postRequest('refunds', account, `refund:${reference}`, {
      chargeId: chargeIdOf(payment),
      amount: amountMinor,
      metadata: { order_id: reference },
    }),
  outcome: (response) =>
    response.status === 200 ? refundOutcome(readAnswer(Refund, response)) : refusalIn(response),
};

/**
 * By Shift4's id, else by our reference among the refunds of the charge. A list without it proves
 * nothing.
 */
export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  canAsk: ({ connectorRefundId, payment }) =>
    connectorRefundId !== undefined || payment.connectorTransactionId !== undefined,

  request: ({ connectorRefundId: id, payment }, account) =>
    getRequest(
      id === undefined
        ? `refunds?${new URLSearchParams({ chargeId: chargeIdOf(payment), limit: '100' })}`
        : `refunds/${encodeURIComponent(id)}`,
      account,
    ),

  outcome(response, { connectorRefundId, reference }): RefundOutcome {
    if (connectorRefundId !== undefined) return refundOutcome(readAnswer(Refund, response));
    const { list } = readAnswer(Refunds, response);
    const found = list.find((one) => referenceIn(one) === reference);
    if (!found) throw new Error('Shift4 lists no such refund.');
    return refundOutcome(found);
  },
};

const Refunds = v.object({ list: v.array(Refund) });

function chargeIdOf({ connectorTransactionId }: RefundReference['payment']): string {
  if (connectorTransactionId === undefined) {
    throw new Error("Shift4's id of the charge is not known.");
  }
  return connectorTransactionId;
}
