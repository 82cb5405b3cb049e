import { authorizeDotNetConnector } from '#connectors/authorizedotnet/connector.ts';
import type { NextStep, StepRequest } from '#connectors/interface/exchange.ts';
import type { RefundReference } from '#connectors/interface/refunds.ts';
import { account, answer, bodyOf, card, details, ok, payment, referenceOf } from './answers.ts';

const { authorize, sync, capture, refund, syncRefund } = authorizeDotNetConnector();
if (!capture || !refund || !syncRefund) throw new Error('Authorize.net does all of this.');

/** An answer with the transactions of a list, as each has only some members of the details. */
const listed = (...transactions: readonly object[]) =>
  answer({ messages: ok, transactions, totalNumInResultSet: transactions.length });
const other = { transId: '39', transactionStatus: 'capturedPendingSettlement', invoiceNumber: '7' };
const batches = (...batchIds: readonly string[]) =>
  answer({
    messages: ok,
    batchList: batchIds.map((batchId, index) => ({
      batchId,
      settlementState: 'settledSuccessfully',
      paymentMethod: 'creditCard',
      settlementTimeUTC: `2030-01-0${9 - index}T10:00:00Z`,
    })),
  });

/** The step that a reading asks for. */
function stepOf<Outcome extends object>(
  reading: Outcome | NextStep<Outcome>,
): { readonly next: StepRequest; outcome: NextStep<Outcome>['outcome'] } {
  if (!('next' in reading)) throw new Error('Nothing more was asked.');
  return reading;
}

const nameOf = (request: StepRequest) => Object.keys(bodyOf(request))[0];

describe.each([
  ['without', undefined],
  ['with', 'order-77'],
])('a charge whose answer was lost, %s a number of the merchant', (_case, merchantReference) => {
  const order = { ...payment.order, ...(merchantReference && { merchantReference }) };
  const sent = bodyOf(authorize.request({ ...payment, order }, account));
  const { invoiceNumber } = sent.createTransactionRequest.transactionRequest.order;
  const ours = { transId: '40', transactionStatus: 'capturedPendingSettlement', invoiceNumber };
  const lost = referenceOf(payment);
  const afterUnsettled = (...transactions: readonly object[]) =>
    stepOf(sync.outcome(listed(...transactions), lost, account));

  it('a charge with a lost answer is found among the unsettled transactions, with the card for a refund', () => {
    expect(nameOf(sync.request(lost, account))).toBe('getUnsettledTransactionListRequest');
    const step = afterUnsettled(other, ours);
    expect(bodyOf(step.next).getTransactionDetailsRequest.transId).toBe('40');
    expect(step.outcome(details({}))).toMatchObject({
      result: 'captured',
      capturedMinor: 6540,
      amountMinor: 6540,
      connectorTransactionId: '40',
      connectorMetadata: card,
    });
  });

  it('a charge with a lost answer, settled meanwhile, is found in its batch, also in the second one of the day', () => {
    const step = afterUnsettled(other);
    expect(bodyOf(step.next)).toMatchObject({ getSettledBatchListRequest: {} });
    const first = stepOf(step.outcome(batches('91', '90')));
    expect(bodyOf(first.next).getTransactionListRequest.batchId).toBe('91');
    const settled = { ...ours, transactionStatus: 'settledSuccessfully', settleAmount: 65.4 };
    const found = { result: 'captured', capturedMinor: 6540, connectorTransactionId: '40' };
    const masked = { ...settled, accountNumber: 'XXXX4242' };
    expect(first.outcome(listed(other, masked))).toMatchObject({
      ...found,
      connectorMetadata: card,
    });
    const second = stepOf(first.outcome(listed(other)));
    expect(bodyOf(second.next).getTransactionListRequest.batchId).toBe('90');
    expect(second.outcome(listed(settled))).toMatchObject(found);
    expect(second.outcome(listed(other))).toEqual({ result: 'not_found' });
  });
});

