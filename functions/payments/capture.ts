import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { captureInputOf, connectorOfPayment } from '#switch/payments/connector-access.ts';
import { checkExpressible } from '#switch/payments/expressible-amount.ts';
import { checkCapture, startCapture } from '#switch/payments/lifecycle/captures.ts';
import { settleCapture } from '#switch/payments/lifecycle/late-answer.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { capturePayment } from '#switch/payments/operations.ts';
import { checkProfile } from '#switch/payments/payment.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import { presentPayment } from '#switch/payments/response/present-payment.ts';

type Services = Omit<PaymentServices, 'switchUrl'>;

/**
 * Captures the authorized amount, or a part of it.
 *
 * The capture is saved, and the capturable amount reduced, before the request to the connector. So
 * racing captures cannot exceed the authorized amount, and a sync finds the outcome when the answer
 * is lost.
 */
export const capture = implement(capturePayment, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: Services, payment) {
    const { payments, connectors, clock } = services;
    checkProfile(payment, caller);
    const amountMinor = checkCapture(payment, { amountToCapture: body.amount_to_capture });
    const access = await connectorOfPayment(payment, 'capture', services);
    checkExpressible(access, amountMinor, payment.currency, 'amount_to_capture');

    const started = startCapture(payment, amountMinor, now);
    if (started.earlier.length > 0) {
      await payments.keepEarlier(payment, { captures: started.earlier });
    }
    const connector = connectors({ remainingMs, requestId });
    connector.prepare(access);
    const saved = await payments.saveProgress(started.payment);
    const outcome = await connector.capture(access, captureInputOf(saved, started.capture));
    return presentPayment(
      await settleCapture(saved, started.capture.id, outcome, { payments, clock }),
    );
  },
});

export const handler = lambda(capture, livePaymentServices);
