import { nmiConnector } from '#connectors/nmi/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';
import {
  events,
  readResult,
  readWebhook,
  resultCodes,
  statuses,
} from '../../../support/processors/published-words.ts';

const { authorize, sync, syncRefund, webhooks } = nmiConnector();
const account = anAccountAt('nmi');
const payment = aCharge('nmi', {
  amountMinor: 500,
  currency: 'USD',
  captureMethod: 'manual',
  source: { kind: 'connector_mandate', connectorMandateId: '1717' },
});
const refund = { ...payment, reference: 'ref_1', payment };
const portal = 'https://secure.nmi.com/merchants/resources/integration/integration_portal.php';

const answer = (body: string) => ({ status: 200, headers: {}, body });

function charged(fields: Readonly<Record<string, string>>) {
  const usual = { responsetext: 'WORDS', type: 'auth', transactionid: '927', orderid: 'pay_1_1' };
  const body = answer(new URLSearchParams({ ...usual, ...fields }).toString());
  return authorize.outcome(body, payment, account);
}

const ofCharge = (response: string, response_code: string) =>
  readResult(() => charged({ response, response_code }));

function ofCheck(fields: Readonly<Record<string, string>>) {
  const read = charged({ response: '1', response_code: '100', ...fields });
  return 'paymentChecks' in read && read.paymentChecks ? 'shown' : 'nothing';
}

const listed = (condition: string, orderId: string, type: string) =>
  answer(
    `<nm_response><transaction><transaction_id>927</transaction_id><order_id>${orderId}</order_id>` +
      `<condition>${condition}</condition><action><amount>5.00</amount>` +
      `<action_type>${type}</action_type><success>1</success></action></transaction></nm_response>`,
  );

const ofPayment = (condition: string) =>
  readResult(() => sync.outcome(listed(condition, 'pay_1_1', 'auth'), payment, account));

const ofRefund = (condition: string) =>
  readResult(() => syncRefund?.outcome(listed(condition, 'ref_1', 'refund'), refund, account));

function ofEvent(event_type: string) {
  const action = { amount: '5.00', success: event_type.endsWith('.success') ? '1' : '0' };
  const ids = { transaction_id: '927', order_id: 'pay_1_1' };
  const event_body = { ...ids, currency: 'USD', action };
  return readWebhook(webhooks, JSON.stringify({ event_type, event_body }));
}

export const published = [
  resultCodes(
    'response of the payment API',
    portal,
    (word) => ofCharge(word, word === '1' ? '100' : '200'),
    { authorized: '1', declined: '2 3' },
  ),
  resultCodes(
    'response_code of the payment API',
    portal,
    (code) => ofCharge(code === '100' ? '1' : '2', code),
    {
      authorized: '100',
      declined: `200 201 202 203 204 220 221 222 223 224 225 226 240 250 251 252 253 260 261 262 263
        264 300 400 410 411 440 441 460 461`,
      'none: The bank or its processor was not reached: a sync tells.': '420 421',
      'none: A duplicate may be one of this same payment.': '430',
    },
  ),
  statuses('condition of a payment', portal, ofPayment, {
    authorized: 'pending',
    captured: 'pendingsettlement complete',
    pending: 'in_progress',
    declined: 'abandoned failed',
    voided: 'canceled',
    unknown: 'unknown',
  }),
  statuses('condition of a refund', portal, ofRefund, {
    pending: 'pending in_progress',
    succeeded: 'pendingsettlement complete',
    declined: 'abandoned failed canceled',
    unknown: 'unknown',
  }),
  resultCodes('avsresponse', portal, (avsresponse) => ofCheck({ avsresponse }), {
    shown: 'X Y D M 2 6 A B 3 7 W Z P L 1 N C 4 8 U G I R E S 0 O',
  }),
  resultCodes('cvvresponse', portal, (cvvresponse) => ofCheck({ cvvresponse }), {
    shown: 'M N P S U',
  }),
  events(
    'event_type of webhooks',
    'https://support.nmi.com/hc/en-gb/articles/9929304195729-Affiliate-Webhooks',
    ofEvent,
    {
      captured: `transaction.sale.success transaction.capture.success
        transaction.check.status.settle`,
      declined: `transaction.sale.failure transaction.auth.failure transaction.capture.failure
        transaction.check.status.return transaction.check.status.latereturn`,
      pending: 'transaction.sale.unknown transaction.auth.unknown',
      authorized: 'transaction.auth.success',
      voided: 'transaction.void.success',
      'refund succeeded': 'transaction.refund.success',
      'refund declined': 'transaction.refund.failure',
      'refund pending': 'transaction.refund.unknown',
      'none: NMI does not know the state itself: a sync asks again.':
        'transaction.capture.unknown transaction.void.unknown',
      'none: The transaction stays as it was: the answer to the request said so.':
        'transaction.void.failure',
      'none: The switch gives money back for a payment only, never without one.':
        'transaction.credit.success transaction.credit.failure transaction.credit.unknown',
      'none: The switch has no plans and subscriptions at NMI.': `recurring.subscription.add
        recurring.subscription.update recurring.subscription.delete recurring.plan.add
        recurring.plan.update recurring.plan.delete`,
      'none: A payment counts as captured from its charge on; its settlement changes nothing.':
        'settlement.batch.complete',
      'none: It names no transaction; NMI settles the batch again, and a sync tells what failed.':
        'settlement.batch.failure',
      'none: Each chargeback names a card and an amount, but no transaction: two merchants with one account could not be told apart.':
        'chargeback.batch.complete',
      'none: It is about the card of a vault, which stays chargeable by its id.':
        'acu.summary.automaticallyupdated acu.summary.contactcustomer acu.summary.closedaccount',
    },
  ),
];
