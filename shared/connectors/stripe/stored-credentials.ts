import * as v from 'valibot';
import { readJson } from '../formats/json.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { MandateReference, RevocationOutcome } from '../interface/mandates.ts';
import { isSuccess, refusalIn } from './errors.ts';
import { pathOf, post } from './requests.ts';

const Detached = v.object({ id: v.string() });

/** Detaches the payment method from its customer: it can never be charged again. */
export const revokeMandate: Exchange<MandateReference, RevocationOutcome> = {
  request: ({ connectorMandateId: id }, account) =>
    post(pathOf('payment_methods', id, 'detach'), account, { idempotencyKey: `${id}-detach` }),

  outcome(response, { connectorMandateId }) {
    if (isSuccess(response)) {
      const { id } = readJson(Detached, response);
      if (id !== connectorMandateId) throw new Error('It is another payment method.');
      return { result: 'revoked' };
    }
    const { connectorTransactionId: _, result, ...error } = refusalIn(response);
    return result === 'declined'
      ? { result, status: response.status, ...error }
      : { result, ...error };
  },
};
