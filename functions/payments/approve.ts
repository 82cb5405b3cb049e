import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { captureInputOf, connectorOfPayment } from '#switch/payments/connector-access.ts';
import { settleCapture } from '#switch/payments/lifecycle/late-answer.ts';
import { approveReview } from '#switch/payments/lifecycle/review-decision.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { checkProfile } from '#switch/payments/payment.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import { presentPayment } from '#switch/payments/response/present-payment.ts';
import { approvePayment } from '#switch/payments/risk/operations.ts';

type Services = Omit<PaymentServices, 'switchUrl'>;

/**
 * Approves a payment under fraud review. Like any capture, the capture is saved before it is sent,
 * so of two concurrent decisions only one wins.
 */
export const approve = implement(approvePayment, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: Services, payment) {
    const { payments, connectors, clock } = services;
    checkProfile(payment, caller);
    const approval = approveReview(payment, body.amount_to_capture, now);
    if (approval.kind === 'awaiting_capture') {
      return presentPayment(await payments.saveProgress(approval.payment));
    }
    const { capture } = approval;
    const access = await connectorOfPayment(payment, 'capture', services);
    const connector = connectors({ remainingMs, requestId });
    connector.prepare(access);
    const saved = await payments.saveProgress(approval.payment);
    const outcome = await connector.capture(access, captureInputOf(saved, capture));
    return presentPayment(await settleCapture(saved, capture.id, outcome, { payments, clock }));
  },
});

export const handler = lambda(approve, livePaymentServices);
