import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { worldpayConnector } from '#connectors/worldpay/connector.ts';
import { aCard, aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import type { PublishedEnumeration } from '../../../support/processors/published-words.ts';

const { authorize, refund, sync, syncRefund, webhooks } = worldpayConnector();
if (!refund || !syncRefund || !webhooks) throw new Error('Worldpay can.');
const { parse } = webhooks;

const account: ExchangeAccount = anAccountAt('worldpay', {
  metadata: { merchant_name: 'Example Shop' },
});
const payment = aCharge('worldpay', {
  captureMethod: 'manual',
  source: aCard({ expiryMonth: '03', expiryYear: '30' }),
});
const given = {
  reference: 'ref_1',
  connectorName: 'worldpay',
  connectorRefundId: 'ref_1',
  amountMinor: 6540,
  currency: 'EUR',
  payment,
};
const link = (href: string) => ({ href: `https://try.access.worldpay.com/api/payments/${href}` });

/** The outcomes that answer a refund. */
const ofRefund: ReadonlySet<string> = new Set(['sentForRefund', 'sentForPartialRefund']);

function ofOutcome(outcome: string): string {
  const body = {
    outcome,
    challenge: { url: 'https://bank.example/', jwt: 'jwt' },
    _actions: {
      complete3dsChallenge: link('c_1/3dsChallenges'),
      supply3dsDeviceData: link('d_1/3dsDeviceData'),
    },
  };
  if (ofRefund.has(outcome)) {
    const reading = refund?.outcome(answer(body), given, account) ?? {};
    return 'result' in reading ? `refund ${reading.result}` : 'nothing';
  }
  const reading = authorize.outcome(answer(body), payment, account);
  return 'result' in reading ? reading.result : 'another step';
}

function ofLastEvent(lastEvent: string): string {
  try {
    const reading = sync.outcome(answer({ lastEvent }), payment, account);
    return 'result' in reading ? reading.result : 'another step';
  } catch {
    return 'nothing';
  }
}

function ofEvent(type: string): string {
  const eventDetails = {
    type,
    transactionReference: 'pay_1_1',
    reference: 'ref-1',
    amount: { value: 6540, currencyCode: 'EUR' },
  };
  return parse({ headers: {}, body: JSON.stringify({ eventDetails }) })
    .map(said)
    .join(', ');
}

function said(content: WebhookContent): string {
  switch (content.kind) {
    case 'payment':
      return content.outcome.result;
    case 'refund':
      return `refund ${content.outcome.result}`;
    case 'dispute':
      return content.dispute.status;
    default:
      return content.kind;
  }
}

function ofRisk(risk: string): string {
  const body = { outcome: 'authorized', riskFactors: [{ type: 'cvc', risk }] };
  const reading = authorize.outcome(answer(body), payment, account);
  const checks = 'paymentChecks' in reading ? reading.paymentChecks : {};
  return String(checks?.card_validation_result ?? 'nothing');
}

const description = 'https://developer.worldpay.com/products/payments/openapi';
const events = 'https://developer.worldpay.com/products/events/openapi';

/** The changes of a payment, by the names in the last event and in webhooks. */
const ofPayments = {
  sentForAuthorization: 'pending',
  authorized: 'authorized',
  sentForSettlement: 'captured',
  settled: 'captured',
  settlementFailed: 'declined',
  cancelled: 'voided',
  error: 'declined',
  expired: 'expired',
  refused: 'declined',
};

export const published: readonly PublishedEnumeration[] = [
  {
    name: 'outcome of a request',
    source: description,
    kind: 'result code',
    words: {
      '3dsDeviceDataRequired': 'another step',
      authorized: 'authorized',
      '3dsChallenged': 'challenged',
      sentForSettlement: 'captured',
      sentForCancellation: 'pending',
      refused: 'declined',
      '3dsAuthenticationFailed': 'declined',
      '3dsUnavailable': 'declined',
      fraudHighRisk: 'declined',
      sentForRefund: 'refund pending',
      sentForPartialRefund: 'refund pending',
    },
    conclude: ofOutcome,
  },
  {
    name: 'last event of a payment',
    source: 'https://developer.worldpay.com/products/card-payments/query-a-payment',
    kind: 'status',
    words: {
      ...ofPayments,
      sentForRefund: 'captured',
      refunded: 'captured',
      refundFailed: 'captured',
    },
    conclude: ofLastEvent,
  },
  {
    name: 'type of an event',
    source: events,
    kind: 'event',
    words: {
      ...ofPayments,
      sentForRefund: 'refund pending',
      refunded: 'refund succeeded',
      refundFailed: 'refund declined',
      tokenCreated: { none: 'It is about a token of another payment method.' },
      topUpRejected: { none: 'It is about a bank transfer, which is not taken here.' },
      informationRequested: 'dispute_opened',
      informationSupplied: 'dispute_challenged',
      chargedBack: 'dispute_opened',
      chargebackReversed: 'dispute_won',
    },
    conclude: ofEvent,
  },
  {
    name: 'risk of a check',
    source: description,
    kind: 'result code',
    words: {
      notChecked: 'notChecked',
      notMatched: 'notMatched',
      notSupplied: 'notSupplied',
      verificationFailed: 'verificationFailed',
    },
    conclude: ofRisk,
  },
];
