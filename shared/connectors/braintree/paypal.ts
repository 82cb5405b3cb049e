import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { isCapturedLater } from '../formats/charges.ts';
import { known } from '../formats/request.ts';
import type { Exchange, ExchangeAccount, NextStep, StepRequest } from '../interface/exchange.ts';
import type { Authorization, Completion, PaymentOutcome } from '../interface/payments.ts';
import { amounts } from './amounts.ts';
import { apiRequest, merchantAccountFor } from './requests.ts';
import { paymentOutcome, readAnswer } from './responses.ts';
import { Payment, paymentFields } from './transaction.ts';

export const isPayPal = ({ source }: Authorization): boolean =>
  source.kind === 'payment_method' && source.method === 'wallet' && source.type === 'paypal';

/**
 * Prepares a payment that the customer approves at PayPal. Nothing is charged by it.
 *
 * @see https://developer.paypal.com/braintree/graphql/integration_guides/paypal/one-time-payments
 */
export function approvalRequest(input: Authorization, account: ExchangeAccount): StepRequest {
  const returnUrl = known(input.completeUrl, 'The address of the return');
  const { amountMinor, currency: currencyCode, order } = input;
  const request = apiRequest(
    account,
    'mutation createPayPalOneTimePayment($input: CreatePayPalOneTimePaymentInput!) { createPayPalOneTimePayment(input: $input) { approvalUrl paymentId } }',
    {
      merchantAccountId: merchantAccountFor(account, currencyCode),
      amount: { value: amounts.toMajorString(amountMinor, currencyCode), currencyCode },
      intent: isCapturedLater(input) ? 'AUTHORIZE' : 'SALE',
      payerEmail: order.customer?.email ?? order.billing?.email ?? undefined,
      paypalExperienceProfile: { userAction: 'COMMIT' },
      returnUrl,
      cancelUrl: returnUrl,
    },
  );
  return { ...request, step: 'order' };
}

const Approval = v.object({ approvalUrl: v.string(), paymentId: v.string() });

/** PayPal's id of the payment is stored: with it the customer's return is completed. */
export function readApproval(response: HttpResponse): PaymentOutcome {
  const answer = readAnswer('createPayPalOneTimePayment', Approval, response);
  if ('refusal' in answer) return answer.refusal;
  const { approvalUrl, paymentId } = answer.done;
  return {
    result: 'challenged',
    redirectUrl: approvalUrl,
    connectorMetadata: { paypal_payment_id: paymentId },
  };
}

const Method = v.object({ paymentMethod: v.object({ id: v.string() }) });

/** What PayPal adds to the address of the return; a customer who cancels has no payer id. */
const approvalIn = ({ query, connectorMetadata }: Completion) => {
  const { PayerID: payerId, token: paymentToken } = query;
  const paymentId = connectorMetadata?.paypal_payment_id;
  return payerId && paymentToken && paymentId ? { payerId, paymentToken, paymentId } : undefined;
};

/**
 * Charges or authorizes what the customer has approved. The browser's parameters are only passed
 * on: PayPal knows the payer of the payment that is ours. A customer who cancels may approve it
 * later.
 */
export const complete: Exchange<Completion, PaymentOutcome> = {
  canAsk: (input) => approvalIn(input) !== undefined,

  request(input, account) {
    const paypalOneTimePayment = approvalIn(input);
    if (!paypalOneTimePayment) throw new Error('The customer has approved nothing.');
    const request = apiRequest(
      account,
      'mutation tokenizePayPalOneTimePayment($input: TokenizePayPalOneTimePaymentInput!) { tokenizePayPalOneTimePayment(input: $input) { paymentMethod { id } } }',
      { merchantAccountId: merchantAccountFor(account, input.currency), paypalOneTimePayment },
    );
    return { ...request, step: 'token' };
  },

  outcome(response, input, account): PaymentOutcome | NextStep<PaymentOutcome> {
    const answer = readAnswer('tokenizePayPalOneTimePayment', Method, response);
    if ('refusal' in answer) return answer.refusal;
    const { amountMinor, currency, reference } = input;
    const isManual = isCapturedLater(input);
    const name = isManual ? 'authorizePayPalAccount' : 'chargePayPalAccount';
    const kind = isManual ? 'AuthorizePayPalAccountInput' : 'ChargePayPalAccountInput';
    const next = apiRequest(
      account,
      `mutation ${name}($input: ${kind}!) { ${name}(input: $input) { transaction { ${paymentFields} } } }`,
      {
        paymentMethodId: answer.done.paymentMethod.id,
        transaction: {
          amount: amounts.toMajorString(amountMinor, currency),
          merchantAccountId: merchantAccountFor(account, currency),
          orderId: reference,
        },
      },
    );
    return { next, outcome: (charged) => readCharge(name, charged, input) };
  },
};

function readCharge(name: string, response: HttpResponse, input: Completion): PaymentOutcome {
  const answer = readAnswer(name, v.object({ transaction: Payment }), response);
  return 'refusal' in answer ? answer.refusal : paymentOutcome(answer.done.transaction, input);
}
