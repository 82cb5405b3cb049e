import { unreachableCard } from '../../sandbox/cards.ts';
import { processors } from '../../sandbox/processors.ts';
import type {
  Addresses,
  Authorization,
  Capture,
  Connector,
  Credentials,
  Exchange,
  HttpRequest,
  HttpResponse,
  PaymentOutcome,
  Reference,
  RefundOutcome,
  RefundReference,
} from '../connector.ts';
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
import { news } from './news.ts';

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
    }),

  outcome: (response) => (refusals.has(response.status) ? refused(response) : paymentIn(response)),
};

/** What is paid with, as the sandbox processor takes it. Throws for what it does not take. */
function meansOf({ means }: Authorization) {
  if (means.kind !== 'card')
    throw new Error(`The sandbox processor does not take it: ${means.kind}.`);
  const { number, expiryMonth, expiryYear, cvc, holderName } = means.card;
  return {
    card: {
      number,
      expiry_month: expiryMonth,
      expiry_year: expiryYear,
      cvc,
      holder_name: holderName,
    },
  };
}

const isUnreachable = ({ means }: Authorization) =>
  means.kind === 'card' && means.card.number === unreachableCard;

/** A name that no resolver knows, whichever the deployment: so nothing is sent, and at once. */
const nowhere = 'https://processor.invalid/';

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

/** The sandbox processor, under each of the names that it plays. */
export const sandboxConnectors: readonly Connector[] = processors.map((name) => ({
  name,
  authorize,
  sync,
  capture,
  void: voiding(false),
  voidCaptured: voiding(true),
  refund,
  syncRefund,
  news,
}));

const paymentIn = (response: HttpResponse) => paymentOutcome(readJson(Payment, response));

/**
 * Refusals after which nothing was taken. A 409 is none of them: there is something of this reference,
 * for another amount, and only a sync can tell what became of it.
 */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 422]);

/** What is asked of a payment that the processor has never heard of moves nothing either. */
const isRefusedForGood = (response: HttpResponse) =>
  refusals.has(response.status) ||
  (response.status === 404 && refusalOf(response).code === 'DC_01');

const put = (url: string, credentials: Credentials, body: object): HttpRequest => ({
  method: 'PUT',
  url,
  headers: { ...keyHeader(credentials), 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

function paymentUrl({ reference }: Pick<Reference, 'reference'>, { sandbox }: Addresses): string {
  if (!sandbox) throw new Error('The sandbox processor has no address in this deployment.');
  return `${sandbox.replace(/\/$/, '')}/payments/${encodeURIComponent(reference)}`;
}

const refundUrl = ({ payment, reference }: RefundReference, addresses: Addresses) =>
  `${paymentUrl(payment, addresses)}/refunds/${encodeURIComponent(reference)}`;

function keyHeader(credentials: Credentials) {
  if (credentials.auth_type !== 'HeaderKey')
    throw new Error('The sandbox processor takes HeaderKey.');
  return { 'api-key': credentials.api_key };
}
