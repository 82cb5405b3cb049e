import { aboutAuthorizeDotNet } from '#connectors/authorizedotnet/about.ts';
import { authorizeDotNetConnector } from '#connectors/authorizedotnet/connector.ts';
import type { PaymentSource } from '#connectors/interface/payments.ts';
import {
  account,
  answer,
  bodyOf,
  details,
  ok,
  payment,
  referenceOf,
  transaction,
} from './answers.ts';

const { authorize, sync, refund, webhooks } = authorizeDotNetConnector();
if (!refund || !webhooks) throw new Error('Authorize.net can.');

/** The account of Active Merchant's tests: test/unit/gateways/authorize_net_test.rb. */
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
const debit = { ...payment, source: debitOf() };
const sent = (changes: object) =>
  bodyOf(authorize.request({ ...payment, source: debitOf(changes) }, account))
    .createTransactionRequest.transactionRequest;

/**
 * The answers to a debit, as github.com/orkestra/orkestra-transactor has them
 * (AuthorizeNet/AchTransactorTest.php): without the code of a bank, and with this kind of account.
 */
const approved = transaction({
  authCode: '',
  avsResultCode: 'P',
  cvvResultCode: '',
  transId: '2214627492',
  accountNumber: 'XXXX5678',
  accountType: 'eCheck',
});
const bankAccount = {
  accountType: 'checking',
  routingNumber: 'XXXX3602',
  accountNumber: 'XXXX8535',
  nameOnAccount: 'Jim Smith',
};
const known = { ...referenceOf(debit), connectorTransactionId: '40' };
const stateOf = (changes: object) =>
  sync.outcome(details({ payment: { bankAccount }, ...changes }), known, account);

/**
 * The members: github.com/AuthorizeNet/sdk-php, AnetApiSchema.xsd (bankAccountType,
 * bankAccountMaskedType, returnedItemType); github.com/activemerchant/active_merchant,
 * lib/active_merchant/billing/gateways/authorize_net.rb (add_check, normal_refund).
 */
