import { worldpayConnector } from '#connectors/worldpay/connector.ts';
import { aCard, aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import {
  each,
  events,
  readResult,
  readWebhook,
  resultCodes,
  statuses,
} from '../../../support/processors/published-words.ts';

const { authorize, refund, sync, webhooks } = worldpayConnector();
const account = anAccountAt('worldpay', { metadata: { merchant_name: 'Example Shop' } });
const payment = aCharge('worldpay', {
  captureMethod: 'manual',
  source: aCard({ expiryMonth: '03', expiryYear: '30' }),
});
const given = { ...payment, reference: 'ref_1', connectorRefundId: 'ref_1', payment };
const link = (href: string) => ({ href: `https://try.access.worldpay.com/api/payments/${href}` });

const ofAnswer = (body: object) =>
  readResult(() => authorize.outcome(answer(body), payment, account));

function ofOutcome(outcome: string) {
  if (/^sentFor(Partial)?Refund$/.test(outcome)) {
    return `refund ${readResult(() => refund?.outcome(answer({ outcome }), given, account))}`;
  }
  const _actions = {
    complete3dsChallenge: link('c_1/3dsChallenges'),
    supply3dsDeviceData: link('d_1/3dsDeviceData'),
  };
  const challenge = { url: 'https://bank.example/', jwt: 'jwt' };
  const deviceDataCollection = { ...challenge, bin: '424242' };
  return ofAnswer({ outcome, challenge, deviceDataCollection, _actions });
}

const ofLastEvent = (lastEvent: string) =>
  readResult(() => sync.outcome(answer({ lastEvent }), payment, account));

function ofEvent(type: string) {
  const ids = { transactionReference: 'pay_1_1', reference: 'ref-1' };
  const amount = { value: 6540, currencyCode: 'EUR' };
  return readWebhook(webhooks, JSON.stringify({ eventDetails: { type, ...ids, amount } }));
}

function ofRisk(risk: string) {
  const body = { outcome: 'authorized', riskFactors: [{ type: 'cvc', risk }] };
  const reading = authorize.outcome(answer(body), payment, account);
  const checks = 'paymentChecks' in reading ? reading.paymentChecks : {};
  return String(checks?.card_validation_result ?? 'nothing');
}

const products = 'https://developer.worldpay.com/products';

export const published = [
  resultCodes('outcome of a request', `${products}/payments/openapi`, ofOutcome, {
    authorized: 'authorized',
    challenged: '3dsDeviceDataRequired 3dsChallenged',
    captured: 'sentForSettlement',
    pending: 'sentForCancellation',
    declined: 'refused 3dsAuthenticationFailed 3dsUnavailable fraudHighRisk',
    'refund pending': 'sentForRefund sentForPartialRefund',
  }),
  statuses('last event of a payment', `${products}/card-payments/query-a-payment`, ofLastEvent, {
    pending: 'sentForAuthorization',
    authorized: 'authorized',
    captured: 'sentForSettlement settled sentForRefund refunded refundFailed',
    declined: 'settlementFailed error refused',
    voided: 'cancelled',
    expired: 'expired',
  }),
  events('type of an event', `${products}/events/openapi`, ofEvent, {
    pending: 'sentForAuthorization',
    authorized: 'authorized',
    captured: 'sentForSettlement settled',
    declined: 'settlementFailed error refused',
    voided: 'cancelled',
    expired: 'expired',
    'refund pending': 'sentForRefund',
    'refund succeeded': 'refunded',
    'refund declined': 'refundFailed',
    dispute_opened: 'informationRequested chargedBack',
    dispute_challenged: 'informationSupplied',
    dispute_won: 'chargebackReversed',
    'none: It is about a token of another payment method.': 'tokenCreated',
    'none: It is about a bank transfer, which is not taken here.': 'topUpRejected',
  }),
  resultCodes(
    'risk of a check',
    `${products}/payments/openapi`,
    ofRisk,
    each('notChecked notMatched notSupplied verificationFailed', (risk) => risk),
  ),
];
