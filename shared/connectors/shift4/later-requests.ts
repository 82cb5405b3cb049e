import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { Capture, Increment, PaymentOutcome, Reference } from '../interface/payments.ts';
import { chargePath, getRequest, postRequest } from './requests.ts';
import {
  Charge,
  chargeOutcome,
  Refund,
  readAnswer,
  referenceIn,
  refundOutcome,
  refusalIn,
} from './responses.ts';

/** The newest charges, as many as one page has. */
const newestCharges = 'charges?limit=100';

/** By Shift4's id, else by our reference among the newest charges. */
export const sync: Exchange<Reference, PaymentOutcome> = {
  canAsk: ({ connectorTransactionId, isVerification }) =>
    connectorTransactionId !== undefined || isVerification !== true,

  request: ({ connectorTransactionId: id }, account) =>
    getRequest(id === undefined ? newestCharges : chargePath(id), account),

  outcome(response, { connectorTransactionId, reference }) {
    if (connectorTransactionId !== undefined) return chargeOutcome(readAnswer(Charge, response));
    const { list } = readAnswer(Charges, response);
    const found = list.find((charge) => referenceIn(charge) === reference);
    return found ? chargeOutcome(found) : { result: 'not_found' };
  },
};

const Charges = v.object({ list: v.array(Charge) });

/** Shift4 captures only the whole charge. */
export const capture: Exchange<Capture, PaymentOutcome> = {
  request(input, account) {
    if (input.captureMinor !== input.amountMinor) throw new Error('Shift4 captures no part.');
    const path = chargePath(input.connectorTransactionId, 'capture');
    return postRequest(path, account, `capture:${input.captureReference}`);
  },
  outcome: changedCharge,
};

/** Gives back a reserved amount: at Shift4 by a refund of the charge. */
export const voidPayment: Exchange<Reference, PaymentOutcome> = {
  request: ({ connectorTransactionId: chargeId, reference }, account) => {
    if (chargeId === undefined) throw new Error("Shift4's id of the charge is not known.");
    return postRequest('refunds', account, `void:${reference}`, { chargeId });
  },

  outcome(response, { connectorTransactionId: id }): PaymentOutcome {
    if (response.status !== 200) return refusalIn(response);
    const ids = id === undefined ? {} : { connectorTransactionId: id };
    switch (refundOutcome(readAnswer(Refund, response)).result) {
      case 'succeeded':
        return { result: 'voided', ...ids };
      case 'declined':
        return { result: 'declined', ...ids };
      case 'unknown':
        return { result: 'unknown', ...ids };
      default:
        return { result: 'pending', ...ids };
    }
  },
};

export const increment: Exchange<Increment, PaymentOutcome> = {
  request: (input, account) =>
    postRequest(
      chargePath(input.connectorTransactionId, 'incremental-authorization'),
      account,
      input.incrementReference,
      { amount: input.totalMinor },
    ),

  outcome(response) {
    if (response.status !== 200) return refusalIn(response);
    const { id, amount, currency, status } = readAnswer(Charge, response);
    if (status !== 'successful') throw new Error('It does not say that more is authorized.');
    return { result: 'authorized', connectorTransactionId: id, amountMinor: amount, currency };
  },
};

function changedCharge(response: HttpResponse): PaymentOutcome {
  return response.status === 200
    ? chargeOutcome(readAnswer(Charge, response))
    : refusalIn(response);
}
