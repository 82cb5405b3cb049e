import { cybersourceConnector } from '#connectors/cybersource/connector.ts';
import type { NextStep } from '#connectors/interface/exchange.ts';
import type { PaymentOutcome, Reference } from '#connectors/interface/payments.ts';
import {
  cybersourceAccount as account,
  answerOf,
  bodyOf,
  knownPayment,
  lostPayment,
} from '../../../support/processors/a-cybersource-payment.ts';
import { settled } from '../../../support/processors/an-exchange.ts';

const { voidCaptured, refund, sync } = cybersourceConnector();
if (!voidCaptured || !refund) throw new Error('It can.');

const charged: Reference = { ...knownPayment, captureMethod: 'automatic' };
const captured: Reference = { ...knownPayment, connectorMetadata: { capture_id: '7002' } };
const pathOf = ({ url }: { readonly url: string }) => new URL(url).pathname;

const amounts = { orderInformation: { amountDetails: { totalAmount: '65.40', currency: 'USD' } } };
/** A transaction as Cybersource shows it, with its services. */
const shown = (id: string, status: string, ...services: readonly (readonly [string, string])[]) =>
  answerOf(
    {
      id,
      ...amounts,
      applicationInformation: {
        status,
        applications: services.map(([name, rCode]) => ({ name, rCode })),
      },
    },
    200,
  );
const sale = (status: string, billed = '1') =>
  shown('7001', status, ['ics_auth', '1'], ['ics_bill', billed]);
const found = (...all: readonly (readonly [id: string, service: string])[]) =>
  answerOf({
    totalCount: all.length,
    _embedded: {
      transactionSummaries: all.map(([id, name]) => ({
        id,
        clientReferenceInformation: { code: 'pay_1_1' },
        applicationInformation: { applications: [{ name }] },
      })),
    },
  });

function nextOf(reading: PaymentOutcome | NextStep<PaymentOutcome>): NextStep<PaymentOutcome> {
  if (!('next' in reading)) throw new Error('The exchange ends here.');
  return reading;
}

/** PtsV2PaymentsVoidsPost201Response and PtsV2PaymentsVoidsPost400Response of the Node client. */
describe('a charge that waits for its batch', () => {
  it.each([
    [charged, '/pts/v2/payments/7001/voids'],
    [captured, '/pts/v2/captures/7002/voids'],
  ])('a charge that waits for its batch is voided by the id of its capture', (input, path) => {
    const request = voidCaptured.request(input, account);
    expect(pathOf(request)).toBe(path);
    expect(bodyOf(request)).toEqual({ clientReferenceInformation: { code: 'pay_1_1' } });
  });

  it('a charge that waits for its batch is void once CyberSource confirms, and unchanged when its batch has gone', () => {
    const read = (status: string) =>
      settled(voidCaptured.outcome(answerOf({ id: '7003', status }), captured, account));
    // The payment keeps its own id: that of the void finds nothing of it.
    expect(read('VOIDED')).toEqual({ result: 'voided_after_capture' });
    expect(read('CANCELLED')).toEqual({ result: 'voided_after_capture' });
    expect(read('FAILED')).toMatchObject({ result: 'declined' });
    expect(() => read('PENDING')).toThrow();
    const late = answerOf(
      { status: 'INVALID_REQUEST', reason: 'NOT_VOIDABLE', message: 'No.' },
      400,
    );
    expect(voidCaptured.outcome(late, captured, account)).toMatchObject({
      result: 'declined',
      code: 'NOT_VOIDABLE',
    });
  });

  it.each([
    ['charge', charged, sale('PENDING')],
    ['capture', captured, shown('7002', 'PENDING', ['ics_bill', '1'])],
  ] as const)(
    'a charge that waits for its batch is searched for when the answer to the void of its %s was lost',
    (_, input, before) => {
      const search = nextOf(sync.outcome(before, input, account));
      expect(pathOf(search.next)).toBe('/tss/v2/searches');
      expect(bodyOf(search.next).query).toBe('clientReferenceInformation.code:pay_1_1');
      expect(search.outcome(found(['7001', 'ics_auth']))).toMatchObject({
        result: 'captured',
        capturedMinor: 6540,
        lagSeconds: 300,
      });
      const voiding = nextOf(search.outcome(found(['7001', 'ics_auth'], ['7003', 'ics_void'])));
      expect(pathOf(voiding.next)).toBe('/tss/v2/transactions/7003');
      expect(voiding.outcome(shown('7003', 'VOIDED', ['ics_void', '1']))).toEqual({
        result: 'voided_after_capture',
      });
      expect(voiding.outcome(shown('7003', 'FAILED', ['ics_void', '-1']))).toMatchObject({
        result: 'captured',
      });
    },
  );

  it('a charge that waits for its batch is void where its own transaction shows it, and merely void where it was never known', () => {
    expect(sync.outcome(sale('VOIDED'), charged, account)).toMatchObject({
      result: 'voided_after_capture',
    });
    expect(
      sync.outcome(shown('7002', 'VOIDED', ['ics_bill', '1']), captured, account),
    ).toMatchObject({ result: 'voided_after_capture' });
    const lost: Reference = { ...lostPayment, captureMethod: 'automatic' };
    const step = nextOf(sync.outcome(found(['7001', 'ics_auth']), lost, account));
    expect(step.outcome(sale('VOIDED'))).toMatchObject({ result: 'voided' });
  });
});

describe('a charge whose answer was lost', () => {
  it('a charge whose answer was lost is charged although it waits for its batch, as one with an answer is', () => {
    const lost: Reference = { ...lostPayment, captureMethod: 'automatic' };
    const step = nextOf(sync.outcome(found(['7001', 'ics_auth']), lost, account));
    expect(nextOf(step.outcome(sale('PENDING'))).outcome(found())).toMatchObject({
      result: 'captured',
      capturedMinor: 6540,
      connectorTransactionId: '7001',
    });
  });

  it('a charge whose answer was lost is a failed settlement where the bank had agreed, and else declined', () => {
    expect(sync.outcome(sale('FAILED', '-1'), charged, account)).toMatchObject({
      result: 'declined',
      attemptStatus: 'capture_failed',
    });
    const refused = shown('7001', 'DECLINED', ['ics_auth', '0'], ['ics_bill', '-1']);
    expect(sync.outcome(refused, charged, account)).not.toHaveProperty('attemptStatus');
  });
});

it('a refund of a capture that was voided is refused, and nothing is left open', () => {
  const input = {
    reference: 'ref_1',
    connectorName: 'cybersource',
    amountMinor: 600,
    currency: 'USD',
    payment: captured,
  };
  const refused = answerOf({ status: 'INVALID_REQUEST', reason: 'CAPTURE_ALREADY_VOIDED' }, 400);
  expect(refund.outcome(refused, input, account)).toMatchObject({
    result: 'declined',
    code: 'CAPTURE_ALREADY_VOIDED',
  });
});
