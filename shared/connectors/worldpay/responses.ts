import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { ownMember } from '#platform/own-member.ts';
import { readJson } from '../formats/json.ts';
import { type Refused, refusalsOf } from '../formats/refusal.ts';
import { listedWord, word } from '../formats/words.ts';
import type { ConnectorError } from '../interface/exchange.ts';
import type { PaymentOutcome, Reference, ReportedPayment } from '../interface/payments.ts';
import { transactionReference } from './references.ts';

const text = v.nullish(v.string());

const Link = v.object({ href: v.string() });
/** Links by their names; beside them there may be templates of links. */
const Links = v.nullish(v.record(v.string(), v.unknown()));

/** The answer to a payment, and to a later change of one. It states no amount. */
export const Answer = v.object({
  outcome: word([
    '3dsAuthenticationFailed',
    '3dsChallenged',
    '3dsDeviceDataRequired',
    '3dsUnavailable',
    'authorized',
    'fraudHighRisk',
    'refused',
    'sentForCancellation',
    'sentForPartialRefund',
    'sentForRefund',
    'sentForSettlement',
  ]),
  transactionReference: text,
  refusalCode: text,
  refusalDescription: text,
  advice: v.nullish(v.object({ code: text })),
  schemeReference: text,
  scheme: v.nullish(v.object({ reference: text })),
  token: v.nullish(v.object({ href: text, schemeReference: text })),
  riskFactors: v.nullish(v.array(v.object({ type: text, risk: text, detail: text }))),
  challenge: v.nullish(v.object({ url: v.string(), jwt: v.string() })),
  deviceDataCollection: v.nullish(v.object({ url: v.string(), jwt: v.string(), bin: v.string() })),
  _links: v.nullish(v.object({ self: v.nullish(Link) })),
  _actions: Links,
});
export type Answer = v.InferOutput<typeof Answer>;

/** The state of a payment, as the last thing that happened to it. */
export const Events = v.object({ lastEvent: v.string(), _links: Links, _actions: Links });

const Refusal = v.object({
  errorName: v.string(),
  message: v.string(),
  validationErrors: v.nullish(
    v.array(v.object({ errorName: v.string(), message: text, jsonPath: text })),
  ),
});

/**
 * A refusal after which nothing was processed; `unknown` where Worldpay has had the same request
 * before. Throws where it is not Worldpay's own.
 */
export function refusalIn(response: HttpResponse): Refused {
  const { errorName: code, message, validationErrors } = refusals.read(Refusal, response);
  const reason = validationErrors
    ?.map((one) => [one.errorName, one.jsonPath].filter(Boolean).join(' '))
    .join(', ');
  const error = { code, message, ...(reason && { reason }) };
  return { result: /duplicate/i.test(code) ? 'unknown' : 'declined', ...error };
}

const refusals = refusalsOf('Worldpay', [400, 401, 403, 404, 406, 415, 422, 429]);

/** Throws where the answer is about another payment. */
export function readAnswer(response: HttpResponse, { reference }: Pick<Reference, 'reference'>) {
  const answer = readJson(Answer, response);
  if (
    answer.transactionReference &&
    answer.transactionReference !== transactionReference(reference)
  ) {
    throw new Error('The answer is about another payment.');
  }
  return answer;
}

export const isDone = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

/** The outcome of a payment by the answer to its request, or to the next step of it. */
export const readPayment = (response: HttpResponse, input: Reference): PaymentOutcome =>
  isDone(response)
    ? paymentOutcome(readAnswer(response, input), response, input)
    : refusalIn(response);

