import { authorizeDotNetConnector } from '#connectors/authorizedotnet/connector.ts';
import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import type { PublishedEnumeration } from '../../../support/processors/published-words.ts';
import { account, card, details, payment, referenceOf, transaction } from './answers.ts';

const { authorize, capture, sync, refund, syncRefund, webhooks, ...connector } =
  authorizeDotNetConnector();

const schema = 'https://api.authorize.net/xml/v1/schema/AnetApiSchema.xsd';
const codes = 'https://developer.authorize.net/api/reference/responseCodes.html';

const known = { ...referenceOf(payment), connectorTransactionId: '40' };
const part = { captureReference: 'cap_1', captureMinor: 100, captureNumber: 1, isFinal: true };
const aRefund = {
  reference: 'ref_1',
  connectorName: 'authorizedotnet',
  amountMinor: 6540,
  currency: 'USD',
  payment: { ...known, connectorMetadata: card },
};

/** The result of a reading; an answer that cannot be read decides nothing. */
function concluded(read: () => object | undefined): string {
  try {
    const reading = read();
    if (reading && 'next' in reading) return 'void';
    return reading && 'result' in reading ? String(reading.result) : 'nothing';
  } catch {
    return 'nothing';
  }
}

const errors = (errorCode: string) => [{ errorCode, errorText: 'Words.' }];

function stateOf(transactionStatus: string): string {
  const state = details({ transactionStatus });
  return concluded(() => sync.outcome(state, known, account));
}

function refundStateOf(transactionStatus: string): string {
  const state = details({ transId: '41', transactionStatus });
  const asked = { ...aRefund, connectorRefundId: '41' };
  return concluded(() => syncRefund?.outcome(state, asked, account));
}

function checkOf(found: object): string {
  const read = authorize.outcome(transaction(found), payment, account);
  const checks = 'paymentChecks' in read ? read.paymentChecks : undefined;
  const texts = Object.values(checks ?? {});
  return texts.length === 2 && texts.every((text) => typeof text === 'string')
    ? 'shown'
    : 'nothing';
}

function meaningOf(eventType: string): string {
  const payload = { responseCode: 1, id: '40', authAmount: 65.4, customerProfileId: 394 };
  const body = JSON.stringify({ eventType, payload });
  return shown(webhooks?.parse({ headers: {}, body })[0]);
}

function shown(said: WebhookContent | undefined): string {
  switch (said?.kind) {
    case 'payment':
      return said.outcome.result;
    case 'refund':
      return `refund ${said.outcome.result}`;
    case 'mandate':
      return `mandate ${said.status}`;
    default:
      return 'nothing';
  }
}

const first = { none: 'A first transaction of the same kind may have been approved.' };
const failedVoid = { none: 'The transaction ended in an error, and its void failed.' };
const ofPayment = { none: 'It is the status of a payment; a refund never has it.' };
const bank = {
  none: 'It is a transaction of its own, about a bank account, of which none is charged.',
};
const couldNotVoid = { none: 'A void of Authorize.net failed: what it left is not said.' };
const profiles = { none: 'The profile stays, and so does what is stored in it.' };
const subscriptions = { none: 'The switch has no subscriptions at Authorize.net.' };

