import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { connectorOfPayment, referenceOf } from '#switch/payments/connector-access.ts';
import { rejectReview } from '#switch/payments/lifecycle/review-decision.ts';
import { applyVoidOutcome } from '#switch/payments/lifecycle/voids.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { checkProfile } from '#switch/payments/payment.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import { presentPayment } from '#switch/payments/response/present-payment.ts';
import { rejectPayment } from '#switch/payments/risk/operations.ts';

type Services = Omit<PaymentServices, 'switchUrl'>;

/** Rejects a payment under fraud review and voids its authorization. */
export const reject = implement(rejectPayment, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: Services, payment) {
    const { payments, connectors, clock } = services;
    checkProfile(payment, caller);
    const rejected = rejectReview(payment, body.cancellation_reason ?? undefined, now);
    const access = await connectorOfPayment(payment, 'void', services);
    const connector = connectors({ remainingMs, requestId });
    connector.prepare(access);
    const saved = await payments.saveProgress(rejected);
    const outcome = await connector.void(access, referenceOf(saved));
    return presentPayment(
      await payments.settle(saved, (current) => applyVoidOutcome(current, outcome, clock())),
    );
  },
});

export const handler = lambda(reject, livePaymentServices);
