import {
  checkCaptureIntegrity,
  checkPaymentIntegrity,
  checkPayoutIntegrity,
  checkRefundIntegrity,
  isOfAnother,
} from '#connectors/integrity-check.ts';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';

const asked = { amountMinor: 10_000, currency: 'EUR', connectorTransactionId: 'pi_own' };
const money = { amountMinor: 10_000, currency: 'EUR' };
const charged = (amountMinor: number) =>
  ({ connectorCaptureId: `cap_${amountMinor}`, amountMinor, status: 'charged' }) as const;

it.each<[string, PaymentOutcome]>([
  ['captured', { result: 'captured', capturedMinor: 10_001, ...money }],
  ['captured, without a total', { result: 'captured', capturedMinor: 100_000 }],
  ['authorized', { result: 'authorized', authorizedMinor: 10_001, ...money }],
  ['captured in parts', { result: 'captured', captures: [charged(6_000), charged(4_001)] }],
  ['captured, with a rest released', { result: 'voided', captures: [charged(10_001)] }],
])('more than was asked for is a mismatch of the amount: %s', (_, outcome) => {
  expect(checkPaymentIntegrity(outcome, asked)).toMatchObject({
    result: 'integrity_mismatch',
    fields: 'amount',
  });
});

it.each<[string, PaymentOutcome]>([
  ['all', { result: 'captured', capturedMinor: 10_000 }],
  ['a part', { result: 'captured', capturedMinor: 1 }],
  ['two parts', { result: 'captured', captures: [charged(6_000), charged(4_000)] }],
  [
    'parts that failed',
    { result: 'captured', captures: [charged(10_000), { ...charged(1), status: 'failed' }] },
  ],
])('a returned amount equal to the requested one is no mismatch: %s', (_, outcome) => {
  expect(checkPaymentIntegrity(outcome, asked)).toBe(outcome);
});

it('an increment without an answer yet raises the amount that may be authorized and captured', () => {
  const open = { ...asked, incrementedMinor: 12_000 };
  const outcome = { result: 'captured', capturedMinor: 12_000, amountMinor: 12_000 } as const;
  expect(checkPaymentIntegrity(outcome, open)).toBe(outcome);
  expect(checkPaymentIntegrity({ ...outcome, capturedMinor: 12_001 }, open)).toMatchObject({
    result: 'integrity_mismatch',
  });
});

it('an answer about another transaction than ours says nothing of ours', () => {
  const connectorTransactionId = 'pi_other';
  const capture = {
    ...asked,
    reference: 'pay_1_1',
    connectorName: 'x',
    captureMethod: 'manual' as const,
    captureReference: 'c',
    captureNumber: 1,
    isFinal: true,
    captureMinor: 10_000,
  };
  const answers = [
    checkPaymentIntegrity({ result: 'captured', connectorTransactionId }, asked),
    checkPaymentIntegrity({ result: 'declined', connectorTransactionId }, asked),
    checkCaptureIntegrity({ result: 'captured', connectorTransactionId }, capture),
    checkPayoutIntegrity({ result: 'paid', connectorTransactionId }, asked),
    checkRefundIntegrity(
      { result: 'succeeded', connectorRefundId: 're_other' },
      { ...money, connectorRefundId: 're_own' },
    ),
  ];
  expect(answers.map(isOfAnother)).toEqual([true, true, true, true, true]);
});

it('an answer is about ours where no id is known, or none is stated', () => {
  const captured = { result: 'captured', connectorTransactionId: 'pi_own' } as const;
  expect(checkPaymentIntegrity(captured, asked)).toBe(captured);
  expect(checkPaymentIntegrity(captured, money)).toBe(captured);
  const silent = { result: 'captured' } as const;
  expect(checkPaymentIntegrity(silent, asked)).toBe(silent);
});
