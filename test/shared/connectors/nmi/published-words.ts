import { nmiConnector } from '#connectors/nmi/connector.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';
import type { PublishedEnumeration } from '../../../support/processors/published-words.ts';

const { authorize, sync, syncRefund, webhooks } = nmiConnector();
const account = anAccountAt('nmi');
const reference = {
  reference: 'pay_1_1',
  connectorName: 'nmi',
  amountMinor: 500,
  currency: 'USD',
  captureMethod: 'manual',
} as const;
const payment = {
  ...reference,
  order: { initiator: { by: 'customer' } },
  source: { kind: 'connector_mandate', connectorMandateId: '1717' },
} as const;
const aRefund = {
  reference: 'ref_1',
  connectorName: 'nmi',
  amountMinor: 500,
  currency: 'USD',
  payment: reference,
};

const portal = 'https://secure.nmi.com/merchants/resources/integration/integration_portal.php';

/** The result of a reading; an answer that cannot be read decides nothing. */
function concluded(read: () => object | undefined): string {
  try {
    const reading = read();
    return reading && 'result' in reading ? String(reading.result) : 'nothing';
  } catch {
    return 'nothing';
  }
}

function answered(fields: Readonly<Record<string, string>>): string {
  const body = new URLSearchParams({
    responsetext: 'WORDS',
    type: 'auth',
    transactionid: '927',
    orderid: 'pay_1_1',
    ...fields,
  }).toString();
  return concluded(() => authorize.outcome({ status: 200, headers: {}, body }, payment, account));
}

const listed = (condition: string, orderId: string, type: string) => ({
  status: 200,
  headers: {},
  body:
    `<nm_response><transaction><transaction_id>927</transaction_id><order_id>${orderId}</order_id>` +
    `<condition>${condition}</condition><action><amount>5.00</amount>` +
    `<action_type>${type}</action_type><success>1</success></action></transaction></nm_response>`,
});

function meaningOf(eventType: string): string {
  const body = JSON.stringify({
    event_type: eventType,
    event_body: {
      transaction_id: '927',
      order_id: 'pay_1_1',
      currency: 'USD',
      action: { amount: '5.00', success: eventType.endsWith('.success') ? '1' : '0' },
    },
  });
  const [said] = webhooks?.parse({ headers: {}, body }) ?? [];
  switch (said?.kind) {
    case 'payment':
      return said.outcome.result;
    case 'refund':
      return `refund ${said.outcome.result}`;
    default:
      return 'nothing';
  }
}

function checkOf(fields: Readonly<Record<string, string>>): string {
  const body = new URLSearchParams({
    response: '1',
    response_code: '100',
    responsetext: 'WORDS',
    type: 'auth',
    transactionid: '927',
    ...fields,
  }).toString();
  const read = authorize.outcome({ status: 200, headers: {}, body }, payment, account);
  return 'paymentChecks' in read && read.paymentChecks ? 'shown' : 'nothing';
}

const declines = [
  ...['200', '201', '202', '203', '204', '220', '221', '222', '223', '224', '225', '226', '240'],
  ...['250', '251', '252', '253', '260', '261', '262', '263', '264', '300', '400', '410', '411'],
  ...['440', '441', '460', '461'],
];
const open = { none: 'The bank or its processor was not reached: a sync tells.' };
const undecided = { none: 'NMI does not know the state itself: a sync asks again.' };
const stands = { none: 'The transaction stays as it was: the answer to the request said so.' };
const credit = { none: 'The switch gives money back for a payment only, never without one.' };
const checks = { none: 'It is about a bank account, of which none is charged here.' };
const subscriptions = { none: 'The switch has no plans and subscriptions at NMI.' };
const updates = { none: 'It is about the card of a vault, which stays chargeable by its id.' };

