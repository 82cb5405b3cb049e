import { captureInputOf } from '#switch/payments/connector-access.ts';
import { applyCaptureOutcome, startCapture } from '#switch/payments/lifecycle/captures.ts';
import {
  afterOutcome,
  anAuthorizedPayment,
  later,
  noon,
} from '../../../../support/entities/a-payment.ts';

const asked = (payment = anAuthorizedPayment('manual_multiple'), amountMinor = 2_000) =>
  startCapture(payment, amountMinor, noon);

describe('the final one of several captures', () => {
  it('the capture of the whole rest is final once no other capture is open', () => {
    const first = asked();
    const charged = applyCaptureOutcome(
      first.payment,
      first.capture.id,
      { result: 'captured' },
      later(1),
    );
    const last = asked(charged, 599);
    expect(captureInputOf(first.payment, first.capture).isFinal).toBe(false);
    expect(captureInputOf(last.payment, last.capture).isFinal).toBe(true);
  });

  it('the capture of the whole rest is not final while another capture may still arrive', () => {
    const last = asked(asked().payment, 599);
    expect(last.payment.amountCapturableMinor).toBe(0);
    expect(captureInputOf(last.payment, last.capture).isFinal).toBe(false);
  });

  it('an authorization whose rest was released keeps an amount that was captured at the processor itself', () => {
    const payment = anAuthorizedPayment('manual_multiple');
    const captures = [{ amountMinor: 700, status: 'charged' }] as const;
    const released = afterOutcome(payment, { result: 'voided', captures }, later(60), 'sync');
    expect(released).toMatchObject({
      status: 'partially_captured',
      chargedMinor: 700,
      amountReceivedMinor: 700,
      amountCapturableMinor: 0,
    });
  });
});
