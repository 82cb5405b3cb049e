import { cybersourceConnector } from '#connectors/cybersource/connector.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import {
  cybersourceAccount as account,
  answerOf,
  cardPayment,
  knownPayment,
  lostPayment,
} from '../../../support/processors/a-cybersource-payment.ts';
import {
  events,
  readResult,
  readWebhook,
  resultCodes,
  statuses,
} from '../../../support/processors/published-words.ts';

const connector = cybersourceConnector();
const { authorize, complete, capture, increment, refund, voidCaptured, webhooks, isRefusal } =
  connector;

const models = 'https://github.com/CyberSource/cybersource-rest-client-node/blob/master/src/model/';
const eventsPage =
  'https://developer.cybersource.com/docs/cybs/en-us/webhooks/implementation/all/rest/webhooks/wh-fg-intro/wh-fg-product-event-types.html';

const part = { captureReference: 'pay_1_1_1', captureNumber: 1, isFinal: true, captureMinor: 6540 };
const more = { ...knownPayment, incrementReference: 'auth_1_1', totalMinor: 8000 };
const back = { ...knownPayment, reference: 'ref_1', payment: knownPayment };
const authenticated = { initiator: { by: 'customer' }, authenticationType: 'three_ds' } as const;
const described = {
  ...lostPayment,
  order: authenticated,
  card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '35' },
  connectorMetadata: { reference_id: 'ref_1' },
};
const consumerAuthenticationInformation = {
  accessToken: 'a.b.c',
  referenceId: 'ref_1',
  deviceDataCollectionUrl: 'https://collect.example',
  stepUpUrl: 'https://bank.example',
  authenticationTransactionId: 'auth_1',
};
const reads = {
  payment: (response: HttpResponse) => authorize.outcome(response, cardPayment, account),
  setup: (response: HttpResponse) =>
    authorize.outcome(response, { ...cardPayment, order: authenticated }, account),
  authentication: (response: HttpResponse) =>
    complete?.outcome(response, { ...described, query: {}, form: {} }, account),
  capture: (response: HttpResponse) =>
    capture?.outcome(response, { ...knownPayment, ...part }, account),
  reversal: (response: HttpResponse) => connector.void?.outcome(response, knownPayment, account),
  void: (response: HttpResponse) => voidCaptured?.outcome(response, knownPayment, account),
  increment: (response: HttpResponse) => increment?.outcome(response, more, account),
  refund: (response: HttpResponse) => refund?.outcome(response, back, account),
};

const amountDetails = { totalAmount: '65.40', authorizedAmount: '60.00', currency: 'USD' };

const ofAnswer = (name: keyof typeof reads, body: object, status = 201) =>
  readResult(() => reads[name](answerOf(body, status)));

const ofStatus = (name: keyof typeof reads) => (status: string) =>
  ofAnswer(name, {
    id: '7009',
    status,
    orderInformation: { amountDetails },
    consumerAuthenticationInformation,
  });

/** From the reason of an answer with 400. */
const ofRefusal = (name: keyof typeof reads) => (reason: string) =>
  ofAnswer(name, { status: 'INVALID_REQUEST', reason, message: 'No.' }, 400);

const ofDecline = (reason: string) =>
  ofAnswer('payment', { id: '7009', status: 'DECLINED', errorInformation: { reason } });

const ofError = (reason: string) =>
  isRefusal?.(answerOf({ status: 'SERVER_ERROR', reason }, 502)) ? 'declined' : 'unknown';

function ofEvent(eventType: string) {
  const clientReferenceInformation = { code: 'pay_1_1' };
  const payload = { id: '7009', clientReferenceInformation, orderInformation: { amountDetails } };
  const eventDate = '2030-01-31T10:00:00Z';
  return readWebhook(webhooks, JSON.stringify({ eventType, eventDate, payload }));
}

const always = 'MISSING_FIELD INVALID_DATA INVALID_MERCHANT_CONFIGURATION';
const settledBefore = `DUPLICATE_REQUEST AUTH_ALREADY_REVERSED TRANSACTION_ALREADY_SETTLED
  MISSING_AUTH TRANSACTION_ALREADY_REVERSED_OR_SETTLED`;

