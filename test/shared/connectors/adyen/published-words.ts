import { adyenConnector } from '#connectors/adyen/connector.ts';
import { aCard, aCharge } from '../../../support/processors/a-charge.ts';
import { aPayoutReference } from '../../../support/processors/a-payout-instruction.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import {
  events,
  readResult,
  readWebhook,
  resultCodes,
  statuses,
} from '../../../support/processors/published-words.ts';

const { authorize, syncPayout, webhooks } = adyenConnector();
const account = anAccountAt('adyen', {
  credentials: { auth_type: 'BodyKey', api_key: 'AQE', key1: 'Shop' },
});
const payment = aCharge('adyen', {
  amountMinor: 500,
  source: aCard({ number: '4035501000000008', expiryYear: '35' }),
});

function ofAnswer(resultCode: string) {
  const action = { url: 'https://acs.example/', method: 'GET' };
  const additionalData = { authorisedAmountValue: '400', authorisedAmountCurrency: 'EUR' };
  const body = answer({ resultCode, action, additionalData });
  return readResult(() => authorize.outcome(body, payment, account));
}

const paidOut = aPayoutReference('adyen', { connectorTransactionId: 'T1' });
const transferOf = (status: string) => ({
  ...{ id: 'T1', status, amount: { value: 6540, currency: 'EUR' }, reference: 'payout_1_1' },
  ...{ category: 'bank', direction: 'outgoing', reason: 'approved' },
});

const ofTransfer = (status: string) =>
  readResult(() => syncPayout?.outcome(answer(transferOf(status)), paidOut, account));

const ofTransferEvent = (type: string) =>
  readWebhook(webhooks, JSON.stringify({ type, data: transferOf('booked') }));

function ofEvent(eventCode: string, additionalData: object = {}, success = 'true') {
  const ids = { pspReference: 'P2', originalReference: 'P1', merchantReference: 'pay_1_1' };
  const amount = { value: 500, currency: 'EUR' };
  const item = { eventCode, success, ...ids, reason: 'Why', amount, additionalData };
  const body = { notificationItems: [{ NotificationRequestItem: item }] };
  return readWebhook(webhooks, JSON.stringify(body));
}

const openApi = 'https://github.com/Adyen/adyen-openapi/blob/main/json';