export const published: readonly PublishedEnumeration[] = [
  {
    name: 'response of the payment API',
    source: portal,
    kind: 'result code',
    words: { 1: 'authorized', 2: 'declined', 3: 'declined' },
    conclude: (response) => answered({ response, response_code: response === '1' ? '100' : '200' }),
  },
  {
    name: 'response_code of the payment API',
    source: portal,
    kind: 'result code',
    words: {
      100: 'authorized',
      ...Object.fromEntries(declines.map((code) => [code, 'declined'])),
      420: open,
      421: open,
      430: { none: 'A duplicate may be one of this same payment.' },
    },
    conclude: (code) => answered({ response: code === '100' ? '1' : '2', response_code: code }),
  },
  {
    name: 'condition of a payment',
    source: portal,
    kind: 'status',
    words: {
      pending: 'authorized',
      pendingsettlement: 'captured',
      in_progress: 'pending',
      abandoned: 'declined',
      failed: 'declined',
      canceled: 'voided',
      complete: 'captured',
      // NMI does not know the state itself: a sync asks again.
      unknown: 'unknown',
    },
    conclude: (condition) =>
      concluded(() => sync.outcome(listed(condition, 'pay_1_1', 'auth'), reference, account)),
  },
  {
    name: 'condition of a refund',
    source: portal,
    kind: 'status',
    words: {
      pending: 'pending',
      pendingsettlement: 'succeeded',
      in_progress: 'pending',
      abandoned: 'declined',
      failed: 'declined',
      canceled: 'declined',
      complete: 'succeeded',
      // NMI does not know the state itself: a sync asks again.
      unknown: 'unknown',
    },
    conclude: (condition) =>
      concluded(() => syncRefund?.outcome(listed(condition, 'ref_1', 'refund'), aRefund, account)),
  },
  {
    name: 'avsresponse',
    source: portal,
    kind: 'result code',
    words: Object.fromEntries([...'XYDM26AB37WZPL1NC48UGIRES0O'].map((one) => [one, 'shown'])),
    conclude: (avsresponse) => checkOf({ avsresponse }),
  },
  {
    name: 'cvvresponse',
    source: portal,
    kind: 'result code',
    words: Object.fromEntries([...'MNPSU'].map((one) => [one, 'shown'])),
    conclude: (cvvresponse) => checkOf({ cvvresponse }),
  },
  {
    name: 'event_type of webhooks',
    source: 'https://support.nmi.com/hc/en-gb/articles/9929304195729-Affiliate-Webhooks',
    kind: 'event',
    words: {
      'transaction.sale.success': 'captured',
      'transaction.sale.failure': 'declined',
      'transaction.sale.unknown': 'pending',
      'transaction.auth.success': 'authorized',
      'transaction.auth.failure': 'declined',
      'transaction.auth.unknown': 'pending',
      'transaction.capture.success': 'captured',
      'transaction.capture.failure': 'declined',
      'transaction.capture.unknown': undecided,
      'transaction.void.success': 'voided',
      'transaction.void.failure': stands,
      'transaction.void.unknown': undecided,
      'transaction.refund.success': 'refund succeeded',
      'transaction.refund.failure': 'refund declined',
      'transaction.refund.unknown': 'refund pending',
      'transaction.credit.success': credit,
      'transaction.credit.failure': credit,
      'transaction.credit.unknown': credit,
      'transaction.check.status.settle': checks,
      'transaction.check.status.return': checks,
      'transaction.check.status.latereturn': checks,
      'recurring.subscription.add': subscriptions,
      'recurring.subscription.update': subscriptions,
      'recurring.subscription.delete': subscriptions,
      'recurring.plan.add': subscriptions,
      'recurring.plan.update': subscriptions,
      'recurring.plan.delete': subscriptions,
      'settlement.batch.complete': {
        none: 'A payment counts as captured from its charge on; its settlement changes nothing.',
      },
      'settlement.batch.failure': {
        none: 'It names no transaction; NMI settles the batch again, and a sync tells what failed.',
      },
      'chargeback.batch.complete': {
        none: 'Each chargeback names a card and an amount, but no transaction: two merchants with one account could not be told apart.',
      },
      'acu.summary.automaticallyupdated': updates,
      'acu.summary.contactcustomer': updates,
      'acu.summary.closedaccount': updates,
    },
    conclude: meaningOf,
  },
];
