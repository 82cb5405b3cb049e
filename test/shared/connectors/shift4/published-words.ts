import { shift4Connector } from '#connectors/shift4/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import {
  events,
  readResult,
  readWebhook,
  resultCodes,
  statuses,
} from '../../../support/processors/published-words.ts';

const { authorize, sync, syncRefund, webhooks } = shift4Connector();
const account = anAccountAt('shift4');
const payment = {
  ...aCharge('shift4', { amountMinor: 500 }),
  connectorTransactionId: 'char_1',
};
const refund = { ...payment, connectorRefundId: 're_1', payment };
const charge = { id: 'char_1', amount: 500, currency: 'EUR', captured: true, status: 'successful' };

const ofCharge = (status: string) =>
  readResult(() => sync.outcome(answer({ ...charge, status }), payment, account));

const ofRefund = (status: string) =>
  readResult(() => syncRefund?.outcome(answer({ id: 're_1', status }), refund, account));

const ofRefusal = (error: object) =>
  readResult(() => authorize.outcome(answer({ error }, 402), payment, account), 'unknown');

const ofEvent = (type: string, data: object = objects[type] ?? charge) =>
  readWebhook(webhooks, JSON.stringify({ id: 'e', type, data }));

const disputeOf = (status: string) => ({ ...charge, id: 'disp_1', status, charge: 'char_1' });

/** The object in each event, where it is no charge that succeeded. */
const objects: Readonly<Record<string, object>> = {
  CHARGE_PENDING: { ...charge, status: 'pending' },
  CHARGE_FAILED: { ...charge, status: 'failed' },
  CHARGE_REFUNDED: { ...charge, refunds: [{ id: 're_1', status: 'successful' }] },
  REFUND_UPDATED: { id: 're_1', status: 'failed' },
  CHARGE_DISPUTE_CREATED: disputeOf('chargeback_new'),
  CHARGE_DISPUTE_UPDATED: disputeOf('chargeback_response_under_review'),
  CHARGE_DISPUTE_WON: disputeOf('chargeback_represented_successfully'),
  CHARGE_DISPUTE_LOST: disputeOf('chargeback_represented_unsuccessfully'),
  CHARGE_DISPUTE_FUNDS_WITHDRAWN: disputeOf('chargeback_new'),
  CHARGE_DISPUTE_FUNDS_RESTORED: disputeOf('chargeback_represented_successfully'),
};

const enums =
  'https://github.com/shift4developer/shift4-java/blob/master/src/main/java/com/shift4/enums';

export const published = [
  statuses('status of a charge', `${enums}/ChargeStatus.java`, ofCharge, {
    declined: 'failed',
    pending: 'pending',
    captured: 'successful',
  }),
  statuses('status of a refund', `${enums}/RefundStatus.java`, ofRefund, {
    declined: 'failed',
    pending: 'pending',
    succeeded: 'successful',
  }),
  statuses(
    'status of a dispute',
    `${enums}/DisputeStatus.java`,
    (status) => ofEvent('CHARGE_DISPUTE_UPDATED', disputeOf(status)),
    {
      dispute_opened: 'chargeback_new retrieval_request_new',
      dispute_cancelled: 'chargeback_prevented',
      dispute_won: 'chargeback_represented_successfully',
      dispute_lost: 'chargeback_represented_unsuccessfully',
      dispute_challenged: `chargeback_response_under_review retrieval_request_represented
        retrieval_request_response_under_review`,
    },
  ),
  resultCodes('type of an error', `${enums}/ErrorType.java`, (type) => ofRefusal({ type }), {
    declined: 'card_error invalid_request rate_limit_error',
    unknown: 'gateway_error',
  }),
  resultCodes(
    'code of a declined card',
    `${enums}/ErrorCode.java`,
    (code) => ofRefusal({ type: 'card_error', code }),
    {
      declined: `amount_too_high amount_too_low invalid_number invalid_expiry_month
        invalid_expiry_year invalid_cvc incorrect_cvc incorrect_zip incorrect_address expired_card
        insufficient_funds lost_or_stolen suspected_fraud card_declined processing_error blacklisted
        blocked expired_token limit_exceeded authentication_required do_not_try_again
        currency_not_supported brand_not_supported payment_method_declined invalid_account`,
    },
  ),
  events('type of an event', `${enums}/EventType.java`, (type) => ofEvent(type), {
    captured: 'CHARGE_CAPTURED CHARGE_SUCCEEDED CHARGE_UPDATED',
    dispute_opened: 'CHARGE_DISPUTE_CREATED CHARGE_DISPUTE_FUNDS_WITHDRAWN',
    dispute_won: 'CHARGE_DISPUTE_FUNDS_RESTORED CHARGE_DISPUTE_WON',
    dispute_lost: 'CHARGE_DISPUTE_LOST',
    dispute_challenged: 'CHARGE_DISPUTE_UPDATED',
    declined: 'CHARGE_FAILED',
    pending: 'CHARGE_PENDING',
    'refund succeeded': 'CHARGE_REFUNDED',
    'mandate revoked': 'CUSTOMER_CARD_DELETED',
    'refund declined': 'REFUND_UPDATED',
    'none: The switch makes none of these at Shift4.': `CREDIT_FAILED CREDIT_SUCCEEDED
      CREDIT_UPDATED CUSTOMER_SUBSCRIPTION_CREATED CUSTOMER_SUBSCRIPTION_DELETED
      CUSTOMER_SUBSCRIPTION_UPDATED PLAN_CREATED PLAN_DELETED PLAN_UPDATED`,
    'none: It is news for people: no money moves.': `CUSTOMER_CARD_CREATED CUSTOMER_CARD_UPDATED
      CUSTOMER_CREATED CUSTOMER_DELETED CUSTOMER_UPDATED FRAUD_WARNING_CREATED FRAUD_WARNING_UPDATED
      PAYMENT_METHOD_CREATED PAYMENT_METHOD_DELETED PAYMENT_METHOD_UPDATED PAYOUT_CREATED
      PAYOUT_UPDATED`,
  }),
];
