import { unreachableCard } from '../../sandbox/cards.ts';
import { processors } from '../../sandbox/processors.ts';
import { whenUsed } from '../../when-used.ts';
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
import {
  CaptureAnswer,
  echoOf,
  Payment,
  paymentOutcome,
  Refund,
  readJson,
  refundOutcome,
  refusalOf,
  refused,
} from './answers.ts';
import { addressOf, keyHeader, nowhere, put, refusals } from './asking.ts';
import { besidePayments } from './beside-payments.part.ts';
import { cardIn, mandateExchanges } from './mandates.ts';
import { abilityFor } from './other-methods.part.ts';

const authorize: Exchange<Authorization, PaymentOutcome> = {
  request: (input, credentials, addresses) =>
    put(isUnreachable(input) ? nowhere : paymentUrl(input, addresses), credentials, {
      processor: input.connectorName,
      amount: input.amountMinor,
      currency: input.currency,
      capture_method: input.captureMethod,
      ...meansOf(input),
      return_url: input.returnUrl,
      notification_url: input.notificationUrl,
      store: input.store,
      network_transaction_id: input.networkTransactionId,
      incremental_authorization: input.mayIncrease,
      extended_authorization: input.extended,
      authentication: input.proof && {
        cryptogram: input.proof.cryptogram,
        electronic_commerce_indicator: input.proof.electronicCommerceIndicator,
        ds_transaction_id: input.proof.dsTransactionId,
        version: input.proof.version,
      },
    }),

  outcome: (response) => (refusals.has(response.status) ? refused(response) : paymentIn(response)),
};

/** What is paid with, as the sandbox processor takes it. Throws for what it does not take. */
function meansOf({ means }: Authorization) {
  if (means.kind === 'other') {
    const { kind: _, ...method } = means;
    return { method };
  }
  if (means.kind === 'kept by processor') return { mandate_reference: means.connectorMandateId };
  return { card: cardIn(means.card) };
}

const isUnreachable = ({ means }: Authorization) =>
  means.kind === 'card' && means.card.number === unreachableCard;

const sync: Exchange<Reference, PaymentOutcome> = {
  request: (input, credentials, addresses) => ({
    method: 'GET',
    url: paymentUrl(input, addresses),
    headers: keyHeader(credentials),
  }),

  // Only the processor's own words count: any server in between may say 404.
  outcome: (response) =>
    response.status === 404 && refusalOf(response).code === 'DC_01'
      ? { result: 'not_found' }
      : paymentIn(response),
};

const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, credentials, addresses) =>
    put(
      `${paymentUrl(input, addresses)}/captures/${encodeURIComponent(input.captureReference)}`,
      credentials,
      { amount: input.captureMinor },
    ),

  outcome(response) {
    if (isRefusedForGood(response)) return refused(response);
    const { amount, currency, status, error, payment } = readJson(CaptureAnswer, response);
    // The answer to a capture speaks of its amount, not of the payment's.
    const echo = { ...echoOf(payment), amountMinor: amount, currency };
    return status === 'charged'
      ? { result: 'captured', capturedMinor: amount, ...echo }
      : { result: 'declined', ...error, ...echo };
  },
};

const voiding = (afterCapture: boolean): Exchange<Reference, PaymentOutcome> => ({
  request: (input, credentials, addresses) =>
    put(`${paymentUrl(input, addresses)}/void`, credentials, { after_capture: afterCapture }),

  outcome: (response) => (isRefusedForGood(response) ? refused(response) : paymentIn(response)),
});

const increment: Exchange<Increment, PaymentOutcome> = {
  request: (input, credentials, addresses) =>
    put(
      `${paymentUrl(input, addresses)}/increments/${encodeURIComponent(input.incrementReference)}`,
      credentials,
      { amount: input.totalMinor },
    ),

  outcome: (response) => (isRefusedForGood(response) ? refused(response) : paymentIn(response)),
};

const extend: Exchange<Reference, PaymentOutcome> = {
  request: (input, credentials, addresses) =>
    put(`${paymentUrl(input, addresses)}/extension`, credentials, {}),

  outcome: (response) => (isRefusedForGood(response) ? refused(response) : paymentIn(response)),
};

const refund: Exchange<RefundReference, RefundOutcome> = {
  request: (input, credentials, addresses) =>
    put(refundUrl(input, addresses), credentials, { amount: input.amountMinor }),

  outcome: (response) =>
    isRefusedForGood(response) ? refused(response) : refundOutcome(readJson(Refund, response)),
};

const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  request: (input, credentials, addresses) => ({
    method: 'GET',
    url: refundUrl(input, addresses),
    headers: keyHeader(credentials),
  }),

  outcome: (response) =>
    response.status === 404 && refusalOf(response).code === 'DC_05'
      ? { result: 'not_found' }
      : refundOutcome(readJson(Refund, response)),
};

type BesidePayments = ReturnType<typeof besidePayments>;

const beside = <Name extends keyof BesidePayments>(name: Name): BesidePayments[Name] =>
  whenUsed(() => besidePayments()[name]);

/** The sandbox processor, under each of the names that it plays. */
export const sandboxConnectors: readonly Connector[] = processors.map((name) => ({
  name,
  authorize,
  sync,
  capture,
  void: voiding(false),
  voidCaptured: voiding(true),
  ...mandateExchanges(name),
  increment,
  extend,
  refund,
  syncRefund,
  takes: abilityFor,
  acceptDispute: beside('acceptDispute'),
  submitEvidence: beside('submitEvidence'),
  syncDispute: beside('syncDispute'),
  payout: beside('payout'),
  fulfillPayout: beside('fulfillPayout'),
  cancelPayout: beside('cancelPayout'),
  syncPayout: beside('syncPayout'),
  news: beside('news'),
}));

const paymentIn = (response: HttpResponse) => paymentOutcome(readJson(Payment, response));

/** What is asked of a payment that the processor has never heard of moves nothing either. */
const isRefusedForGood = (response: HttpResponse) =>
  refusals.has(response.status) ||
  (response.status === 404 && refusalOf(response).code === 'DC_01');

const paymentUrl = ({ reference }: Pick<Reference, 'reference'>, addresses: Addresses): string =>
  addressOf(addresses, 'payments', reference);

const refundUrl = ({ payment, reference }: RefundReference, addresses: Addresses) =>
  `${paymentUrl(payment, addresses)}/refunds/${encodeURIComponent(reference)}`;
