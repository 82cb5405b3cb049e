import * as v from 'valibot';
import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import { known } from '../formats/request.ts';
import { word } from '../formats/words.ts';
import type { ExchangeAccount, StepRequest } from '../interface/exchange.ts';
import type { Browser } from '../interface/order.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import type { AuthenticationProof } from './authentication.ts';
import { billTo } from './bill-to.ts';
import { networkOf, sourceOf } from './payment-source.ts';
import { amountDetails, apiRequest, codeOf } from './requests.ts';
import { refusalIn } from './responses.ts';
import { isToBeStored } from './stored-credentials.ts';

// Cybersource's 3-D Secure in three steps, none of which charges anything: the set-up, for which the
// customer's device is described; the check of enrolment, after which the bank may want a challenge;
// and the validation of that challenge. Then the payment is authorized with what was proven.

const text = v.nullish(v.string());

const Answer = v.object({
  id: text,
  status: word([
    'COMPLETED',
    'FAILED',
    'AUTHENTICATION_SUCCESSFUL',
    'PENDING_AUTHENTICATION',
    'AUTHENTICATION_FAILED',
    'INVALID_REQUEST',
  ]),
  errorInformation: v.nullish(v.object({ reason: text, message: text })),
  consumerAuthenticationInformation: v.nullish(
    v.object({
      accessToken: text,
      referenceId: text,
      deviceDataCollectionUrl: text,
      stepUpUrl: text,
      authenticationTransactionId: text,
      paresStatus: text,
      veresEnrolled: text,
      ecommerceIndicator: text,
      indicator: text,
      eciRaw: text,
      cavv: text,
      xid: text,
      ucafAuthenticationData: text,
      ucafCollectionIndicator: text,
      directoryServerTransactionId: text,
      specificationVersion: text,
    }),
  ),
});
type Answer = v.InferOutput<typeof Answer>;

/**
 * Whether Cybersource is to authenticate the customer: one who is there and states a card, without
 * a proof from elsewhere.
 */
export const isToBeAuthenticated = ({
  source,
  order,
  authenticationData,
  networkTransactionId,
}: Authorization): boolean =>
  order.authenticationType === 'three_ds' &&
  source.kind === 'card' &&
  order.initiator.by === 'customer' &&
  order.channel === undefined &&
  authenticationData === undefined &&
  networkTransactionId === undefined;

/** @see https://developer.cybersource.com/docs/cybs/en-us/payer-authentication/developer/all/rest/payer-auth/pa2-ccdc-setup-intro.html */
export function setupRequest(input: Authorization, account: ExchangeAccount): StepRequest {
  // Without one, the customer could not come back.
  known(input.completeUrl, "The switch's public address");
  return asked('authentication-setups', account, {
    ...about(input),
    paymentInformation: cardOf(input),
  });
}

/** The device is described by Cybersource's page, before the bank is asked. */
export function setupOutcome(response: HttpResponse): PaymentOutcome {
  if (response.status >= 300) return refusedIn(response);
  const answer = readJson(Answer, response);
  if (answer.status === 'FAILED') return failed(answer);
  const { accessToken, deviceDataCollectionUrl, referenceId } =
    answer.consumerAuthenticationInformation ?? {};
  if (answer.status !== 'COMPLETED' || !accessToken || !deviceDataCollectionUrl || !referenceId) {
    throw new Error('A set-up without its data.');
  }
  return {
    result: 'challenged',
    deviceForm: { url: deviceDataCollectionUrl, fields: { JWT: accessToken } },
    connectorMetadata: { reference_id: referenceId },
  };
}

/** @see https://developer.cybersource.com/docs/cybs/en-us/payer-authentication/developer/all/rest/payer-auth/pa2-ccdc-enroll-intro.html */
export function enrollmentRequest(input: Authorization, account: ExchangeAccount): StepRequest {
  const { order, completeUrl, connectorMetadata, isVerification } = input;
  return asked('authentications', account, {
    ...about(input),
    orderInformation: {
      amountDetails: amountDetails(input.amountMinor, input.currency),
      billTo: billTo(order),
    },
    paymentInformation: cardOf(input),
    deviceInformation: deviceOf(order.browser),
    consumerAuthenticationInformation: {
      referenceId: connectorMetadata?.reference_id,
      returnUrl: completeUrl,
      deviceChannel: 'Browser',
      transactionMode: 'S',
      // A card may be stored only after a challenge.
      challengeCode:
        isVerification || isToBeStored(input) || order.forcesChallenge ? '04' : undefined,
      // To add a card, without a payment.
      ...(isVerification && { messageCategory: '02', npaCode: '01' }),
    },
  });
}

/** @see https://developer.cybersource.com/docs/cybs/en-us/payer-authentication/developer/all/rest/payer-auth/pa2-ccdc-validate-intro.html */
export const validationRequest = (input: Authorization, account: ExchangeAccount): StepRequest =>
  asked('authentication-results', account, {
    ...about(input),
    orderInformation: { amountDetails: amountDetails(input.amountMinor, input.currency) },
    paymentInformation: cardOf(input),
    consumerAuthenticationInformation: {
      authenticationTransactionId: input.connectorMetadata?.authentication_id,
    },
  });

