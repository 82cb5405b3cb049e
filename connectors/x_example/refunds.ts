import { readJson } from '#connectors/formats/json.ts';
import { pathTo } from '#connectors/formats/request.ts';
import type { Exchange } from '#connectors/interface/exchange.ts';
import type { RefundOutcome, RefundReference } from '#connectors/interface/refunds.ts';
import { amounts } from './payments.ts';
import { getRequest, postRequest } from './requests.ts';
import { answerIn, isUnknown, Refund, refundOutcome, refusalIn } from './responses.ts';

export const refund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ payment, reference, amountMinor, currency }, account) =>
    postRequest(
      pathTo('payments', payment.connectorTransactionId, "The bank's id of the payment", [
        'refunds',
      ]),
      account,
      `refund:${reference}`,
      { reference, amount: amounts.toMinor(amountMinor, currency), currency },
    ),
  outcome(response) {
    const made = answerIn(Refund, response);
    return made ? refundOutcome(made) : refusalIn(response);
  },
};

export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ reference }, account) =>
    getRequest(`refunds/by-reference/${encodeURIComponent(reference)}`, account),
  outcome(response) {
    if (isUnknown(response)) return { result: 'not_found' };
    return refundOutcome(readJson(Refund, response));
  },
};
