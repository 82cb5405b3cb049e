import { cybersourceConnector } from '#connectors/cybersource/connector.ts';
import type { NextStep } from '#connectors/interface/exchange.ts';
import type { Capture, PaymentOutcome, Reference } from '#connectors/interface/payments.ts';
import {
  cybersourceAccount as account,
  answerOf,
  bodyOf,
  knownPayment,
} from '../../../support/processors/a-cybersource-payment.ts';
import { settled } from '../../../support/processors/an-exchange.ts';

const { capture, sync, void: voidPayment, voidCaptured } = cybersourceConnector();
if (!capture || !voidPayment || !voidCaptured) throw new Error('It can.');

const payment: Reference = { ...knownPayment, captureMethod: 'manual_multiple' };
const part = (captureNumber: number, isFinal: boolean): Capture => ({
  ...payment,
  captureReference: `pay_1_1_${captureNumber}`,
  captureMinor: 2_000,
  captureNumber,
  isFinal,
});
const amounts = (totalAmount: string) => ({
  orderInformation: { amountDetails: { totalAmount, currency: 'USD' } },
});
const shown = (id: string, status: string, totalAmount = '65.40') =>
  answerOf({ id, ...amounts(totalAmount), applicationInformation: { status } }, 200);

type Summary = readonly [id: string, service: string, rCode: string, totalAmount: string];
/** TssV2TransactionsPost201ResponseEmbeddedTransactionSummaries of the Node client. */
const found = (...all: readonly Summary[]) =>
  answerOf({
    totalCount: all.length,
    _embedded: {
      transactionSummaries: all.map(([id, name, rCode, totalAmount]) => ({
        id,
        ...amounts(totalAmount),
        clientReferenceInformation: { code: 'pay_1_1' },
        applicationInformation: { rCode, applications: [{ name, rCode }] },
      })),
    },
  });
const authorization: Summary = ['7001', 'ics_auth', '1', '65.40'];

function nextOf(reading: PaymentOutcome | NextStep<PaymentOutcome>): NextStep<PaymentOutcome> {
  if (!('next' in reading)) throw new Error('The exchange ends here.');
  return reading;
}

/** The state of the payment where a search finds these transactions beside it. */
function synced(...later: readonly Summary[]) {
  const search = nextOf(sync.outcome(shown('7001', 'AUTHORIZED'), payment, account));
  return search.outcome(found(authorization, ...later));
}

/**
 * CyberSource/cybersource-rest-client-node docs/Ptsv2paymentsidcapturesProcessingInformationCaptureOptions.md,
 * and Cybersource's page on multiple partial captures.
 */
describe('several captures at CyberSource', () => {
  it.each([
    [1, false, { captureSequenceNumber: 1, totalCaptureCount: 2, isFinal: false }],
    [2, false, { captureSequenceNumber: 2, totalCaptureCount: 3, isFinal: false }],
    [3, true, { captureSequenceNumber: 3, totalCaptureCount: 3, isFinal: true }],
  ])(
    'a capture of several at CyberSource states its number among them: the %i, final: %s',
    (number, isFinal, captureOptions) => {
      const body = bodyOf(capture.request(part(number, isFinal), account));
      expect(body.processingInformation).toMatchObject({ captureOptions });
      expect(body.clientReferenceInformation).toEqual({
        code: 'pay_1_1',
        transactionId: `pay_1_1_${number}`,
      });
    },
  );

  it('a capture of several at CyberSource has an id of its own, and the payment none of a capture', () => {
    const made = answerOf({ id: '7002', status: 'PENDING', ...amounts('20.00') });
    const outcome = settled(capture.outcome(made, part(1, false), account));
    expect(outcome).toMatchObject({
      result: 'captured',
      capturedMinor: 2_000,
      connectorCaptureId: '7002',
    });
    expect(outcome).not.toHaveProperty('connectorMetadata');
  });

  it('a sync of several captures at CyberSource lists each with its result', () => {
    expect(
      synced(['7002', 'ics_bill', '1', '20.00'], ['7003', 'ics_bill', '0', '10.00']),
    ).toMatchObject({
      result: 'captured',
      capturedMinor: 2_000,
      lagSeconds: 300,
      captures: [
        { connectorCaptureId: '7002', amountMinor: 2_000, status: 'charged' },
        { connectorCaptureId: '7003', amountMinor: 1_000, status: 'failed' },
      ],
    });
  });

  it('a sync finds no capture at CyberSource as long as the search has none, and counts on its lag', () => {
    expect(synced()).toMatchObject({ result: 'authorized', captures: [], lagSeconds: 300 });
  });

  it('a capture at CyberSource that a search shows without a result leaves the payment as it is', () => {
    const search = nextOf(sync.outcome(shown('7001', 'AUTHORIZED'), payment, account));
    const bare = answerOf({
      totalCount: 1,
      _embedded: {
        transactionSummaries: [
          {
            id: '7002',
            clientReferenceInformation: { code: 'pay_1_1' },
            applicationInformation: { applications: [{ name: 'ics_bill' }] },
          },
        ],
      },
    });
    expect(() => search.outcome(bare)).toThrow('without its result');
  });

  it('a sync asks for the payment itself where a webhook named one of several captures', () => {
    const named = { ...payment, connectorMetadata: { capture_id: '7002' } };
    expect(sync.request(named, account).url).toMatch(/\/tss\/v2\/transactions\/7001$/);
  });

  it('the last of several captures is declined at CyberSource, and the earlier ones stay', () => {
    const refused = answerOf({ status: 'INVALID_REQUEST', reason: 'INVALID_AMOUNT' }, 400);
    expect(settled(capture.outcome(refused, part(2, true), account)).result).toBe('declined');
    expect(synced(['7002', 'ics_bill', '1', '20.00'])).toMatchObject({ capturedMinor: 2_000 });
  });

  it('a capture at CyberSource that was processed before, or at this moment, is unknown', () => {
    const twice = answerOf(
      { status: 'INVALID_REQUEST', reason: 'DUPLICATE_REQUEST', message: 'Twice.' },
      400,
    );
    expect(settled(capture.outcome(twice, part(2, true), account)).result).toBe('unknown');
  });

  it('a reversal after captures at CyberSource releases the rest, and keeps the captured parts', () => {
    const step = nextOf(
      synced(['7002', 'ics_bill', '1', '20.00'], ['7004', 'ics_auth_reversal', '1', '45.40']),
    );
    expect(step.outcome(shown('7004', 'REVERSED'))).toMatchObject({
      result: 'voided',
      captures: [{ connectorCaptureId: '7002', amountMinor: 2_000, status: 'charged' }],
    });
    expect(step.outcome(shown('7004', 'FAILED'))).toMatchObject({
      result: 'captured',
      capturedMinor: 2_000,
    });
    const released = answerOf({
      id: '7004',
      status: 'REVERSED',
      reversalAmountDetails: { reversedAmount: '45.40', currency: 'USD' },
    });
    expect(settled(voidPayment.outcome(released, payment, account))).toEqual({ result: 'voided' });
  });

  it('several captures at CyberSource are never voided by the id of one', () => {
    const named = { ...payment, connectorMetadata: { capture_id: '7002' } };
    expect(() => voidCaptured.request(named, account)).toThrow('Several captures');
  });
});