/** The outcome of a payment by an answer. */
export function paymentOutcome(
  answer: Answer,
  { headers }: Pick<HttpResponse, 'headers'>,
  { amountMinor }: Pick<Reference, 'amountMinor'>,
): PaymentOutcome {
  const reported = reportedBy(answer, headers);
  const { outcome } = answer;
  switch (outcome) {
    case 'authorized':
      return authorized(amountMinor, reported);
    case 'sentForSettlement':
      return { result: 'captured', ...reported };
    case 'sentForCancellation':
      return { result: 'pending', ...reported };
    case '3dsDeviceDataRequired':
      return deviceIn(answer, reported);
    case '3dsChallenged':
      return challengeIn(answer, reported);
    case 'refused':
      return {
        result: 'declined',
        ...refusedBy(answer),
        ...referenceIn(reported),
        ...checksIn(answer),
      };
    case 'fraudHighRisk':
      return {
        ...declinedAs(outcome, 'Transaction marked as high risk'),
        ...referenceIn(reported),
      };
    case '3dsAuthenticationFailed':
    case '3dsUnavailable':
      return {
        ...declinedAs(outcome, authenticationErrors[outcome]),
        attemptStatus: 'authentication_failed',
        ...referenceIn(reported),
      };
    case 'sentForPartialRefund':
    case 'sentForRefund':
      throw new Error('It says nothing of what was asked.');
    case undefined:
      return { result: 'unknown', ...referenceIn(reported) };
  }
}

/** An amount of 0 only verifies a card. */
const authorized = (amountMinor: number | undefined, reported: ReportedPayment): PaymentOutcome =>
  amountMinor === 0
    ? { result: 'captured', capturedMinor: 0, ...reported }
    : { result: 'authorized', ...reported };

const authenticationErrors = {
  '3dsAuthenticationFailed': '3DS authentication failed from issuer',
  '3dsUnavailable': '3DS authentication unavailable from issuer',
} as const;

const declinedAs = (code: string, message: string) =>
  ({ result: 'declined', code, message, reason: message }) as const;

const refusedBy = ({
  refusalCode: code,
  refusalDescription: message,
  advice,
}: Answer): ConnectorError => ({
  ...(code && { code, issuerCode: code }),
  ...(message && { message, reason: message, issuerMessage: message }),
  ...(advice?.code && { networkAdviceCode: advice.code }),
});

const referenceIn = ({ connectorReference }: ReportedPayment): ReportedPayment =>
  connectorReference === undefined ? {} : { connectorReference };

/**
 * The customer's device is described to the bank first. The id of that description comes back.
 *
 * @see https://developer.worldpay.com/products/payments/enable-features/3ds-authentication/web
 */
function deviceIn(
  { deviceDataCollection, _actions }: Answer,
  reported: ReportedPayment,
): PaymentOutcome {
  const link = linkDataIn(_actions, 'supply3dsDeviceData');
  if (!deviceDataCollection || link === undefined) throw new Error('No way to go on is named.');
  const { url, bin, jwt } = deviceDataCollection;
  return {
    result: 'challenged',
    deviceForm: { url, fields: { Bin: bin, JWT: jwt }, brings: descriptionId },
    connectorMetadata: { device: link },
    ...referenceIn(reported),
  };
}

/** The member of the message, about the customer's device, whose text Worldpay wants. */
export const descriptionId = 'SessionId';

/**
 * The challenge is a form that the browser posts to the customer's bank. A challenge's id finds no
 * payment, so it is stored beside the payment's own.
 */
function challengeIn({ challenge, _actions }: Answer, reported: ReportedPayment): PaymentOutcome {
  const link = linkDataIn(_actions, 'complete3dsChallenge');
  if (!challenge || link === undefined) throw new Error('A challenge without its data.');
  return {
    result: 'challenged',
    redirectForm: { url: challenge.url, fields: { JWT: challenge.jwt } },
    connectorMetadata: { challenge: link },
    ...referenceIn(reported),
  };
}