describe('a debit by ACH at Authorize.net', () => {
  it('Authorize.net gets the bank account and its kind, and a name of the length that it takes', () => {
    const asked = sent({});
    expect(asked.transactionType).toBe('authCaptureTransaction');
    expect(asked.payment).toEqual({
      bankAccount: {
        accountType: 'checking',
        routingNumber: '244183602',
        accountNumber: '15378535',
        nameOnAccount: 'Jim Smith',
      },
    });
    const kindOf = (changes: object) => sent(changes).payment.bankAccount.accountType;
    expect(kindOf({ bank_type: 'savings' })).toBe('savings');
    expect(kindOf({ bank_type: 'checking', bank_holder_type: 'business' })).toBe(
      'businessChecking',
    );
    const long = sent({ bank_account_holder_name: 'Louise Belcher-Williamson' });
    expect(long.payment.bankAccount.nameOnAccount).toBe('Louise Belcher-William');
    expect(() => sent({ bank_account_holder_name: null })).toThrow('holder');
    expect(() => sent({ account_number: undefined })).toThrow();
  });

  it('an approved debit is pending until it is settled, and its account is kept nowhere', () => {
    expect(authorize.outcome(approved, debit, account)).toMatchObject({
      result: 'pending',
      connectorTransactionId: '2214627492',
    });
    expect(authorize.outcome(approved, debit, account)).not.toHaveProperty('connectorMetadata');
    expect(stateOf({ transactionStatus: 'capturedPendingSettlement' })).toMatchObject({
      result: 'pending',
      connectorTransactionId: '40',
    });
    expect(stateOf({ transactionStatus: 'settledSuccessfully' })).toMatchObject({
      result: 'captured',
      capturedMinor: 6_540,
    });
    expect(stateOf({})).not.toHaveProperty('connectorMetadata');
  });

  it('a debit with a wrong routing number is declined', () => {
    const refused = transaction({
      responseCode: '3',
      authCode: '',
      transId: '0',
      accountNumber: 'XXXX5678',
      accountType: 'eCheck',
      errors: [{ errorCode: '9', errorText: 'The ABA code is invalid' }],
    });
    expect(authorize.outcome(refused, debit, account)).toMatchObject({
      result: 'declined',
      code: '9',
      message: 'The ABA code is invalid',
    });
  });

  it("a debit that the customer's bank returns later is no success, settled or not", () => {
    const returnedItems = [
      {
        id: '2148878904',
        dateUTC: '2026-12-01T01:00:00Z',
        dateLocal: '2026-11-30T17:00:00',
        code: 'R01',
        description: 'Insufficient Funds',
      },
    ];
    for (const transactionStatus of ['settledSuccessfully', 'capturedPendingSettlement']) {
      expect(stateOf({ transactionStatus, returnedItems })).toMatchObject({
        result: 'declined',
        attemptStatus: 'capture_failed',
        code: 'R01',
        message: 'Insufficient Funds',
      });
    }
    expect(stateOf({ returnedItems: [], transactionStatus: 'settledSuccessfully' })).toMatchObject({
      result: 'captured',
    });
    expect(stateOf({ transactionStatus: 'returnedItem' })).toMatchObject({
      result: 'declined',
      code: 'returnedItem',
    });
  });

  it('a webhook of an approved debit does not make it a success', () => {
    const contentOf = (event: string, payload: object) =>
      webhooks.parse({
        headers: {},
        body: JSON.stringify({
          eventType: `net.authorize.payment.${event}`,
          payload: {
            responseCode: 1,
            authAmount: 65.4,
            id: '40',
            entityName: 'transaction',
            ...payload,
          },
        }),
      });
    const pending = [{ outcome: { result: 'pending', connectorTransactionId: '40' } }];
    expect(contentOf('authcapture.created', { authCode: '' })).toMatchObject(pending);
    expect(contentOf('authcapture.created', {})).toMatchObject(pending);
    expect(contentOf('fraud.approved', { authCode: '' })).toMatchObject(pending);
    const card = contentOf('authcapture.created', { authCode: 'Z3PV5H' });
    expect(card).toMatchObject([{ outcome: { result: 'captured' } }]);
  });

  it('a debit whose answer was lost is found among the unsettled transactions, and stays pending', () => {
    const asked = bodyOf(authorize.request(debit, account)).createTransactionRequest;
    const { invoiceNumber } = asked.transactionRequest.order;
    const transactions = [
      {
        transId: '40',
        transactionStatus: 'capturedPendingSettlement',
        invoiceNumber,
        accountType: 'eCheck',
        accountNumber: 'XXXX8535',
      },
    ];
    const lost = referenceOf(debit);
    const list = answer({ messages: ok, transactions, totalNumInResultSet: 1 });
    const reading = sync.outcome(list, lost, account);
    if (!('next' in reading)) throw new Error('The details were not asked for.');
    const state = details({ payment: { bankAccount } });
    expect(reading.outcome(state)).toMatchObject({
      result: 'pending',
      connectorTransactionId: '40',
    });
  });

  it('a refund of a debit goes to the account of the transaction, by its masked numbers', () => {
    const input = {
      reference: 'ref_1',
      connectorName: 'authorizedotnet',
      amountMinor: 600,
      currency: 'USD',
      payment: known,
    };
    expect(refund.request(input, account).step).toBe('order');
    const reading = refund.outcome(details({ payment: { bankAccount } }), input, account);
    if (!('next' in reading)) throw new Error('Nothing was refunded.');
    expect(bodyOf(reading.next).createTransactionRequest.transactionRequest).toMatchObject({
      transactionType: 'refundTransaction',
      amount: 6,
      payment: { bankAccount },
      refTransId: '40',
    });
    expect(reading.outcome(transaction({ transId: '41', accountType: 'eCheck' }))).toEqual({
      result: 'pending',
      connectorRefundId: '41',
    });
  });

  it('debits by ACH are offered in dollars, at once, and are not stored', () => {
    expect(aboutAuthorizeDotNet.methods.filter(({ method }) => method === 'bank_debit')).toEqual([
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
