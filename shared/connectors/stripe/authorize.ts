import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import type { Exchange, ExchangeAccount, NextStep, StepRequest } from '../interface/exchange.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import { isRefusedFor, isSuccess, refusalIn } from './errors.ts';
import { paymentIntentForm, setupIntentForm } from './intent-forms.ts';
import { intentOutcome, readIntent } from './intents.ts';
import { hasCustomer, type Prepared, walletTokenForm } from './payment-source.ts';
import { type Form, post } from './requests.ts';

type Reading = PaymentOutcome | NextStep<PaymentOutcome>;
type Forms = (
  input: Authorization,
  prepared: Prepared,
) => { readonly form: Form; readonly path: string };

const Made = v.object({ id: v.string() });

/** The id of the object that a step has made. */
const madeBy = (response: HttpResponse): string => readJson(Made, response).id;

/**
 * The exchange that makes an intent and confirms it. A customer who is to pay again gets an account
 * at Stripe before it, and a wallet's payload becomes a token.
 */
const intentExchange = (forms: Forms): Exchange<Authorization, PaymentOutcome> => {
  const next = (input: Authorization, account: ExchangeAccount, prepared: Prepared) => {
    const step = preparingStep(input, account, prepared);
    if (step) return step;
    const { form, path } = forms(input, prepared);
    return {
      request: post(path, account, { form, idempotencyKey: input.reference }),
      read(response: HttpResponse): Reading {
        if (form.level3 === undefined || !isRefusedFor('level3', response)) {
          return outcomeOf(response, input, prepared);
        }
        // Most accounts have no level 3: no charge may fail for it.
        const after = next(input, account, { ...prepared, isPlain: true });
        return { next: after.request, outcome: after.read };
      },
    };
  };

  const preparingStep = (input: Authorization, account: ExchangeAccount, prepared: Prepared) => {
    const { reference, order, source } = input;
    const customerId = prepared.connectorCustomerId ?? order.customer?.connectorCustomerId;
    const read =
      (name: 'connectorCustomerId' | 'cardToken') =>
      (response: HttpResponse): Reading => {
        if (!isSuccess(response)) return refusalIn(response);
        const after = next(input, account, { ...prepared, [name]: madeBy(response) });
        return { next: after.request, outcome: after.read };
      };
    if (customerId === undefined && hasCustomer(input)) {
      const { name, email } = order.customer ?? {};
      const idempotencyKey = `${reference}-customer`;
      const form = { name: name?.slice(0, 256), email };
      const request = post('customers', account, { form, idempotencyKey });
      return {
        request: { ...request, step: 'customer' } satisfies StepRequest,
        read: read('connectorCustomerId'),
      };
    }
    const tokenForm = prepared.cardToken === undefined ? walletTokenForm(source) : undefined;
    if (tokenForm) {
      const idempotencyKey = `${reference}-token`;
      const request = post('tokens', account, { form: tokenForm, idempotencyKey });
      return {
        request: { ...request, step: 'token' } satisfies StepRequest,
        read: read('cardToken'),
      };
    }
    return undefined;
  };

  return {
    request: (input, account) => next(input, account, {}).request,
    outcome: (response, input, account) => next(input, account, {}).read(response),
  };
};

/** The intent's outcome; a new customer's id is reported even where the charge was declined. */
function outcomeOf(
  response: HttpResponse,
  { captureMethod, incrementalAuthorization, isVerification }: Authorization,
  { connectorCustomerId }: Prepared,
): PaymentOutcome {
  const customer = connectorCustomerId === undefined ? {} : { connectorCustomerId };
  if (!isSuccess(response)) return { ...refusalIn(response), ...customer };
  const outcome = intentOutcome(readIntent(response));
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
  const isAsked = captureMethod !== 'automatic' && incrementalAuthorization && !isVerification;
  return {
    // Where Stripe does not state it, an increment may at least be asked for.
    ...(outcome.result === 'authorized' && isAsked && { incrementAllowed: true }),
    ...customer,
    ...outcome,
  };
}

export const authorize = intentExchange((input, prepared) => ({
  path: 'payment_intents',
  form: paymentIntentForm(input, prepared),
}));

/** Stores the payment source by a setup intent, which charges nothing. */
export const verify = intentExchange((input, prepared) => ({
  path: 'setup_intents',
  form: setupIntentForm(input, prepared),
}));
