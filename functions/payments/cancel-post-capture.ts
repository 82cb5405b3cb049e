import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { holderOf, referenceOf } from '../../shared/payments/connector-access.ts';
import {
  applyPostCaptureVoidOutcome,
  checkPostCaptureVoid,
  postCaptureVoidAsked,
} from '../../shared/payments/lifecycle/voids.ts';
import { liveTakingServices } from '../../shared/payments/live-payment-services.ts';
import { cancelPostCapturePayment } from '../../shared/payments/operations.ts';
import { checkProfile } from '../../shared/payments/payment.ts';
import type { TakingServices } from '../../shared/payments/payment-services.ts';
import { presentPayment } from '../../shared/payments/response/present-payment.ts';

type Services = Omit<TakingServices, 'random' | 'switchUrl'>;

/**
 * Voids a captured payment before it is settled. Nothing of it can be refunded from the moment that
 * this is written down, which is before the connector is asked.
 */
export const cancelPostCapture = implement(cancelPostCapturePayment, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: Services, payment) {
    const { payments, connectors, clock } = services;
    checkProfile(payment, caller);
    checkPostCaptureVoid(payment);
    const access = await holderOf(payment, 'voidCaptured', services);
    const reason = body.cancellation_reason ?? undefined;
    const saved = await payments.saveProgress(postCaptureVoidAsked(payment, reason, now));
    const request = { remainingMs, requestId };
    const outcome = await connectors(request).voidCaptured(access, referenceOf(saved));
    return presentPayment(
      await payments.settle(saved, (current) =>
        applyPostCaptureVoidOutcome(current, outcome, clock()),
      ),
    );
  },
});

export const handler = lambda(cancelPostCapture, liveTakingServices);
