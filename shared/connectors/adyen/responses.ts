import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { isCapturedLater } from '../formats/charges.ts';
import { readJson } from '../formats/json.ts';
import { type Declined, refusalsOf } from '../formats/refusal.ts';
import { certainWord, word } from '../formats/words.ts';
import type { ConnectorError } from '../interface/exchange.ts';
import type { PaymentOutcome, Reference, ReportedPayment } from '../interface/payments.ts';
import { additionalData, cardIn, issuerErrorIn } from './additional-data.ts';
import { Action, challengeIn } from './next-action.ts';
import { amounts } from './requests.ts';

const text = v.nullish(v.string());

/** An amount in Adyen's own minor units, which `moneyIn` reads. */
export const Amount = v.object({
  value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.string(),
});

/** An amount in our minor units. Throws a RangeError where Adyen cannot have meant any. */
export const moneyIn = ({ value, currency }: v.InferOutput<typeof Amount>) => ({
  amountMinor: amounts.fromMinor(value, currency),
  currency,
});

/**
 * The answer to a payment, and to the proof of a redirect return.
 *
 * @see https://github.com/Adyen/adyen-openapi/blob/main/json/CheckoutService-v68.json
 * (PaymentResponse)
 */
const Payment = v.object({
  resultCode: word([
    'Authorised',
    'AuthenticationFinished',
    'AuthenticationNotRequired',
    'PartiallyAuthorised',
    'Success',
    'Received',
    'Pending',
    'IdentifyShopper',
    'ChallengeShopper',
    'RedirectShopper',
    'PresentToShopper',
    'Cancelled',
    'Refused',
    'Error',
  ]),
  pspReference: text,
  merchantReference: text,
  amount: v.nullish(Amount),
  refusalReason: text,
  refusalReasonCode: text,
  action: v.nullish(Action),
  additionalData: v.nullish(
    v.object({
      ...additionalData,
      'pix.expirationDate': text,
      authorisedAmountValue: v.nullish(v.pipe(v.string(), v.digits())),
      authorisedAmountCurrency: text,
    }),
  ),
});
type Payment = v.InferOutput<typeof Payment>;

/** The answer to a modification, which has only been received. */
export const Received = v.object({
  status: certainWord(['received']),
  pspReference: v.string(),
  paymentPspReference: text,
  reference: text,
});

const Refusal = v.object({ errorCode: v.string(), message: v.string(), pspReference: text });

const Refused500 = v.object({
  status: v.literal(500),
  errorType: certainWord(['validation', 'configuration']),
});

/**
 * Whether a 500 is a refusal: Adyen answers so where it finds no configuration, and to some fields
 * of a wrong form. A request with any other 500 may have been processed.
 *
 * @see https://github.com/Adyen/adyen-openapi/blob/main/json/CheckoutService-v68.json (500 of each
 * path)
 */
export function isRefusal(response: HttpResponse): boolean {
  const { status, headers } = response;
  if (status !== 500 || headers['transient-error'] === 'true') return false;
  try {
    return v.is(Refused500, readJson(v.unknown(), response));
  } catch {
    return false;
  }
}

/**
 * A refusal after which nothing was processed. Without the right credentials or permission there
 * may be no message at all. Throws where it is not Adyen's own, or where the same request was sent
 * before.
 */
export function refusalIn(
  response: HttpResponse,
): Declined & Pick<ReportedPayment, 'connectorTransactionId'> {
  if (!isRefusal(response)) refusals.check(response);
  if (isWithoutAccess(response)) return { result: 'declined', code: String(response.status) };
  const { errorCode: code, message, pspReference } = readJson(Refusal, response);
  if (sentBefore.has(code)) throw new Error('The same request was sent before.');
  return {
    result: 'declined',
    code,
    message,
    reason: message,
    ...(pspReference && { connectorTransactionId: pspReference }),
  };
}

const refusals = refusalsOf('Adyen', [400, 401, 403, 404, 422]);

