import * as v from 'valibot';
import { readJson } from '#connectors/formats/json.ts';
import { amountsAt } from '#connectors/formats/processor-amounts.ts';
import { pathTo } from '#connectors/formats/request.ts';
import type { CredentialsOutcome } from '#connectors/interface/credentials.ts';
import type { Exchange } from '#connectors/interface/exchange.ts';
import type {
  Authorization,
  Capture,
  PaymentOutcome,
  Reference,
} from '#connectors/interface/payments.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { about } from './about.ts';
import { getRequest, postRequest } from './requests.ts';
import { answerIn, isUnknown, Payment, paymentOutcome, refusalIn } from './responses.ts';

export const amounts = amountsAt(about.currencies ?? { source: '', listed: [] });

/** The answer to a change of a payment. */
function changed(response: HttpResponse): PaymentOutcome {
  const payment = answerIn(Payment, response);
  return payment ? paymentOutcome(payment) : refusalIn(response);
}

/** The path of a payment. Throws where the bank's id of it is not known. */
const pathOf = ({ connectorTransactionId }: Reference, ...rest: readonly string[]) =>
  pathTo('payments', connectorTransactionId, "The bank's id of the payment", rest);

export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request({ source, reference, amountMinor, currency, captureMethod }, account) {
    if (source.kind !== 'card') throw new Error('Example Bank charges cards alone.');
    const { number, expiryMonth, expiryYear, cvc } = source.card;
    return postRequest('payments', account, reference, {
      reference,
      amount: amounts.toMinor(amountMinor, currency),
      currency,
      capture: captureMethod !== 'manual',
      card: { number, month: expiryMonth, year: expiryYear, cvc },
    });
  },
  outcome: changed,
};

/** By our reference: the bank finds a payment at once, also where its answer was lost. */
export const sync: Exchange<Reference, PaymentOutcome> = {
  request: ({ reference }, account) =>
    getRequest(`payments/by-reference/${encodeURIComponent(reference)}`, account),
  outcome(response) {
    if (isUnknown(response)) return { result: 'not_found' };
    return paymentOutcome(readJson(Payment, response));
  },
};

export const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) =>
    postRequest(pathOf(input, 'capture'), account, `capture:${input.captureReference}`, {
      amount: amounts.toMinor(input.captureMinor, input.currency),
    }),
  outcome: changed,
};

export const voidPayment: Exchange<Reference, PaymentOutcome> = {
  request: (input, account) =>
    postRequest(pathOf(input, 'release'), account, `release:${input.reference}`),
  outcome: changed,
};

const Account = v.object({ merchant: v.string() });

export const checkCredentials: Exchange<Readonly<Record<string, never>>, CredentialsOutcome> = {
  request: (_, account) => getRequest('account', account),
  outcome: (response) =>
    answerIn(Account, response) ? { result: 'accepted' } : refusalIn(response),
};
