import { adyenConnector } from '#connectors/adyen/connector.ts';
import { aCard, aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';
import type { PublishedEnumeration } from '../../../support/processors/published-words.ts';

const { authorize, webhooks } = adyenConnector();
const account = anAccountAt('adyen', {
  credentials: { auth_type: 'BodyKey', api_key: 'AQE', key1: 'Shop' },
});
const payment = aCharge('adyen', {
  amountMinor: 500,
  source: aCard({ number: '4035501000000008', expiryYear: '35' }),
});

function resultOf(resultCode: string): string {
  const body = {
    resultCode,
    action: { url: 'https://acs.example/', method: 'GET' },
    additionalData: { authorisedAmountValue: '400', authorisedAmountCurrency: 'EUR' },
  };
  const response = { status: 200, headers: {}, body: JSON.stringify(body) };
  const read = authorize.outcome(response, payment, account);
  return 'result' in read ? read.result : 'next step';
}

function meaningOf(eventCode: string, data: object = {}, success = 'true'): string {
  const item = {
    eventCode,
    success,
    pspReference: 'P2',
    originalReference: 'P1',
    reason: 'Why',
    merchantReference: 'pay_1_1',
    amount: { value: 500, currency: 'EUR' },
    additionalData: data,
  };
  const body = JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] });
  const [said] = webhooks?.parse({ headers: {}, body }) ?? [];
  switch (said?.kind) {
    case 'payment':
      return said.failed ? `${said.failed.change} failed` : said.outcome.result;
    case 'capture':
      return `capture ${said.status}`;
    case 'refund':
      return `refund ${said.outcome.result}`;
    case 'dispute':
      return said.dispute.status;
    default:
      return 'nothing';
  }
}

const notUsed = { none: 'It is about something that the switch asks Adyen for nowhere.' };
const payouts = { none: 'Payouts do not go through Adyen here.' };
const review = { none: 'What a review makes of the money comes as an event of its own.' };
const news = { none: 'It is news for people: neither money nor the state of a dispute changes.' };

/** Where nothing is concluded, the event means nothing here. */
const events = {
  ACH_NOTIFICATION_OF_CHANGE: notUsed,
  AUTHENTICATION: notUsed,
  AUTHORISATION: 'authorized',
  AUTHORISATION_ADJUSTMENT: 'authorized',
  AUTORESCUE: notUsed,
  CANCELLATION: 'voided',
  CANCEL_AUTORESCUE: notUsed,
  CANCEL_OR_REFUND: 'refund succeeded',
  CAPTURE: 'capture charged',
  CAPTURE_FAILED: 'capture failed',
  CHARGEBACK: 'dispute_lost',
  CHARGEBACK_REVERSED: 'dispute_won',
  DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION: notUsed,
  DISPUTE_DEFENSE_PERIOD_ENDED: 'dispute_lost',
  EXPIRE: 'expired',
  HANDLED_EXTERNALLY: notUsed,
  INFORMATION_SUPPLIED: 'dispute_opened',
  ISSUER_COMMENTS: news,
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: 'dispute_won',
  MANUAL_REVIEW_ACCEPT: review,
  MANUAL_REVIEW_REJECT: review,
  NOTIFICATION_OF_CHARGEBACK: 'dispute_opened',
  NOTIFICATION_OF_FRAUD: news,
  OFFER_CLOSED: 'expired',
  ORDER_CLOSED: notUsed,
  ORDER_OPENED: notUsed,
  PAIDOUT_REVERSED: payouts,
  PAYOUT_DECLINE: payouts,
  PAYOUT_EXPIRE: payouts,
  PAYOUT_THIRDPARTY: payouts,
  POSTPONED_REFUND: 'refund pending',
  PREARBITRATION_ACCEPTED: 'dispute_accepted',
  PREARBITRATION_DECLINED: 'dispute_challenged',
  PREARBITRATION_ISSUER_WITHDRAWN: 'dispute_won',
  PREARBITRATION_LOST: 'dispute_lost',
  PREARBITRATION_OPEN: 'dispute_opened',
  PREARBITRATION_WON: 'dispute_won',
  RECURRING_CONTRACT: 'authorized',
  REFUND: 'refund succeeded',
  REFUNDED_REVERSED: 'refund declined',
  REFUND_FAILED: 'refund declined',
  REFUND_WITH_DATA: notUsed,
  REPORT_AVAILABLE: news,
  REQUEST_FOR_INFORMATION: 'dispute_opened',
  SCHEME_ARBITRATION: 'dispute_opened',
  SCHEME_ARBITRATION_LOST: 'dispute_lost',
  SCHEME_ARBITRATION_WON: 'dispute_won',
  SECOND_CHARGEBACK: 'dispute_lost',
  TECHNICAL_CANCEL: 'voided',
  VOID_PENDING_REFUND: notUsed,
} as const;

const openApi = 'https://github.com/Adyen/adyen-openapi/blob/main/json';

/** Every word of Adyen's that the adapter reads. */
export const published: readonly PublishedEnumeration[] = [
  {
    name: 'resultCode of POST /payments and /payments/details',
    source: `${openApi}/CheckoutService-v68.json (PaymentResponse, PaymentDetailsResponse)`,
    kind: 'result code',
    words: {
      AuthenticationFinished: 'pending',
      AuthenticationNotRequired: 'pending',
      Authorised: 'captured',
      Cancelled: 'voided',
      ChallengeShopper: 'challenged',
      Error: 'declined',
      IdentifyShopper: 'challenged',
      PartiallyAuthorised: 'captured',
      Pending: 'pending',
      PresentToShopper: 'challenged',
      Received: 'pending',
      RedirectShopper: 'challenged',
      Refused: 'declined',
      Success: 'pending',
    },
    conclude: resultOf,
  },
  {
    name: 'eventCode of a webhook',
    source: `${openApi}/Webhooks-v1.json (webhooks, and eventCode)`,
    kind: 'event',
    words: events,
    conclude: (word) => meaningOf(word),
  },
  {
    name: 'eventCode of a webhook with success false',
    source: `${openApi}/Webhooks-v1.json`,
    kind: 'event',
    words: {
      AUTHORISATION: 'declined',
      AUTHORISATION_ADJUSTMENT: 'increment failed',
      CANCELLATION: 'void failed',
      CANCEL_OR_REFUND: 'refund declined',
      CAPTURE: 'capture failed',
      RECURRING_CONTRACT: { none: 'The card was not stored, and the payment stays as it is.' },
      REFUND: 'refund declined',
      TECHNICAL_CANCEL: 'void failed',
    },
    conclude: (word) => meaningOf(word, {}, 'false'),
  },
  {
    name: 'modification.action of CANCEL_OR_REFUND',
    source: `${openApi}/Webhooks-v1.json (CancelOrRefundAdditionalData)`,
    kind: 'event',
    words: { cancel: 'voided', refund: 'refund succeeded' },
    conclude: (word) => meaningOf('CANCEL_OR_REFUND', { 'modification.action': word }),
  },
  {
    name: 'disputeStatus of CHARGEBACK',
    source: `${openApi}/Webhooks-v1.json (DisputesNotificationAdditionalData)`,
    kind: 'status',
    words: {
      Unresponded: 'dispute_opened',
      Responded: 'dispute_opened',
      Expired: 'dispute_opened',
      Undefended: 'dispute_opened',
      Accepted: 'dispute_accepted',
      Pending: 'dispute_opened',
      Lost: 'dispute_lost',
      Won: 'dispute_won',
    },
    conclude: (disputeStatus) => meaningOf('CHARGEBACK', { disputeStatus }),
  },
];
