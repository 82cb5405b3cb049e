import * as v from 'valibot';
import { readJson } from '../formats/json.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { Increment, PaymentOutcome, Reference } from '../interface/payments.ts';
import { stripeAmounts } from './amounts.ts';
import { capturedStates, isSuccess, refusalIn, unanswered } from './errors.ts';
import {
  debitMandateIn,
  type Intent,
  intentOutcome,
  PaymentIntent,
  readIntent,
} from './intents.ts';
import { get, pathOf, post } from './requests.ts';

/** A setup intent stores a payment source and charges nothing. */
const isSetup = (id: string | undefined) => id?.startsWith('set') === true;

const Found = v.object({ data: v.array(PaymentIntent) });

const Referring = v.nullish(v.object({ reference: v.nullish(v.string()) }));

const Mandate = v.object({
  payment_method_details: v.fallback(
    v.object({ sepa_debit: Referring, bacs_debit: Referring }),
    {},
  ),
});

/**
 * The outcome of an intent. Of a debit, the reference by which the payer's bank names the mandate is
 * asked for once: only the mandate has it.
 *
 * @see https://docs.stripe.com/api/mandates/object#mandate_object-payment_method_details-sepa_debit-reference
 */
function withMandate(
  intent: Intent,
  { connectorMetadata: known }: Reference,
  account: ExchangeAccount,
): PaymentOutcome | NextStep<PaymentOutcome> {
  const outcome = intentOutcome(intent);
  const id = debitMandateIn(intent);
  if (id === undefined || known?.mandate_reference !== undefined) return outcome;
  return {
    next: get(pathOf('mandates', id), account),
    outcome(response) {
      // The outcome is known, whatever Stripe says of the mandate.
      if (!isSuccess(response)) return outcome;
      const { sepa_debit, bacs_debit } = readJson(Mandate, response).payment_method_details;
      const { reference } = sepa_debit ?? bacs_debit ?? {};
      return reference
        ? { ...outcome, connectorMetadata: { ...known, mandate_reference: reference } }
        : outcome;
    },
  };
}

/** By Stripe's id, else by a search for our reference. A setup intent cannot be searched for. */
export const sync: Exchange<Reference, PaymentOutcome> = {
  canAsk: ({ connectorTransactionId, isVerification }) =>
    connectorTransactionId !== undefined || isVerification !== true,

  request({ reference, connectorTransactionId: id }, account) {
    if (id === undefined) {
      // Our references consist of letters, digits, `_` and `-`, so nothing in them ends the text.
      const query = new URLSearchParams({ query: `metadata['order_id']:'${reference}'` });
      return get(`payment_intents/search?${query}`, account);
    }
    return isSetup(id)
      ? get(`${pathOf('setup_intents', id)}?expand[0]=latest_attempt`, account)
      : get(`${pathOf('payment_intents', id)}?expand[0]=latest_charge`, account);
  },

  outcome(response, input, account) {
    const { reference, connectorTransactionId: id } = input;
    if (!isSuccess(response)) return unanswered(response);
    if (id !== undefined) return withMandate(readIntent(response, id), input, account);
    const found = readJson(Found, response).data.filter(
      ({ metadata }) => metadata?.order_id === reference,
    );
    const [intent, another] = found;
    if (another) throw new Error('Several payments have our reference.');
    return intent ? intentOutcome(intent) : { result: 'not_found' };
  },
};

export const increment: Exchange<Increment, PaymentOutcome> = {
  request: ({ connectorTransactionId: id, totalMinor, currency, incrementReference }, account) =>
    post(pathOf('payment_intents', id, 'increment_authorization'), account, {
      form: { amount: stripeAmounts.toMinor(totalMinor, currency) },
      idempotencyKey: incrementReference,
    }),

  outcome: (response, { connectorTransactionId: id }) =>
    isSuccess(response)
      ? intentOutcome(readIntent(response, id))
      : refusalIn(response, capturedStates),
};
