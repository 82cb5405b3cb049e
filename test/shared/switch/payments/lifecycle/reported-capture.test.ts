import { startCapture } from '#switch/payments/lifecycle/captures.ts';
import {
  applyReportedCapture,
  type ReportedCapture,
} from '#switch/payments/lifecycle/reported-capture.ts';
import type { Payment } from '#switch/payments/payment.ts';
import {
  afterOutcome,
  anAuthorizedPayment,
  aPaidPayment,
  aProcessingPayment,
  asSaved,
  captured,
  later,
  noon,
  sent,
} from '../../../../support/entities/a-payment.ts';

const several = () => anAuthorizedPayment('manual_multiple');

const apply = (payment: Payment, reported: ReportedCapture, earlier = payment.captures?.slice(5)) =>
  applyReportedCapture(payment, reported, earlier ?? [], noon);

/** A payment with a capture of 6.00 that the processor has not decided. */
const withPending = (payment = several()) => captured(payment, 600, { result: 'pending' });

/** The same, and the processor's id of the capture is known. */
const withKnownId = () => {
  const payment = withPending();
  const captures = payment.captures?.map((one) => ({ ...one, connectorCaptureId: 'cap_at' }));
  return { ...payment, captures } satisfies Payment;
};

describe('a webhook about one capture', () => {
  it.each<[string, Payment, ReportedCapture]>([
    ['our id', withPending(), { capture: { reference: sent('pay_1_1_1') }, status: 'charged' }],
    [
      "the processor's id",
      withKnownId(),
      { capture: { connectorId: 'cap_at' }, status: 'charged' },
    ],
    [
      'both ids',
      withPending(),
      {
        capture: { reference: sent('pay_1_1_1'), connectorId: 'cap_at' },
        amountMinor: 600,
        status: 'charged',
      },
    ],
  ])(
    'a webhook about one capture charges the pending capture that it names by %s',
    (_, payment, reported) => {
      const next = apply(payment, reported);
      expect(next).toMatchObject({
        status: 'partially_captured_and_capturable',
        chargedMinor: 600,
        captures: [{ id: 'pay_1_1_1', status: 'charged' }],
      });
      expect(next && apply(next, reported)).toBe(next);
    },
  );

  it("a webhook about one capture charges the pending capture by the processor's id when its reference is the payment’s", () => {
    const reported = {
      capture: { reference: sent('pay_1_1'), connectorId: 'cap_at' },
      amountMinor: 600,
      status: 'charged',
    } as const;
    expect(apply(withKnownId(), reported)).toMatchObject({
      chargedMinor: 600,
      captures: [{ id: 'pay_1_1_1', status: 'charged' }],
    });
    expect(apply(withPending(), reported)).toBe(undefined);
    expect(applyReportedCapture(withPending(), reported, [], later(60))).toMatchObject({
      captures: [{ id: 'pay_1_1_1', status: 'charged', connectorCaptureId: 'cap_at' }],
    });
  });

  it("a webhook about one capture keeps the processor's id of the capture", () => {
    const reported = {
      capture: { reference: sent('pay_1_1_1'), connectorId: 'cap_at' },
      status: 'charged',
    } as const;
    expect(apply(withPending(), reported)?.captures).toMatchObject([
      { connectorCaptureId: 'cap_at' },
    ]);
  });

  it('a webhook about one capture fails the pending capture, and leaves the authorization', () => {
    const next = apply(withPending(), {
      capture: { reference: sent('pay_1_1_1') },
      status: 'failed',
    });
    expect(next).toMatchObject({
      status: 'requires_capture',
      captures: [{ status: 'failed' }],
      amountCapturableMinor: 2_599,
    });
  });

  it('a webhook about one capture changes none of the other pending captures', () => {
    const payment = captured(withPending(), 700, { result: 'pending' });
    const next = apply(payment, { capture: { reference: sent('pay_1_1_2') }, status: 'charged' });
    expect(next?.captures).toMatchObject([{ status: 'pending' }, { status: 'charged' }]);
  });

  it('a webhook about a capture with another amount puts the payment in conflict', () => {
    const reported = {
      capture: { reference: sent('pay_1_1_1') },
      amountMinor: 601,
      status: 'charged',
    } as const;
    expect(apply(withPending(), reported)).toMatchObject({ status: 'conflicted' });
  });

  it('a webhook about a succeeded capture that has failed puts the payment under review', () => {
    const paid = captured(anAuthorizedPayment(), 2_599);
    const next = apply(paid, { capture: { reference: sent('pay_1_1_1') }, status: 'failed' });
    expect(next).toMatchObject({ status: 'review', attempt: { status: 'capture_review' } });
  });

  it('a webhook about a failed capture that is its own item by now puts the payment under review', () => {
    const paid = captured(anAuthorizedPayment(), 2_599);
    const { captures = [], ...rest } = paid;
    const reported = { capture: { reference: sent('pay_1_1_1') }, status: 'failed' } as const;
    expect(apply({ ...rest, captures: [] }, reported, captures)).toMatchObject({
      status: 'review',
    });
  });

  it('a webhook about one capture is too early while a capture has no processor id, and it names another id', () => {
    const { payment } = startCapture(asSaved(several()), 600, noon);
    expect(apply(payment, { capture: { connectorId: 'cap_at' }, status: 'charged' })).toBe(
      undefined,
    );
  });

  it('a webhook about one capture is applied to the one without an id once its response can come no more', () => {
    const { payment } = startCapture(asSaved(several()), 600, noon);
    const reported = {
      capture: { connectorId: 'cap_at' },
      amountMinor: 600,
      status: 'charged',
    } as const;
    expect(applyReportedCapture(payment, reported, [], later(59))).toBe(undefined);
    expect(applyReportedCapture(payment, reported, [], later(60))).toMatchObject({
      chargedMinor: 600,
      captures: [{ id: 'pay_1_1_1', status: 'charged', connectorCaptureId: 'cap_at' }],
    });
    const failed = applyReportedCapture(payment, { ...reported, status: 'failed' }, [], later(60));
    expect(failed).toMatchObject({ status: 'requires_capture', captures: [{ status: 'failed' }] });
    const another = { ...reported, amountMinor: 601 };
    expect(applyReportedCapture(payment, another, [], later(60))).toBe(undefined);
    const { payment: two } = startCapture(payment, 600, noon);
    expect(applyReportedCapture(two, reported, [], later(60))).toBe(undefined);
  });

  it('a webhook about one capture causes a sync when no request of ours made the capture', () => {
    const next = apply(several(), { capture: { connectorId: 'cap_at' }, status: 'charged' });
    expect(next).toMatchObject({
      status: 'requires_capture',
      pendingSync: { nextAt: noon.toISOString() },
    });
  });
});

