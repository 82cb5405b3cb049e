// Loaded late: a request asks one processor at most.
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Connector } from '../interface/connector.ts';
import type { Exchange, ExchangeAccount } from '../interface/exchange.ts';
import type {
  Authorization,
  Capture,
  Increment,
  PaymentOutcome,
  Reference,
} from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { checkCredentials } from './check-credentials.ts';
import { disputeExchanges } from './disputes.ts';
import { mandateExchanges, sandboxCard } from './mandates.ts';
import { payoutExchanges } from './payouts.ts';
import type { Processor } from './processors.ts';
import { unreachableCard } from './published/cards.ts';
import {
  keyHeader,
  putRequest,
  refusalStatuses,
  sandboxUrlOf,
  unreachableUrl,
  webhookFields,
} from './requests.ts';
import {
  CaptureResponse,
  declinedOutcome,
  errorOf,
  Payment,
  paymentOutcome,
  Refund,
  readJson,
  refundOutcome,
  reportedPayment,
} from './responses.ts';
import { openWalletSession } from './wallet-session.ts';
import { webhooks } from './webhooks.ts';

const authorize: Exchange<Authorization, PaymentOutcome> = {
  request: (input, account) =>
    putRequest(isUnreachable(input) ? unreachableUrl : paymentUrl(input, account), account, {
      processor: input.connectorName,
      amount: input.amountMinor,
      currency: input.currency,
      capture_method: input.captureMethod,
      ...paymentSourceFields(input),
      return_url: input.returnUrl,
      ...webhookFields(input, account),
      store: input.futureUsage,
      network_transaction_id: input.networkTransactionId,
      incremental_authorization: input.incrementalAuthorization,
      extended_authorization: input.extendedAuthorization,
      authentication: input.authenticationData && {
        cryptogram: input.authenticationData.cryptogram,
        electronic_commerce_indicator: input.authenticationData.electronicCommerceIndicator,
        ds_transaction_id: input.authenticationData.dsTransactionId,
        version: input.authenticationData.version,
      },
    }),

  outcome: (response) =>
    refusalStatuses.has(response.status) ? declinedOutcome(response) : readPaymentOutcome(response),
};

/** The payment source in the sandbox processor's form. Throws for an unsupported one. */
function paymentSourceFields({ source }: Authorization) {
  if (source.kind === 'payment_method') {
    const { kind: _, ...method } = source;
    return { method };
  }
  if (source.kind === 'connector_mandate') return { mandate_reference: source.connectorMandateId };
  return { card: sandboxCard(source.card) };
}

const isUnreachable = ({ source }: Authorization) =>
  source.kind === 'card' && source.card.number === unreachableCard;

const sync: Exchange<Reference, PaymentOutcome> = {
  request: (input, account) => ({
    method: 'GET',
    url: paymentUrl(input, account),
    headers: keyHeader(account),
  }),

  // Only the processor's own error counts: any server in between may answer 404.
  outcome: (response) =>
    response.status === 404 && errorOf(response).code === 'DC_01'
      ? { result: 'not_found' }
      : readPaymentOutcome(response),
};

const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) =>
    putRequest(
      `${paymentUrl(input, account)}/captures/${encodeURIComponent(input.captureReference)}`,
      account,
      { amount: input.captureMinor },
    ),

  outcome(response) {
    if (isRefusedForGood(response)) return declinedOutcome(response);
    const { amount, currency, status, error, payment } = readJson(CaptureResponse, response);
    // The answer to a capture states the capture's amount, not the payment's.
    const reported = { ...reportedPayment(payment), amountMinor: amount, currency };
    return status === 'charged'
      ? { result: 'captured', capturedMinor: amount, ...reported }
      : { result: 'declined', ...error, ...reported };
  },
};

const voidExchange = (afterCapture: boolean): Exchange<Reference, PaymentOutcome> => ({
  request: (input, account) =>
    putRequest(`${paymentUrl(input, account)}/void`, account, {
      after_capture: afterCapture,
    }),

  outcome: (response) =>
    isRefusedForGood(response) ? declinedOutcome(response) : readPaymentOutcome(response),
});

const increment: Exchange<Increment, PaymentOutcome> = {
  request: (input, account) =>
    putRequest(
      `${paymentUrl(input, account)}/increments/${encodeURIComponent(input.incrementReference)}`,
      account,
      { amount: input.totalMinor },
    ),

  outcome: (response) =>
    isRefusedForGood(response) ? declinedOutcome(response) : readPaymentOutcome(response),
};

const extend: Exchange<Reference, PaymentOutcome> = {
  request: (input, account) => putRequest(`${paymentUrl(input, account)}/extension`, account, {}),

  outcome: (response) =>
    isRefusedForGood(response) ? declinedOutcome(response) : readPaymentOutcome(response),
};

const refund: Exchange<RefundReference, RefundOutcome> = {
  request: (input, account) =>
    putRequest(refundUrl(input, account), account, { amount: input.amountMinor }),

  outcome: (response) =>
    isRefusedForGood(response)
      ? declinedOutcome(response)
      : refundOutcome(readJson(Refund, response)),
};

const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  request: (input, account) => ({
    method: 'GET',
    url: refundUrl(input, account),
    headers: keyHeader(account),
  }),

  outcome: (response) =>
    response.status === 404 && errorOf(response).code === 'DC_05'
      ? { result: 'not_found' }
      : refundOutcome(readJson(Refund, response)),
};

/** The sandbox processor as a connector, under one of the names that it simulates. */
export function sandboxConnector(name: Processor): Connector {
  return {
    authorize,
    sync,
    capture,
    void: voidExchange(false),
    voidCaptured: voidExchange(true),
    ...mandateExchanges(name),
    increment,
    extend,
    refund,
    syncRefund,
    openWalletSession,
    ...disputeExchanges,
    ...payoutExchanges,
    checkCredentials,
    webhooks,
  };
}

const readPaymentOutcome = (response: HttpResponse) => paymentOutcome(readJson(Payment, response));

/** A change of a payment that the processor does not know moves no money either. */
const isRefusedForGood = (response: HttpResponse) =>
  refusalStatuses.has(response.status) ||
  (response.status === 404 && errorOf(response).code === 'DC_01');

const paymentUrl = (
  { reference }: Pick<Reference, 'reference'>,
  account: ExchangeAccount,
): string => sandboxUrlOf(account, 'payments', reference);

const refundUrl = ({ payment, reference }: RefundReference, account: ExchangeAccount) =>
  `${paymentUrl(payment, account)}/refunds/${encodeURIComponent(reference)}`;
