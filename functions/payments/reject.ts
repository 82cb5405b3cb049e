import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { connectorOfPayment, referenceOf } from '../../shared/payments/connector-access.ts';
import { rejectReview } from '../../shared/payments/lifecycle/review-decision.ts';
import { applyVoidOutcome } from '../../shared/payments/lifecycle/voids.ts';
import { livePaymentServices } from '../../shared/payments/live-payment-services.ts';
import { checkProfile } from '../../shared/payments/payment.ts';
import type { PaymentServices } from '../../shared/payments/payment-services.ts';
import { presentPayment } from '../../shared/payments/response/present-payment.ts';
import { rejectPayment } from '../../shared/payments/risk/operations.ts';

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