export const published = [
  resultCodes(
    'resultCode of POST /payments and /payments/details',
    `${openApi}/CheckoutService-v68.json (PaymentResponse, PaymentDetailsResponse)`,
    ofAnswer,
    {
      pending: 'AuthenticationFinished AuthenticationNotRequired Received Success',
      captured: 'Authorised PartiallyAuthorised',
      voided: 'Cancelled',
      // Pending without an action of the customer's is pending.
      challenged: 'ChallengeShopper IdentifyShopper Pending PresentToShopper RedirectShopper',
      declined: 'Error Refused',
    },
  ),
  events(
    'eventCode of a webhook',
    `${openApi}/Webhooks-v1.json (webhooks, and eventCode)`,
    (word) => ofEvent(word),
    {
      authorized: 'AUTHORISATION AUTHORISATION_ADJUSTMENT RECURRING_CONTRACT',
      voided: 'CANCELLATION TECHNICAL_CANCEL',
      'refund succeeded': 'CANCEL_OR_REFUND REFUND',
      'capture charged': 'CAPTURE',
      'capture failed': 'CAPTURE_FAILED',
      dispute_lost: `CHARGEBACK DISPUTE_DEFENSE_PERIOD_ENDED PREARBITRATION_LOST
        SCHEME_ARBITRATION_LOST SECOND_CHARGEBACK`,
      dispute_won: `CHARGEBACK_REVERSED ISSUER_RESPONSE_TIMEFRAME_EXPIRED
        PREARBITRATION_ISSUER_WITHDRAWN PREARBITRATION_WON SCHEME_ARBITRATION_WON`,
      expired: 'EXPIRE OFFER_CLOSED',
      dispute_opened: `INFORMATION_SUPPLIED NOTIFICATION_OF_CHARGEBACK PREARBITRATION_OPEN
        REQUEST_FOR_INFORMATION SCHEME_ARBITRATION`,
      'refund pending': 'POSTPONED_REFUND',
      dispute_accepted: 'PREARBITRATION_ACCEPTED',
      dispute_challenged: 'PREARBITRATION_DECLINED',
      'refund declined': 'REFUNDED_REVERSED REFUND_FAILED',
      'none: It is about something that the switch asks Adyen for nowhere.': `
        ACH_NOTIFICATION_OF_CHANGE AUTHENTICATION AUTORESCUE CANCEL_AUTORESCUE
        DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION HANDLED_EXTERNALLY ORDER_CLOSED ORDER_OPENED
        REFUND_WITH_DATA VOID_PENDING_REFUND`,
      'none: It is news for people: neither money nor the state of a dispute changes.':
        'ISSUER_COMMENTS NOTIFICATION_OF_FRAUD REPORT_AVAILABLE',
      'none: What a review makes of the money comes as an event of its own.':
        'MANUAL_REVIEW_ACCEPT MANUAL_REVIEW_REJECT',
      'none: Payouts go through the Transfers API, which has webhooks of its own.':
        'PAIDOUT_REVERSED PAYOUT_DECLINE PAYOUT_EXPIRE PAYOUT_THIRDPARTY',
    },
  ),
  events(
    'eventCode of a webhook with success false',
    `${openApi}/Webhooks-v1.json`,
    (word) => ofEvent(word, {}, 'false'),
    {
      declined: 'AUTHORISATION',
      'increment failed': 'AUTHORISATION_ADJUSTMENT',
      'void failed': 'CANCELLATION TECHNICAL_CANCEL',
      'refund declined': 'CANCEL_OR_REFUND REFUND',
      'capture failed': 'CAPTURE',
      'none: The card was not stored, and the payment stays as it is.': 'RECURRING_CONTRACT',
    },
  ),
  events(
    'modification.action of CANCEL_OR_REFUND',
    `${openApi}/Webhooks-v1.json (CancelOrRefundAdditionalData)`,
    (word) => ofEvent('CANCEL_OR_REFUND', { 'modification.action': word }),
    { voided: 'cancel', 'refund succeeded': 'refund' },
  ),
  statuses('status of a transfer', `${openApi}/TransferService-v4.json (Transfer)`, ofTransfer, {
    pending: 'received pending approvalPending pendingApproval pendingExecution',
    initiated: 'authorised',
    paid: 'booked credited',
    declined: 'refused rejected failed',
    cancelled: 'cancelled',
    expired: 'expired',
    reversed: 'returned',
    // Statuses of other movements in a balance platform; an error is not known to have moved nothing.
    unknown: `error undefined adviceAuthorised adviceRefused atmWithdrawal
      atmWithdrawalReversalPending atmWithdrawalReversed authAdjustmentAuthorised
      authAdjustmentError authAdjustmentRefused bankTransfer bankTransferPending bookingPending
      capturePending captureReversalPending captureReversed captured capturedExternally chargeback
      chargebackExternally chargebackPending chargebackReversalPending chargebackReversed
      depositCorrection depositCorrectionPending dispute disputeClosed disputeExpired
      disputeNeedsReview fee feePending interchangeAdjusted internalTransfer
      internalTransferPending invoiceDeduction invoiceDeductionPending manualCorrectionPending
      manuallyCorrected matchedStatement matchedStatementPending merchantPayin
      merchantPayinPending merchantPayinReversed merchantPayinReversedPending miscCost
      miscCostPending paymentCost paymentCostPending refundPending refundReversalPending
      refundReversed refunded refundedExternally reserveAdjustment reserveAdjustmentPending
      reversed secondChargeback secondChargebackPending`,
  }),
  events(
    'type of a webhook about a transfer',
    'https://docs.adyen.com/api-explorer/transfer-webhooks/4/overview',
    ofTransferEvent,
    { 'payout paid': 'balancePlatform.transfer.created balancePlatform.transfer.updated' },
  ),
  statuses(
    'disputeStatus of CHARGEBACK',
    `${openApi}/Webhooks-v1.json (DisputesNotificationAdditionalData)`,
    (disputeStatus) => ofEvent('CHARGEBACK', { disputeStatus }),
    {
      dispute_opened: 'Unresponded Responded Expired Undefended Pending',
      dispute_accepted: 'Accepted',
      dispute_lost: 'Lost',
      dispute_won: 'Won',
    },
  ),
];