describe('a search', () => {
  const lost = referenceOf(payment);
  const { invoiceNumber } = bodyOf(authorize.request(payment, account)).createTransactionRequest
    .transactionRequest.order;
  const ours = (transId: string, transactionStatus: string) => ({
    transId,
    transactionStatus,
    invoiceNumber,
  });

  it('a search finds nothing when nothing of the day was settled', () => {
    const step = stepOf(sync.outcome(listed(), lost, account));
    expect(step.outcome(batches())).toEqual({ result: 'not_found' });
  });

  it('a search decides nothing when a list is longer than the searched part', () => {
    const full = answer({ messages: ok, transactions: [other], totalNumInResultSet: 1_001 });
    const step = stepOf(sync.outcome(full, lost, account));
    expect(() => step.outcome(batches())).toThrow();
    const many = stepOf(
      stepOf(sync.outcome(listed(), lost, account)).outcome(batches('93', '92', '91')),
    );
    const last = stepOf(many.outcome(listed()));
    expect(() => last.outcome(listed())).toThrow();
  });

  it('a search takes the transaction that was not refused, and none of two such', () => {
    const both = listed(ours('41', 'declined'), ours('40', 'authorizedPendingCapture'));
    const { next } = stepOf(sync.outcome(both, lost, account));
    expect(bodyOf(next).getTransactionDetailsRequest.transId).toBe('40');
    const twice = listed(
      ours('41', 'capturedPendingSettlement'),
      ours('40', 'capturedPendingSettlement'),
    );
    expect(() => sync.outcome(twice, lost, account)).toThrow(/not clear/);
  });

  it('a search decides nothing when the account may not list transactions', () => {
    const refused = answer({
      messages: { resultCode: 'Error', message: [{ code: 'E00011', text: 'Access denied.' }] },
    });
    expect(() => sync.outcome(refused, lost, account)).toThrow();
    const step = stepOf(sync.outcome(listed(), lost, account));
    expect(() => step.outcome(refused)).toThrow();
  });
});

it('a capture whose answer was lost is found by the transaction that was captured', () => {
  const known = {
    ...referenceOf(payment),
    connectorTransactionId: '40',
    captureMethod: 'manual',
  } as const;
  const part = { captureReference: 'cap_1', captureMinor: 4000, captureNumber: 1, isFinal: true };
  const sent = bodyOf(capture.request({ ...known, ...part }, account));
  const { refTransId, amount } = sent.createTransactionRequest.transactionRequest;
  expect(bodyOf(sync.request(known, account)).getTransactionDetailsRequest.transId).toBe(
    refTransId,
  );
  expect(sync.outcome(details({ settleAmount: amount }), known, account)).toMatchObject({
    result: 'captured',
    capturedMinor: 4000,
    amountMinor: 6540,
  });
});

describe('a refund whose answer was lost', () => {
  const given: RefundReference = {
    reference: 'ref_1',
    connectorName: 'authorizedotnet',
    amountMinor: 100,
    currency: 'USD',
    payment: { ...referenceOf(payment), connectorTransactionId: '40', connectorMetadata: card },
  };
  const invoiceNumberOf = (asked: RefundReference): string =>
    bodyOf(refund.request(asked, account)).createTransactionRequest.transactionRequest.order
      .invoiceNumber;
  const invoiceNumber = invoiceNumberOf(given);
  const ours = { transId: '42', transactionStatus: 'refundPendingSettlement', invoiceNumber };
  const refunded = { connectorRefundId: '42', amountMinor: 100 };

  it('a refund with a lost answer is found among the unsettled transactions by a number that no payment has', () => {
    expect(invoiceNumber).toMatch(/^[0-9a-f]{20}$/);
    const asPayment = authorize.request({ ...payment, reference: 'ref_1' }, account);
    expect(
      bodyOf(asPayment).createTransactionRequest.transactionRequest.order.invoiceNumber,
    ).not.toBe(invoiceNumber);
    const step = stepOf(syncRefund.outcome(listed(other, ours), given, account));
    expect(bodyOf(step.next).getTransactionDetailsRequest.transId).toBe('42');
    const pending = details({ ...ours, settleAmount: 1 });
    expect(step.outcome(pending)).toEqual({ result: 'pending', ...refunded });
  });

  it('a refund with a lost answer, settled meanwhile, is found in its batch', () => {
    const step = stepOf(syncRefund.outcome(listed(other), given, account));
    const batch = stepOf(step.outcome(batches('91')));
    const settled = { ...ours, transactionStatus: 'refundSettledSuccessfully', settleAmount: 1 };
    expect(batch.outcome(listed(settled))).toEqual({ result: 'succeeded', ...refunded });
    expect(batch.outcome(listed(other))).toEqual({ result: 'not_found' });
  });

  it('a full refund whose answer was lost may have become a void, so its payment is synced first', () => {
    const whole = { ...given, amountMinor: 6540 };
    const asked = syncRefund.request(whole, account);
    expect(bodyOf(asked).getTransactionDetailsRequest.transId).toBe('40');
    const voided = details({ transactionStatus: 'voided' });
    expect(syncRefund.outcome(voided, whole, account)).toEqual({
      result: 'succeeded',
      isByVoid: true,
    });
    const unsettled = stepOf(syncRefund.outcome(details({}), whole, account));
    expect(nameOf(unsettled.next)).toBe('getUnsettledTransactionListRequest');
    const found = stepOf(unsettled.outcome(listed(other, ours)));
    expect(bodyOf(found.next).getTransactionDetailsRequest.transId).toBe('42');
  });
});
