import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { connectorOfPayment, referenceOf } from '#switch/payments/connector-access.ts';
import { reportLateAnswer } from '#switch/payments/lifecycle/late-answer.ts';
import {
  applyPostCaptureVoidOutcome,
  checkPostCaptureVoid,
  startPostCaptureVoid,
} from '#switch/payments/lifecycle/post-capture-voids.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { cancelPostCapturePayment } from '#switch/payments/operations.ts';
import { checkProfile } from '#switch/payments/payment.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import { presentPayment } from '#switch/payments/response/present-payment.ts';

type Services = Omit<PaymentServices, 'switchUrl'>;

/**
 * Voids a captured payment before its settlement. It is saved before the void is sent, and from
 * that save on nothing can be refunded.
 */
export const cancelPostCapture = implement(cancelPostCapturePayment, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: Services, payment) {
    const { payments, connectors, clock } = services;
    checkProfile(payment, caller);
    checkPostCaptureVoid(payment);
    const access = await connectorOfPayment(payment, 'voidCaptured', services);
    const reason = body.cancellation_reason ?? undefined;
    const connector = connectors({ remainingMs, requestId });
    connector.prepare(access);
    const saved = await payments.saveProgress(startPostCaptureVoid(payment, reason, now));
    const outcome = await connector.voidCaptured(access, referenceOf(saved));
    const settled = await payments.settle(saved, (current) =>
      applyPostCaptureVoidOutcome(current, outcome, clock()),
    );
    const hasFailed = settled.postCaptureVoid?.status === 'failed';
    if (hasFailed && outcome.result === 'voided_after_capture') {
      reportLateAnswer({ merchantId: payment.merchantId, paymentId: payment.id });
    }
    return presentPayment(settled);
  },
});

export const handler = lambda(cancelPostCapture, livePaymentServices);
