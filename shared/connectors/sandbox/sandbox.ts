import { lazy } from '../../lazy.ts';
import { unreachableCard } from '../../sandbox/cards.ts';
import { processors } from '../../sandbox/processors.ts';
import type { Connector } from '../interface/connector.ts';
import type { Addresses, Exchange, HttpResponse } from '../interface/exchange.ts';
import type {
  Authorization,
  Capture,
  Increment,
  PaymentOutcome,
  Reference,
} from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { mandateExchanges, sandboxCard } from './mandates.ts';
import { nonPaymentExchanges } from './non-payment-exchanges.part.ts';
import { methodSupportOf } from './other-methods.part.ts';
import {
  keyHeader,
  putRequest,
  refusalStatuses,
  sandboxUrlOf,
  unreachableUrl,
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

const authorize: Exchange<Authorization, PaymentOutcome> = {
  request: (input, credentials, addresses) =>
    putRequest(isUnreachable(input) ? unreachableUrl : paymentUrl(input, addresses), credentials, {
      processor: input.connectorName,
      amount: input.amountMinor,
      currency: input.currency,
      capture_method: input.captureMethod,
      ...paymentSourceFields(input),
      return_url: input.returnUrl,
      notification_url: input.notificationUrl,
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
  request: (input, credentials, addresses) => ({
    method: 'GET',
    url: paymentUrl(input, addresses),
    headers: keyHeader(credentials),
  }),

  // Only the processor's own error counts: any server in between may answer 404.
  outcome: (response) =>
    response.status === 404 && errorOf(response).code === 'DC_01'
      ? { result: 'not_found' }
      : readPaymentOutcome(response),
};

const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, credentials, addresses) =>
    putRequest(
      `${paymentUrl(input, addresses)}/captures/${encodeURIComponent(input.captureReference)}`,
      credentials,
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
  request: (input, credentials, addresses) =>
    putRequest(`${paymentUrl(input, addresses)}/void`, credentials, {
      after_capture: afterCapture,
    }),

  outcome: (response) =>
    isRefusedForGood(response) ? declinedOutcome(response) : readPaymentOutcome(response),
});

const increment: Exchange<Increment, PaymentOutcome> = {
  request: (input, credentials, addresses) =>
    putRequest(
      `${paymentUrl(input, addresses)}/increments/${encodeURIComponent(input.incrementReference)}`,
      credentials,
      { amount: input.totalMinor },
    ),

  outcome: (response) =>
    isRefusedForGood(response) ? declinedOutcome(response) : readPaymentOutcome(response),
};

const extend: Exchange<Reference, PaymentOutcome> = {
  request: (input, credentials, addresses) =>
    putRequest(`${paymentUrl(input, addresses)}/extension`, credentials, {}),

  outcome: (response) =>
    isRefusedForGood(response) ? declinedOutcome(response) : readPaymentOutcome(response),
};

const refund: Exchange<RefundReference, RefundOutcome> = {
  request: (input, credentials, addresses) =>
    putRequest(refundUrl(input, addresses), credentials, { amount: input.amountMinor }),

  outcome: (response) =>
    isRefusedForGood(response)
      ? declinedOutcome(response)
      : refundOutcome(readJson(Refund, response)),
};

const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  request: (input, credentials, addresses) => ({
    method: 'GET',
    url: refundUrl(input, addresses),
    headers: keyHeader(credentials),
  }),

  outcome: (response) =>
    response.status === 404 && errorOf(response).code === 'DC_05'
      ? { result: 'not_found' }
      : refundOutcome(readJson(Refund, response)),
};

type NonPaymentExchanges = ReturnType<typeof nonPaymentExchanges>;

const lazyExchange = <Name extends keyof NonPaymentExchanges>(
  name: Name,
): NonPaymentExchanges[Name] => lazy(() => nonPaymentExchanges()[name]);

/** The sandbox processor as a connector, under each of the names that it simulates. */
export const sandboxConnectors: readonly Connector[] = processors.map((name) => ({
  name,
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
  supportedMethods: methodSupportOf,
  acceptDispute: lazyExchange('acceptDispute'),
  submitEvidence: lazyExchange('submitEvidence'),
  syncDispute: lazyExchange('syncDispute'),
  payout: lazyExchange('payout'),
  fulfillPayout: lazyExchange('fulfillPayout'),
  cancelPayout: lazyExchange('cancelPayout'),
  syncPayout: lazyExchange('syncPayout'),
  webhooks: lazyExchange('webhooks'),
}));

const readPaymentOutcome = (response: HttpResponse) => paymentOutcome(readJson(Payment, response));

/** A change of a payment that the processor does not know moves no money either. */
const isRefusedForGood = (response: HttpResponse) =>
  refusalStatuses.has(response.status) ||
  (response.status === 404 && errorOf(response).code === 'DC_01');

const paymentUrl = ({ reference }: Pick<Reference, 'reference'>, addresses: Addresses): string =>
  sandboxUrlOf(addresses, 'payments', reference);

const refundUrl = ({ payment, reference }: RefundReference, addresses: Addresses) =>
  `${paymentUrl(payment, addresses)}/refunds/${encodeURIComponent(reference)}`;