export const published: readonly PublishedEnumeration[] = [
  {
    name: 'responseCode of a transaction',
    source: codes,
    kind: 'result code',
    words: { 1: 'captured', 2: 'declined', 3: 'declined', 4: 'held', 5: 'challenged' },
    conclude: (responseCode) => {
      const secureAcceptance = { SecureAcceptanceUrl: 'https://pay.example/' };
      const found = transaction({ responseCode, secureAcceptance, errors: errors('2') });
      return concluded(() =>
        authorize.outcome(responseCode === '1' ? transaction({}) : found, payment, account),
      );
    },
  },
  {
    name: 'reason of a charge that says more than its response code',
    source: codes,
    kind: 'result code',
    words: {
      2: 'declined',
      8: 'declined',
      11: first,
      120: failedVoid,
      121: failedVoid,
      122: failedVoid,
      181: failedVoid,
      295: 'void',
    },
    conclude: (code) =>
      concluded(() =>
        authorize.outcome(
          transaction({ responseCode: '3', errors: errors(code) }),
          payment,
          account,
        ),
      ),
  },
  {
    name: 'reason of a void',
    source: codes,
    kind: 'result code',
    words: {
      1: 'voided',
      310: 'voided',
      311: { none: 'It was captured before; of the void nothing is said.' },
    },
    conclude: (code) =>
      concluded(() =>
        connector.void?.outcome(
          transaction({ messages: [{ code, description: 'Words.' }] }),
          known,
          account,
        ),
      ),
  },
  {
    name: 'reason of a capture',
    source: codes,
    kind: 'result code',
    words: {
      1: 'captured',
      310: { none: 'It was voided before; the details say so.' },
      311: { none: 'It was captured before, perhaps with another amount; the details say so.' },
    },
    conclude: (code) =>
      concluded(() =>
        capture?.outcome(
          transaction({ messages: [{ code, description: 'Words.' }] }),
          { ...known, ...part },
          account,
        ),
      ),
  },
  {
    name: 'reason of a refund of the whole amount',
    source: codes,
    kind: 'result code',
    words: { 16: 'declined', 54: 'void' },
    conclude: (code) =>
      concluded(() =>
        refund?.outcome(transaction({ responseCode: '3', errors: errors(code) }), aRefund, account),
      ),
  },
  {
    name: 'transactionStatus of a payment',
    source: schema,
    kind: 'status',
    words: {
      authorizedPendingCapture: 'authorized',
      capturedPendingSettlement: 'captured',
      communicationError: 'declined',
      refundSettledSuccessfully: 'captured',
      refundPendingSettlement: 'captured',
      approvedReview: 'pending',
      declined: 'declined',
      couldNotVoid,
      expired: 'expired',
      generalError: 'declined',
      pendingFinalSettlement: 'pending',
      pendingSettlement: 'pending',
      failedReview: 'declined',
      settledSuccessfully: 'captured',
      settlementError: 'declined',
      underReview: 'held',
      updatingSettlement: 'pending',
      voided: 'voided_after_capture',
      FDSPendingReview: 'held',
      FDSAuthorizedPendingReview: 'held',
      returnedItem: bank,
      chargeback: bank,
      chargebackReversal: bank,
      authorizedPendingRelease: 'held',
    },
    conclude: stateOf,
  },
  {
    name: 'transactionStatus of a refund',
    source: schema,
    kind: 'status',
    words: {
      authorizedPendingCapture: ofPayment,
      capturedPendingSettlement: ofPayment,
      communicationError: 'declined',
      refundSettledSuccessfully: 'succeeded',
      refundPendingSettlement: 'pending',
      approvedReview: ofPayment,
      declined: 'declined',
      couldNotVoid,
      expired: 'declined',
      generalError: 'declined',
      pendingFinalSettlement: 'pending',
      pendingSettlement: 'pending',
      failedReview: 'declined',
      settledSuccessfully: ofPayment,
      settlementError: 'declined',
      underReview: 'held',
      updatingSettlement: 'pending',
      voided: 'declined',
      FDSPendingReview: 'held',
      FDSAuthorizedPendingReview: 'held',
      returnedItem: bank,
      chargeback: bank,
      chargebackReversal: bank,
      authorizedPendingRelease: ofPayment,
    },
    conclude: refundStateOf,
  },
  {
    name: 'avsResultCode',
    source: codes,
    kind: 'result code',
    words: Object.fromEntries([...'ABEGNPRSUWXYZ'].map((code) => [code, 'shown'])),
    conclude: (avsResultCode) => checkOf({ avsResultCode }),
  },
  {
    name: 'cvvResultCode',
    source: codes,
    kind: 'result code',
    words: Object.fromEntries([...'MNPSU'].map((code) => [code, 'shown'])),
    conclude: (cvvResultCode) => checkOf({ cvvResultCode }),
  },
  {
    name: 'eventType of webhooks',
    source: 'https://developer.authorize.net/api/reference/features/webhooks.html',
    kind: 'event',
    words: {
      'net.authorize.payment.authorization.created': 'authorized',
      'net.authorize.payment.authcapture.created': 'captured',
      'net.authorize.payment.capture.created': 'captured',
      'net.authorize.payment.priorAuthCapture.created': 'captured',
      'net.authorize.payment.refund.created': 'refund pending',
      'net.authorize.payment.void.created': 'voided',
      'net.authorize.payment.fraud.held': 'held',
      'net.authorize.payment.fraud.approved': 'authorized',
      'net.authorize.payment.fraud.declined': 'declined',
      'net.authorize.customer.created': profiles,
      'net.authorize.customer.updated': profiles,
      'net.authorize.customer.deleted': {
        none: 'It names no payment profile; each of them has an event of its own.',
      },
      'net.authorize.customer.paymentProfile.created': profiles,
      'net.authorize.customer.paymentProfile.updated': profiles,
      'net.authorize.customer.paymentProfile.deleted': 'mandate revoked',
      'net.authorize.customer.subscription.created': subscriptions,
      'net.authorize.customer.subscription.updated': subscriptions,
      'net.authorize.customer.subscription.suspended': subscriptions,
      'net.authorize.customer.subscription.terminated': subscriptions,
      'net.authorize.customer.subscription.cancelled': subscriptions,
      'net.authorize.customer.subscription.expiring': subscriptions,
      'net.authorize.customer.subscription.expired': subscriptions,
      'net.authorize.customer.subscription.failed': subscriptions,
    },
    conclude: meaningOf,
  },
];