function reportedBy(answer: Answer, headers: HttpResponse['headers']): ReportedPayment {
  const { _links, scheme, schemeReference, token } = answer;
  const connectorTransactionId = linkDataOf(_links?.self?.href);
  const connectorReference = headers['wp-correlationid'];
  const networkTransactionId =
    schemeReference || scheme?.reference || token?.schemeReference || undefined;
  return {
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
    ...(connectorReference && { connectorReference }),
    ...(networkTransactionId && { networkTransactionId }),
    ...(token?.href && { connectorMandateId: token.href }),
    ...checksIn(answer),
  };
}

/**
 * The issuer's checks of the address and the cvc. Worldpay names only values that did not match or
 * were not checked.
 *
 * @see https://developer.worldpay.com/products/payments/openapi
 */
function checksIn({ riskFactors }: Answer): Pick<ReportedPayment, 'paymentChecks'> {
  const factors = riskFactors ?? [];
  const cvc = factors.find(({ type }) => type === 'cvc')?.risk;
  const avs = factors.filter(({ type }) => type === 'avs');
  if (!cvc && avs.length === 0) return {};
  const details = avs.flatMap(({ detail, risk }): [string, string | null][] =>
    detail ? [[detail, risk ?? null]] : [],
  );
  const address = details.length > 0 ? Object.fromEntries(details) : avs[0]?.risk;
  return {
    paymentChecks: { avs_result: address ?? null, card_validation_result: cvc ?? null },
  };
}

/** Worldpay's id of a payment in the link of this name, or else in the first that has one. */
export function linkDataIn(links: v.InferOutput<typeof Links>, name?: string): string | undefined {
  const named = name === undefined ? Object.values(links ?? {}) : [ownMember(links, name)];
  return named
    .map((link) => linkDataOf(v.is(Link, link) ? link.href : undefined))
    .find((id) => id !== undefined);
}

/** Only the part of the path that is an id is believed: requests go to our own addresses. */
function linkDataOf(href: string | undefined): string | undefined {
  const { pathname = '' } = (href && URL.parse(href)) || {};
  const [, id] =
    /^\/api\/payments\/([^/]+)/.exec(pathname) ?? /^\/payments\/.+\/([^/]+)$/.exec(pathname) ?? [];
  return id === undefined ? undefined : decodeURIComponent(id);
}

/** The events of payments and refunds that are read. */
const eventWords = [
  'sentForAuthorization',
  'authorized',
  'sentForSettlement',
  'settled',
  'settlementFailed',
  'sentForCancellation',
  'cancelled',
  'sentForRefund',
  'refunded',
  'refundFailed',
  'refused',
  'error',
  'expired',
] as const;

/** The same word is written `sentForSettlement` and `Sent for Settlement`. */
export const eventIn = (text: string) => listedWord(eventWords, text.replaceAll(' ', ''));

/**
 * The meaning of the last event of a payment; undefined for an unknown word. `error` means that the
 * payment was not completed, and that the customer may pay again.
 *
 * @see https://developer.worldpay.com/products/events/openapi
 */
export function outcomeOfEvent(
  text: string,
  { amountMinor }: Partial<Pick<Reference, 'amountMinor'>>,
  reported: ReportedPayment,
): PaymentOutcome | undefined {
  switch (eventIn(text)) {
    case 'sentForAuthorization':
      return { result: 'pending', attemptStatus: 'authorizing', ...reported };
    case 'authorized':
      return authorized(amountMinor, reported);
    case 'sentForSettlement':
    case 'settled':
    case 'sentForRefund':
    case 'refunded':
    case 'refundFailed':
      return { result: 'captured', ...reported };
    case 'refused':
    case 'error':
      return { result: 'declined', code: text, ...reported };
    case 'settlementFailed':
      return { result: 'declined', attemptStatus: 'capture_failed', code: text, ...reported };
    case 'cancelled':
      return { result: 'voided', ...reported };
    case 'expired':
      return { result: 'expired', ...reported };
    case 'sentForCancellation':
      return { result: 'pending', ...reported };
    default:
      return undefined;
  }
}
