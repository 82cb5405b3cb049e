import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { Authorization, Completion, PaymentOutcome } from '../interface/payments.ts';
import { chargeOutcome, chargeRequest } from './authorize.ts';
import { authenticationIn, enrollmentRequest, validationRequest } from './payer-authentication.ts';

/**
 * Goes on after the customer's device was described, and after the challenge: the bank is asked, and
 * the card is charged only with the proof of an authentication that did not fail.
 */
export const complete: Exchange<Completion, PaymentOutcome> = {
  // The browser's own words are not believed: only after a challenge they say that it was answered.
  canAsk: ({ connectorMetadata, form, query }) =>
    connectorMetadata?.authentication_id === undefined
      ? connectorMetadata?.reference_id !== undefined
      : (form.TransactionId ?? query.TransactionId) !== undefined,

  request: (input, account) => {
    const payment = withCard(input);
    return input.connectorMetadata?.authentication_id === undefined
      ? enrollmentRequest(payment, account)
      : validationRequest(payment, account);
  },

  outcome(response, input, account) {
    const found = authenticationIn(response);
    if ('outcome' in found) return found.outcome;
    return {
      next: chargeRequest(withCard(input), account, found.proof),
      outcome: (charged: HttpResponse) => chargeOutcome(charged, input),
    };
  },
};

function withCard({ card, ...input }: Completion): Authorization {
  if (!card) throw new Error('The card is not known.');
  return { ...input, source: { kind: 'card', card } };
}