/** What an answer means: a proof with which the payment may be charged, or an outcome without. */
export function authenticationIn(
  response: HttpResponse,
): { readonly proof: AuthenticationProof } | { readonly outcome: PaymentOutcome } {
  if (response.status >= 300) return { outcome: refusedIn(response) };
  const answer = readJson(Answer, response);
  switch (answer.status) {
    case 'AUTHENTICATION_SUCCESSFUL':
      return isRejected(answer) ? { outcome: failed(answer) } : { proof: proofIn(answer) };
    case 'PENDING_AUTHENTICATION':
      return { outcome: challengeIn(answer) };
    case 'AUTHENTICATION_FAILED':
    case 'FAILED':
    case 'INVALID_REQUEST':
      return { outcome: failed(answer) };
    default:
      throw new Error('A status that says nothing of an authentication.');
  }
}

/** A refusal of a step is definite, whatever its reason: the step charges nothing. */
const refusedIn = (response: HttpResponse): PaymentOutcome => ({
  ...refusalIn(response),
  result: 'declined',
});

/** The bank's own words against the customer count more than a status. */
const isRejected = ({ consumerAuthenticationInformation: known }: Answer): boolean =>
  known?.paresStatus === 'N' || known?.paresStatus === 'R';

function challengeIn({ consumerAuthenticationInformation }: Answer): PaymentOutcome {
  const { accessToken, stepUpUrl, authenticationTransactionId } =
    consumerAuthenticationInformation ?? {};
  if (!accessToken || !stepUpUrl || !authenticationTransactionId) {
    throw new Error('A challenge without its data.');
  }
  return {
    result: 'challenged',
    redirectForm: { url: stepUpUrl, fields: { JWT: accessToken } },
    connectorMetadata: { authentication_id: authenticationTransactionId },
  };
}

/** Nothing was charged, and the payment is not to be charged. */
const failed = ({ errorInformation, status = 'FAILED' }: Answer): PaymentOutcome => ({
  result: 'declined',
  attemptStatus: 'authentication_failed',
  code: errorInformation?.reason ?? status,
  message: errorInformation?.message ?? status,
});

/**
 * The proof in Cybersource's own words, as the authorization takes it. A bank that takes no part
 * leaves it without a cryptogram: the word of the programme says so.
 */
function proofIn({ consumerAuthenticationInformation }: Answer): AuthenticationProof {
  const { ecommerceIndicator, indicator, ...answer } = consumerAuthenticationInformation ?? {};
  const stated = {
    cavv: answer.cavv,
    xid: answer.xid,
    ucafAuthenticationData: answer.ucafAuthenticationData,
    ucafCollectionIndicator: answer.ucafCollectionIndicator,
    directoryServerTransactionId: answer.directoryServerTransactionId,
    paSpecificationVersion: answer.specificationVersion,
    paresStatus: answer.paresStatus,
    veresEnrolled: answer.veresEnrolled,
    eciRaw: answer.eciRaw,
  };
  return {
    commerceIndicator: ecommerceIndicator ?? indicator ?? 'internet',
    information: Object.fromEntries(
      Object.entries(stated).map(([name, value]) => [name, value ?? undefined]),
    ),
  };
}

/** A step in which nothing is charged. */
const asked = (path: string, account: ExchangeAccount, content: object): StepRequest => ({
  ...(apiRequest('POST', `risk/v1/${path}`, account, content) satisfies HttpRequest),
  step: 'authentication',
});

const about = ({ reference }: Pick<Authorization, 'reference'>) => ({
  clientReferenceInformation: { code: codeOf(reference) },
});

/** The card without its cvc, which only the bank's authorization reads. */
function cardOf({ source }: Pick<Authorization, 'source'>): object {
  if (source.kind !== 'card')
    throw new Error('Cybersource authenticates customers by cards alone.');
  const { cvc: _, ...card } = source.card;
  const withoutCode = { kind: 'card', card } as const;
  return sourceOf(withoutCode, networkOf(withoutCode)).paymentInformation;
}

function deviceOf(browser: Browser = {}) {
  return {
    ipAddress: browser.ipAddress,
    httpAcceptContent: browser.acceptHeader,
    httpBrowserColorDepth: browser.colorDepth?.toString(),
    httpBrowserJavaEnabled: browser.javaEnabled,
    httpBrowserJavaScriptEnabled: browser.javaScriptEnabled,
    httpBrowserLanguage: browser.language,
    httpBrowserScreenHeight: browser.screenHeight?.toString(),
    httpBrowserScreenWidth: browser.screenWidth?.toString(),
    httpBrowserTimeDifference: browser.timeZone?.toString(),
    userAgentBrowserValue: browser.userAgent,
  };
}