describe('a webhook about the capture of a payment that is captured automatically', () => {
  const reported = {
    capture: { connectorId: 'cap_at' },
    amountMinor: 2_599,
    status: 'charged',
  } as const;

  it('a webhook about an automatic capture charges the payment, and changes nothing the second time', () => {
    const next = apply(aProcessingPayment(), reported);
    expect(next).toMatchObject({ status: 'succeeded', amountReceivedMinor: 2_599 });
    expect(next && apply(next, reported)).toBe(next);
  });

  it('a webhook about an automatic capture changes nothing while the capture is pending', () => {
    const payment = aProcessingPayment();
    expect(apply(payment, { ...reported, status: 'pending' })).toBe(payment);
  });

  it('a webhook about an automatic capture puts the payment in conflict when more was taken than it costs', () => {
    const more = { ...reported, amountMinor: 2_600 };
    expect(apply(aProcessingPayment(), more)).toMatchObject({ status: 'conflicted' });
  });

  it('a webhook about an automatic capture causes a sync when the capture failed before the charge', () => {
    const payment = afterOutcome(aProcessingPayment(), { result: 'pending' });
    expect(apply(payment, { ...reported, status: 'failed' })).toMatchObject({
      status: 'processing',
      pendingSync: { nextAt: noon.toISOString() },
    });
  });

  it('a webhook about an automatic capture puts a paid payment under review when its capture failed after all', () => {
    const next = apply(aPaidPayment(), { ...reported, status: 'failed' });
    expect(next).toMatchObject({ status: 'review' });
    expect(next && apply(next, { ...reported, status: 'failed' })).toBe(next);
  });
});
