import type { PaymentSource } from '#connectors/interface/payments.ts';
import { aboutNmi } from '#connectors/nmi/about.ts';
import { nmiConnector } from '#connectors/nmi/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';

const { authorize, sync, refund, syncRefund, webhooks, ...nmi } = nmiConnector();
const { voidCaptured } = nmi;
if (!refund || !syncRefund || !webhooks || !voidCaptured) throw new Error('NMI can.');

const account = anAccountAt('nmi', { credentials: { auth_type: 'HeaderKey', api_key: 'key_1' } });
const debitOf = (changes: object = {}): PaymentSource => ({
  kind: 'payment_method',
  method: 'bank_debit',
  type: 'ach',
  shape: 'ach_bank_debit',
  data: {
    account_number: '15378535',
    routing_number: '244183602',
    bank_account_holder_name: 'Jim Smith',
    ...changes,
  },
});
const debit = aCharge('nmi', { amountMinor: 5_404, currency: 'USD', source: debitOf() });
const { source: _, order: __, ...reference } = debit;
const connectorMetadata = { payment: 'check' };
const known = { ...reference, connectorTransactionId: '2762759808', connectorMetadata };
const aRefund = {
  reference: 'ref_1',
  connectorName: 'nmi',
  amountMinor: 500,
  currency: 'USD',
  payment: known,
};

const answer = (body: string) => ({ status: 200, headers: {}, body });
const fieldsOf = ({ body = '' }: { readonly body?: string }): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body));
const sent = (changes: object) =>
  fieldsOf(authorize.request({ ...debit, source: debitOf(changes) }, account));

/** Active Merchant's answers to a debit, which state no type. */
const taken = answer(
  'response=1&responsetext=SUCCESS&authcode=123456&transactionid=2762759808&avsresponse=' +
    '&cvvresponse=&orderid=pay_1_1&type=&response_code=100',
);
const failed = answer(
  'response=2&responsetext=FAILED&authcode=123456&transactionid=2762783009&avsresponse=' +
    '&cvvresponse=&orderid=pay_1_1&type=&response_code=200',
);

/** A step of a transaction, as the query has it. */
const step = (type: string, text: string, amount = '54.04') =>
  `<action><amount>${amount}</amount><action_type>${type}</action_type><success>1</success>` +
  `<response_text>${text}</response_text><response_code>100</response_code></action>`;
const listed = (condition: string, steps: string, orderId = 'pay_1_1') =>
  answer(
    '<nm_response><transaction><transaction_id>2762759808</transaction_id>' +
      `<order_id>${orderId}</order_id><transaction_type>ck</transaction_type>` +
      `<condition>${condition}</condition><currency>USD</currency>${steps}` +
      '</transaction></nm_response>',
  );
const sale = step('sale', 'SUCCESS');
const stateOf = (condition: string, steps = sale) =>
  sync.outcome(listed(condition, steps), known, account);

/**
 * The fields and the answers: github.com/activemerchant/active_merchant,
 * test/unit/gateways/nmi_test.rb (test_successful_purchase_with_echeck) and
 * lib/active_merchant/billing/gateways/nmi.rb (add_payment_type).
 */
