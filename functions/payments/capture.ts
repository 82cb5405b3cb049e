import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { connectorOfPayment, referenceOf } from '../../shared/payments/connector-access.ts';
import {
  applyCaptureOutcome,
  checkCapture,
  startCapture,
} from '../../shared/payments/lifecycle/captures.ts';
import { livePaymentServices } from '../../shared/payments/live-payment-services.ts';
import { capturePayment } from '../../shared/payments/operations.ts';
import { checkProfile } from '../../shared/payments/payment.ts';
import type { PaymentServices } from '../../shared/payments/payment-services.ts';
import { presentPayment } from '../../shared/payments/response/present-payment.ts';

type Services = Omit<PaymentServices, 'random' | 'switchUrl'>;

/**
 * Takes what was authorized, or a part of it.
 *
 * The capture is written down, and its amount taken from what can be captured, before the connector is
 * asked. So two racing captures take no more than was authorized, and one whose answer is lost is
 * found by the guard.
 */
export const capture = implement(capturePayment, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: Services, payment) {
    const { payments, connectors, clock } = services;
    checkProfile(payment, caller);
    const amountMinor = checkCapture(payment, { amountToCapture: body.amount_to_capture });
    const access = await connectorOfPayment(payment, 'capture', services);

    const asked = startCapture(payment, amountMinor, now);
    if (asked.earlier.length > 0) {
      await payments.keepEarlier(payment, { captures: asked.earlier });
    }
    const saved = await payments.saveProgress(asked.payment);
    const outcome = await connectors({ remainingMs, requestId }).capture(access, {
      ...referenceOf(saved),
      captureReference: asked.capture.id,
      captureMinor: amountMinor,
    });
    const settled = await payments.settle(saved, (current) =>
      applyCaptureOutcome(current, asked.capture.id, outcome, clock()),
    );
    return presentPayment(settled);
  },
});

export const handler = lambda(capture, livePaymentServices);