/** From the status that each answer has, and from the reason of each refusal. */
export const published = [
  statuses('status of a payment', `${models}PtsV2PaymentsPost201Response.js`, ofStatus('payment'), {
    authorized: 'AUTHORIZED PARTIAL_AUTHORIZED',
    held: 'AUTHORIZED_PENDING_REVIEW PENDING_REVIEW',
    pending: 'PENDING_AUTHENTICATION',
    declined: 'AUTHORIZED_RISK_DECLINED DECLINED INVALID_REQUEST',
  }),
  statuses(
    'status of a set-up of 3-D Secure',
    `${models}RiskV1AuthenticationSetupsPost201Response.js`,
    ofStatus('setup'),
    { challenged: 'COMPLETED', declined: 'FAILED' },
  ),
  statuses(
    'status of a check of enrolment',
    `${models}RiskV1AuthenticationsPost201Response.js`,
    ofStatus('authentication'),
    {
      'another step': 'AUTHENTICATION_SUCCESSFUL',
      challenged: 'PENDING_AUTHENTICATION',
      declined: 'AUTHENTICATION_FAILED',
    },
  ),
  statuses(
    'status of a validation',
    `${models}RiskV1AuthenticationResultsPost201Response.js`,
    ofStatus('authentication'),
    {
      'another step': 'AUTHENTICATION_SUCCESSFUL',
      challenged: 'PENDING_AUTHENTICATION',
      declined: 'AUTHENTICATION_FAILED',
    },
  ),
  resultCodes(
    'result of an authentication by the bank',
    `${models}PtsV2PaymentsPost201ResponseConsumerAuthenticationInformation.js`,
    (paresStatus) =>
      ofAnswer('authentication', {
        status: 'AUTHENTICATION_SUCCESSFUL',
        consumerAuthenticationInformation: { paresStatus },
      }),
    { 'another step': 'A U Y', declined: 'N' },
  ),
  statuses(
    'status of a capture',
    `${models}PtsV2PaymentsCapturesPost201Response.js`,
    ofStatus('capture'),
    { captured: 'PENDING TRANSMITTED' },
  ),
  statuses(
    'status of a refund',
    `${models}PtsV2PaymentsRefundPost201Response.js`,
    ofStatus('refund'),
    { pending: 'PENDING', declined: 'DECLINED INVALID_REQUEST' },
  ),
  statuses(
    'status of a reversal',
    `${models}PtsV2PaymentsReversalsPost201Response.js`,
    ofStatus('reversal'),
    { voided: 'REVERSED' },
  ),
  statuses('status of a void', `${models}PtsV2PaymentsVoidsPost201Response.js`, ofStatus('void'), {
    voided_after_capture: 'VOIDED CANCELLED',
    declined: 'FAILED',
  }),
  statuses(
    'status of a increment',
    `${models}PtsV2IncrementalAuthorizationPatch201Response.js`,
    ofStatus('increment'),
    { authorized: 'AUTHORIZED', pending: 'AUTHORIZED_PENDING_REVIEW', declined: 'DECLINED' },
  ),
  resultCodes(
    'reason of a declined payment',
    `${models}PtsV2PaymentsPost201ResponseErrorInformation.js`,
    ofDecline,
    {
      declined: `AVS_FAILED CONTACT_PROCESSOR EXPIRED_CARD PROCESSOR_DECLINED INSUFFICIENT_FUND
        STOLEN_LOST_CARD ISSUER_UNAVAILABLE UNAUTHORIZED_CARD CVN_NOT_MATCH EXCEEDS_CREDIT_LIMIT
        INVALID_CVN BLOCKED_BY_CARDHOLDER DECLINED_CHECK BLACKLISTED_CUSTOMER SUSPENDED_ACCOUNT
        PAYMENT_REFUSED CV_FAILED INVALID_ACCOUNT GENERAL_DECLINE INVALID_MERCHANT_CONFIGURATION
        DECISION_PROFILE_REJECT SCORE_EXCEEDS_THRESHOLD PENDING_AUTHENTICATION
        ACH_VERIFICATION_FAILED DECISION_PROFILE_REVIEW CONSUMER_AUTHENTICATION_REQUIRED
        CONSUMER_AUTHENTICATION_FAILED ALLOWABLE_PIN_RETRIES_EXCEEDED PROCESSOR_ERROR
        CUSTOMER_WATCHLIST_MATCH ADDRESS_COUNTRY_WATCHLIST_MATCH EMAIL_COUNTRY_WATCHLIST_MATCH
        IP_COUNTRY_WATCHLIST_MATCH DAGGREJECTED DAGGDENIED DSYSREJECTED`,
    },
  ),
  resultCodes(
    'reason of a refused payment',
    `${models}PtsV2PaymentsPost400Response.js`,
    ofRefusal('payment'),
    {
      declined: `${always} INVALID_CARD CARD_TYPE_NOT_ACCEPTED PROCESSOR_UNAVAILABLE INVALID_AMOUNT
        INVALID_CARD_TYPE INVALID_PAYMENT_ID NOT_SUPPORTED`,
      unknown: 'DUPLICATE_REQUEST',
    },
  ),
  resultCodes(
    'reason of a refused capture',
    `${models}PtsV2PaymentsCapturesPost400Response.js`,
    ofRefusal('capture'),
    {
      declined: `${always} EXCEEDS_AUTH_AMOUNT INVALID_AMOUNT NOT_SUPPORTED`,
      unknown: settledBefore,
    },
  ),
  resultCodes(
    'reason of a refused reversal',
    `${models}PtsV2PaymentsReversalsPost400Response.js`,
    ofRefusal('reversal'),
    {
      declined: `${always} PROCESSOR_UNAVAILABLE INVALID_AMOUNT NOT_SUPPORTED`,
      unknown: settledBefore,
    },
  ),
  resultCodes(
    'reason of a refused void',
    `${models}PtsV2PaymentsVoidsPost400Response.js`,
    ofRefusal('void'),
    {
      declined: `${always} NOT_VOIDABLE NOT_SUPPORTED`,
      unknown: 'DUPLICATE_REQUEST',
    },
  ),
  resultCodes(
    'reason of a refused increment',
    `${models}PtsV2IncrementalAuthorizationPatch400Response.js`,
    ofRefusal('increment'),
    {
      declined: `${always} INVALID_CARD CARD_TYPE_NOT_ACCEPTED PROCESSOR_UNAVAILABLE
        INVALID_PAYMENT_ID NOT_SUPPORTED`,
      unknown: 'DUPLICATE_REQUEST',
    },
  ),
  // None of them means that nothing is settled yet: a charge that waits for the batch is refunded
  // with it.
  resultCodes(
    'reason of a refused refund',
    `${models}PtsV2PaymentsRefundPost400Response.js`,
    ofRefusal('refund'),
    {
      declined: `${always} INVALID_CARD INVALID_AMOUNT CAPTURE_ALREADY_VOIDED
        ACCOUNT_NOT_ALLOWED_CREDIT NOT_SUPPORTED`,
      unknown: 'DUPLICATE_REQUEST',
    },
  ),
  resultCodes('reason of an answer with 502', `${models}PtsV2PaymentsPost502Response.js`, ofError, {
    unknown: 'SYSTEM_ERROR SERVER_TIMEOUT SERVICE_TIMEOUT',
  }),
  events('events of notifications about payments', eventsPage, ofEvent, {
    authorized: `payments.payments.accept payments.payments.partial.approval
      risk.casemanagement.decision.accept`,
    held: 'payments.payments.review risk.profile.decision.review',
    declined:
      'payments.payments.reject risk.profile.decision.reject risk.casemanagement.decision.reject',
    voided: 'payments.reversals.accept',
    'capture charged': 'payments.captures.accept',
    'capture pending': 'payments.captures.review',
    'capture failed': 'payments.captures.reject',
    'refund pending': 'payments.refunds.accept',
    'refund declined': 'payments.refunds.reject',
    voided_after_capture: 'payments.voids.accept',
    'none: The answer to the request has said so.':
      'payments.reversals.reject payments.voids.reject',
    'none: The switch asks for no part of a refund.': 'payments.refunds.partial.approval',
    'none: The switch gives nothing back without a payment.': `payments.credits.accept
      payments.credits.review payments.credits.reject payments.credits.partial.approval`,
    'none: The switch takes no such method from Cybersource.': `payments.payments.updated
      payments.payments.accepted payments.payments.failed payments.credits.accepted
      payments.credits.failed payments.voids.accepted`,
  }),
];