/** An answer without words to credentials that Adyen does not know, or that may not do this. */
export const isWithoutAccess = ({ status, body }: HttpResponse): boolean =>
  (status === 401 || status === 403) && body === '';

/** A duplicate idempotency key, and a request that is still processed. */
export const sentBefore: ReadonlySet<string> = new Set(['704', '14_0408']);

export function paymentOutcome(response: HttpResponse, input: Reference): PaymentOutcome {
  if (response.status >= 300) return refusalIn(response);
  const payment = readJson(Payment, response);
  const reported = reportedBy(payment);
  switch (payment.resultCode) {
    case 'Authorised':
      return isCapturedLater(input)
        ? { result: 'authorized', ...reported }
        : { result: 'captured', ...capturedBy(payment), ...reported };
    case 'PartiallyAuthorised':
      return partlyAuthorised(payment, input);
    case 'AuthenticationFinished':
      return { result: 'pending', attemptStatus: 'authentication_successful', ...reported };
    case 'AuthenticationNotRequired':
    case 'Received':
    // The request was carried out, but the AUTHORISATION event decides about the money.
    case 'Success':
      return { result: 'pending', ...reported };
    case 'Pending': {
      // The customer may have to scan a code, or to confirm in an app.
      const challenge = challengeOf(payment, response);
      return challenge
        ? { result: 'challenged', ...challenge, ...reported }
        : { result: 'pending', ...reported };
    }
    case 'IdentifyShopper':
    case 'ChallengeShopper':
    case 'RedirectShopper':
    case 'PresentToShopper': {
      const challenge = challengeOf(payment, response);
      if (!challenge) throw new Error('A challenge without an address.');
      return { result: 'challenged', ...challenge, ...reported };
    }
    case 'Cancelled':
      return { result: 'voided', ...reported };
    case 'Refused':
    case 'Error': {
      // A declined charge is no earlier payment for a later one.
      const { networkTransactionId: _, ...known } = reported;
      return { result: 'declined', ...declineIn(payment), ...known };
    }
    case undefined:
      return { result: 'unknown', ...idsOf(payment) };
  }
}

const capturedBy = ({ amount }: Payment) =>
  amount ? { capturedMinor: moneyIn(amount).amountMinor } : {};

/** A part of the amount; the answer's own amount then does not count. */
function partlyAuthorised(payment: Payment, input: Reference): PaymentOutcome {
  const { authorisedAmountValue: value, authorisedAmountCurrency: currency } =
    payment.additionalData ?? {};
  if (!value || currency !== input.currency) throw new Error('A part of an unknown amount.');
  const partMinor = amounts.fromMinor(value, currency);
  const { amountMinor: _, ...reported } = { ...reportedBy(payment), currency };
  return isCapturedLater(input)
    ? { result: 'authorized', authorizedMinor: partMinor, ...reported }
    : { result: 'captured', capturedMinor: partMinor, ...reported };
}

const idsOf = ({ pspReference, merchantReference }: Payment): ReportedPayment => ({
  ...(pspReference && { connectorTransactionId: pspReference }),
  ...(merchantReference && { connectorReference: merchantReference }),
});

const reportedBy = (payment: Payment): ReportedPayment => ({
  ...idsOf(payment),
  ...(payment.amount && moneyIn(payment.amount)),
  ...(payment.additionalData && cardIn(payment.additionalData)),
});

const challengeOf = ({ action, additionalData: data }: Payment, { headers }: HttpResponse) =>
  challengeIn({ action, expiresAt: data?.['pix.expirationDate'], answeredAt: headers.date });

const declineIn = ({
  refusalReason,
  refusalReasonCode,
  additionalData: data,
}: Payment): ConnectorError => ({
  ...(refusalReasonCode && { code: refusalReasonCode }),
  ...(refusalReason && { message: refusalReason, reason: refusalReason }),
  ...(data && issuerErrorIn(data)),
});
