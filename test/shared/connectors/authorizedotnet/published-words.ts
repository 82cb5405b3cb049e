import { authorizeDotNetConnector } from '#connectors/authorizedotnet/connector.ts';
import {
  events,
  readResult,
  readWebhook,
  resultCodes,
  statuses,
} from '../../../support/processors/published-words.ts';
import { account, card, details, payment, referenceOf, transaction } from './answers.ts';

const { authorize, capture, sync, refund, syncRefund, webhooks, ...connector } =
  authorizeDotNetConnector();

const schema = 'https://api.authorize.net/xml/v1/schema/AnetApiSchema.xsd';
const codes = 'https://developer.authorize.net/api/reference/responseCodes.html';

const known = { ...referenceOf(payment), connectorTransactionId: '40' };
const part = { captureReference: 'cap_1', captureMinor: 100, captureNumber: 1, isFinal: true };
const aRefund = { ...known, reference: 'ref_1', payment: { ...known, connectorMetadata: card } };

const refused = (errorCode: string, changes: object = { responseCode: '3' }) =>
  transaction({ ...changes, errors: [{ errorCode, errorText: 'Words.' }] });
const described = (code: string) => transaction({ messages: [{ code, description: 'Words.' }] });

/** The result of a charge; another step of it is the void of what it left. */
function ofCharge(answer: ReturnType<typeof transaction>) {
  return readResult(() => authorize.outcome(answer, payment, account));
}

function ofResponse(responseCode: string) {
  const secureAcceptance = { SecureAcceptanceUrl: 'https://pay.example/' };
  const found = refused('2', { responseCode, secureAcceptance });
  return ofCharge(responseCode === '1' ? transaction({}) : found);
}

const ofVoid = (code: string) =>
  readResult(() => connector.void?.outcome(described(code), known, account));

const ofCapture = (code: string) =>
  readResult(() => capture?.outcome(described(code), { ...known, ...part }, account));

const ofRefusedRefund = (code: string) =>
  readResult(() => refund?.outcome(refused(code), aRefund, account));

const ofPayment = (transactionStatus: string) =>
  readResult(() => sync.outcome(details({ transactionStatus }), known, account));

function ofRefund(transactionStatus: string) {
  const state = details({ transId: '41', transactionStatus });
  const asked = { ...aRefund, connectorRefundId: '41' };
  return readResult(() => syncRefund?.outcome(state, asked, account));
}

function ofCheck(found: object) {
  const read = authorize.outcome(transaction(found), payment, account);
  const texts = Object.values(('paymentChecks' in read && read.paymentChecks) || {});
  const areShown = texts.length === 2 && texts.every((text) => typeof text === 'string');
  return areShown ? 'shown' : 'nothing';
}

function ofEvent(eventType: string) {
  const payload = {
    responseCode: 1,
    authCode: 'HH5414',
    id: '40',
    authAmount: 65.4,
    customerProfileId: 394,
  };
  return readWebhook(webhooks, JSON.stringify({ eventType, payload }));
}

const couldNotVoid = 'none: A void of Authorize.net failed: what it left is not said.';
const ofBankAccount = 'none: It is a transaction of its own, about a debit; no refund becomes one.';

export const published = [
  resultCodes('responseCode of a transaction', codes, ofResponse, {
    captured: '1',
    declined: '2 3',
    held: '4',
    challenged: '5',
  }),
  resultCodes(
    'reason of a charge that says more than its response code',
    codes,
    (code) => ofCharge(refused(code)),
    {
      declined: '2 8',
      'another step': '295',
      'none: A first transaction of the same kind may have been approved.': '11',
      'none: The transaction ended in an error, and its void failed.': '120 121 122 181',
    },
  ),
  resultCodes('reason of a void', codes, ofVoid, {
    voided: '1 310',
    'none: It was captured before; of the void nothing is said.': '311',
  }),
  resultCodes('reason of a capture', codes, ofCapture, {
    captured: '1',
    'none: It was voided before; the details say so.': '310',
    'none: It was captured before, perhaps with another amount; the details say so.': '311',
  }),
  resultCodes('reason of a refund of the whole amount', codes, ofRefusedRefund, {
    declined: '16',
    'another step': '54',
  }),
  statuses('transactionStatus of a payment', schema, ofPayment, {
    authorized: 'authorizedPendingCapture',
    captured: `capturedPendingSettlement refundSettledSuccessfully refundPendingSettlement
      settledSuccessfully`,
    declined: `communicationError declined generalError failedReview settlementError returnedItem
      chargeback`,
    pending: 'approvedReview pendingFinalSettlement pendingSettlement updatingSettlement',
    expired: 'expired',
    held: 'underReview FDSPendingReview FDSAuthorizedPendingReview authorizedPendingRelease',
    voided_after_capture: 'voided',
    [couldNotVoid]: 'couldNotVoid',
    'none: A bank gave the money of a debit back to the merchant again; a person looks at it.':
      'chargebackReversal',
  }),
  statuses('transactionStatus of a refund', schema, ofRefund, {
    declined:
      'communicationError declined expired generalError failedReview settlementError voided',
    succeeded: 'refundSettledSuccessfully',
    pending: 'refundPendingSettlement pendingFinalSettlement pendingSettlement updatingSettlement',
    held: 'underReview FDSPendingReview FDSAuthorizedPendingReview',
    'none: It is the status of a payment; a refund never has it.': `authorizedPendingCapture
      capturedPendingSettlement approvedReview settledSuccessfully authorizedPendingRelease`,
    [couldNotVoid]: 'couldNotVoid',
    [ofBankAccount]: 'returnedItem chargeback chargebackReversal',
  }),
  resultCodes('avsResultCode', codes, (avsResultCode) => ofCheck({ avsResultCode }), {
    shown: 'A B E G N P R S U W X Y Z',
  }),
  resultCodes('cvvResultCode', codes, (cvvResultCode) => ofCheck({ cvvResultCode }), {
    shown: 'M N P S U',
  }),
  events(
    'eventType of webhooks',
    'https://developer.authorize.net/api/reference/features/webhooks.html',
    ofEvent,
    {
      authorized:
        'net.authorize.payment.authorization.created net.authorize.payment.fraud.approved',
      captured: `net.authorize.payment.authcapture.created net.authorize.payment.capture.created
        net.authorize.payment.priorAuthCapture.created`,
      'refund pending': 'net.authorize.payment.refund.created',
      voided: 'net.authorize.payment.void.created',
      held: 'net.authorize.payment.fraud.held',
      declined: 'net.authorize.payment.fraud.declined',
      'mandate revoked': 'net.authorize.customer.paymentProfile.deleted',
      'none: The profile stays, and so does what is stored in it.': `net.authorize.customer.created
        net.authorize.customer.updated net.authorize.customer.paymentProfile.created
        net.authorize.customer.paymentProfile.updated`,
      'none: It names no payment profile; each of them has an event of its own.':
        'net.authorize.customer.deleted',
      'none: The switch has no subscriptions at Authorize.net.': `
        net.authorize.customer.subscription.created net.authorize.customer.subscription.updated
        net.authorize.customer.subscription.suspended net.authorize.customer.subscription.terminated
        net.authorize.customer.subscription.cancelled net.authorize.customer.subscription.expiring
        net.authorize.customer.subscription.expired net.authorize.customer.subscription.failed`,
    },
  ),
];