describe('a debit by ACH at NMI', () => {
  it('NMI gets the bank account of a debit, its kind, and that its customer agreed in the internet', () => {
    expect(sent({})).toEqual({
      security_key: 'key_1',
      type: 'sale',
      amount: '54.04',
      currency: 'USD',
      orderid: 'pay_1_1',
      payment: 'check',
      checkname: 'Jim Smith',
      checkaba: '244183602',
      checkaccount: '15378535',
      account_holder_type: 'personal',
      account_type: 'checking',
      sec_code: 'WEB',
    });
    expect(sent({ bank_type: 'savings', bank_holder_type: 'business' })).toMatchObject({
      account_holder_type: 'business',
      account_type: 'savings',
    });
    expect(() => sent({ bank_account_holder_name: null })).toThrow('holder');
    expect(() => sent({ account_number: '' })).toThrow('no account_number');
    expect(() => sent({ routing_number: undefined })).toThrow();
  });

  it('a debit that NMI has taken in is pending, and one that it refuses is declined', () => {
    expect(authorize.outcome(taken, debit, account)).toEqual({
      result: 'pending',
      connectorTransactionId: '2762759808',
      connectorReference: 'pay_1_1',
      connectorMetadata,
    });
    expect(authorize.outcome(failed, debit, account)).toMatchObject({
      result: 'declined',
      code: '200',
      message: 'FAILED',
    });
    // Of a card's charge, an answer without its type is no answer.
    const { source } = aCharge('nmi');
    expect(() => authorize.outcome(taken, { ...debit, source }, account)).toThrow('something else');
  });

  it('a debit is a success when it is settled, and none when the bank returned it', () => {
    expect(stateOf('pendingsettlement')).toMatchObject({ result: 'pending', connectorMetadata });
    expect(stateOf('complete', `${sale}${step('settle', 'Paid')}`)).toMatchObject({
      result: 'captured',
      capturedMinor: 5_404,
    });
    expect(stateOf('failed', `${sale}${step('check_return', 'Returned')}`)).toMatchObject({
      result: 'declined',
      attemptStatus: 'capture_failed',
      code: 'check_return',
      message: 'Returned',
    });
    const late = `${sale}${step('settle', 'Paid')}${step('check_late_return', 'Reversed')}`;
    expect(stateOf('failed', late)).toMatchObject({
      result: 'declined',
      attemptStatus: 'capture_failed',
      code: 'check_late_return',
    });
  });

  it('a debit whose answer was lost is found by our reference, with the data of later requests', () => {
    const { connectorTransactionId: ___, connectorMetadata: ____, ...lost } = known;
    const found = sync.outcome(listed('pendingsettlement', sale), lost, account);
    expect(found).toMatchObject({
      result: 'pending',
      connectorTransactionId: '2762759808',
      connectorMetadata,
    });
    expect(sync.outcome(answer('<nm_response></nm_response>'), lost, account)).toEqual({
      result: 'not_found',
    });
  });

  it('a refund and a void of a debit say that it is one, and a refund is pending until it is settled', () => {
    expect(fieldsOf(refund.request(aRefund, account))).toMatchObject({
      type: 'refund',
      payment: 'check',
      transactionid: '2762759808',
    });
    expect(fieldsOf(voidCaptured.request(known, account))).toMatchObject({ payment: 'check' });
    const { connectorMetadata: ____, ...ofCard } = known;
    const cardRefund = refund.request({ ...aRefund, payment: ofCard }, account);
    expect(fieldsOf(cardRefund)).not.toHaveProperty('payment');
    expect(refund.outcome(taken, aRefund, account)).toMatchObject({ result: 'pending' });
    expect(voidCaptured.outcome(taken, known, account)).toMatchObject({
      result: 'voided_after_capture',
    });
    const refunded = (condition: string) =>
      syncRefund.outcome(
        listed(condition, step('refund', 'SUCCESS', '-5.00'), 'ref_1'),
        aRefund,
        account,
      );
    expect(refunded('pendingsettlement')).toMatchObject({ result: 'pending' });
    expect(refunded('complete')).toMatchObject({ result: 'succeeded', amountMinor: 500 });
  });

  /**
   * The events' bodies: github.com/00-Aakash-00/kicbac-docs, webhooks/transaction-check-status-*.mdx,
   * of a gateway under NMI's white label; the order id and the currency are those of a debit.
   */
  it('a webhook reports that a debit was settled, returned, or returned late', () => {
    const contentOf = (event: string, condition: string, action: object) =>
      webhooks.parse({
        headers: {},
        body: JSON.stringify({
          event_id: '9b312dfd-3174-4748-9447-d63c8744305a',
          event_type: `transaction.${event}`,
          event_body: {
            transaction_id: '1234560000',
            transaction_type: 'ck',
            condition,
            order_id: 'pay_1_1',
            currency: 'USD',
            requested_amount: '54.04',
            action: { amount: '54.04', success: '1', response_code: '100', ...action },
          },
        }),
      });
    const subject = { reference: 'pay_1_1', connectorId: '1234560000' };
    const sold = contentOf('sale.success', 'pendingsettlement', { action_type: 'sale' });
    expect(sold).toMatchObject([{ subject, outcome: { result: 'pending', connectorMetadata } }]);
    const settled = { action_type: 'settle', response_text: 'Paid' };
    expect(contentOf('check.status.settle', 'complete', settled)).toMatchObject([
      { subject, outcome: { result: 'captured', capturedMinor: 5_404, currency: 'USD' } },
    ]);
    const returned = { action_type: 'check_return', response_text: 'Returned' };
    expect(contentOf('check.status.return', 'failed', returned)).toMatchObject([
      {
        subject,
        outcome: {
          result: 'declined',
          attemptStatus: 'capture_failed',
          code: 'check_return',
          message: 'Returned',
        },
      },
    ]);
    const late = { action_type: 'check_late_return', response_text: 'Reversed' };
    expect(contentOf('check.status.latereturn', 'failed', late)).toMatchObject([
      { outcome: { result: 'declined', code: 'check_late_return' } },
    ]);
    const given = contentOf('refund.success', 'pendingsettlement', { amount: '-5.00' });
    expect(given).toMatchObject([{ kind: 'refund', outcome: { result: 'pending' } }]);
  });

  it('debits by ACH are offered at NMI in dollars, at once, and are not stored', () => {
    expect(aboutNmi.methods.filter(({ method }) => method === 'bank_debit')).toEqual([
      {
        method: 'bank_debit',
        type: 'ach',
        variants: ['ach_bank_debit'],
        captureMethods: ['automatic', 'sequential_automatic'],
        refunds: true,
        mandates: false,
        currencies: ['USD'],
      },
    ]);
  });
});
