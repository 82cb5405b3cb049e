import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Exchange, ExchangeAccount, NextStep, StepRequest } from '../interface/exchange.ts';
import type { Capture, PaymentOutcome, Reference } from '../interface/payments.ts';
import { stripeAmounts } from './amounts.ts';
import { capturedStates, isSuccess, refusalIn } from './errors.ts';
import { hasCaptured, intentOutcome, readIntent } from './intents.ts';
import { get, pathOf, post } from './requests.ts';

const areSeveral = ({ captureMethod }: Pick<Reference, 'captureMethod'>): boolean =>
  captureMethod === 'manual_multiple';

/**
 * A capture; with several of them, the authorization of the rest stays until the final one.
 *
 * @see https://docs.stripe.com/payments/multicapture
 */
export const capture: Exchange<Capture, PaymentOutcome> = {
  request(input, account) {
    const { connectorTransactionId: id, captureMinor, currency, captureReference } = input;
    return post(pathOf('payment_intents', id, 'capture'), account, {
      form: {
        amount_to_capture: stripeAmounts.toMinor(captureMinor, currency),
        final_capture: areSeveral(input) ? input.isFinal : undefined,
      },
      idempotencyKey: `capture:${captureReference}`,
    });
  },

  outcome(response, input) {
    if (!isSuccess(response)) return refusalIn(response, capturedStates);
    const intent = readIntent(response, input.connectorTransactionId);
    const outcome = intentOutcome(intent);
    if (outcome.result === 'authorized') throw new Error('Nothing was captured.');
    if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
    // The answer has the whole payment; of a capture its own amount counts.
    const { amountMinor: _, captures: __, ...captured } = outcome;
    if (!areSeveral(input) || !hasCaptured(intent)) return captured;
    return { ...captured, result: 'captured', capturedMinor: input.captureMinor };
  },
};

/** The reasons that Stripe takes. Another one is left out: no release may fail for its wording. */
const voidReasons: ReadonlySet<string> = new Set([
  'duplicate',
  'fraudulent',
  'requested_by_customer',
  'abandoned',
]);

/**
 * Cancels the intent. Where captures were possible before, the intent is asked for them first: then
 * a final capture of nothing releases the rest.
 *
 * @see https://docs.stripe.com/payments/multicapture
 */
export const voidPayment: Exchange<Reference, PaymentOutcome> = {
  request: (input, account) =>
    areSeveral(input)
      ? ({
          ...get(pathOf('payment_intents', input.connectorTransactionId), account),
          step: 'order',
        } satisfies StepRequest)
      : cancelRequest(input, account),

  outcome(response, input, account) {
    if (!areSeveral(input)) return releasedIn(response, input);
    if (!isSuccess(response)) return refusalIn(response, capturedStates);
    return released(response, input, account);
  },
};

function released(
  response: HttpResponse,
  input: Reference,
  account: ExchangeAccount,
): PaymentOutcome | NextStep<PaymentOutcome> {
  const intent = readIntent(response, input.connectorTransactionId);
  if (intent.status === 'succeeded') return intentOutcome(intent);
  const next = hasCaptured(intent)
    ? post(pathOf('payment_intents', intent.id, 'capture'), account, {
        form: { amount_to_capture: 0, final_capture: true },
        idempotencyKey: `${input.reference}-release`,
      })
    : cancelRequest(input, account);
  return { next, outcome: (answer) => releasedIn(answer, input) };
}

const cancelRequest = (
  { connectorTransactionId: id, reference, cancellationReason: reason }: Reference,
  account: ExchangeAccount,
) =>
  post(pathOf('payment_intents', id, 'cancel'), account, {
    form: { cancellation_reason: voidReasons.has(reason ?? '') ? reason : undefined },
    idempotencyKey: `${reference}-cancel`,
  });

const releasedIn = (response: HttpResponse, { connectorTransactionId: id }: Reference) =>
  isSuccess(response)
    ? intentOutcome(readIntent(response, id))
    : refusalIn(response, capturedStates);
