import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { incrementAuthorization } from '../../shared/payments/authorization-operations.ts';
import { connectorOfPayment, referenceOf } from '../../shared/payments/connector-access.ts';
import {
  applyIncrementOutcome,
  checkIncrement,
  startIncrement,
} from '../../shared/payments/lifecycle/incremental-authorization.ts';
import { livePaymentServices } from '../../shared/payments/live-payment-services.ts';
import { checkProfile } from '../../shared/payments/payment.ts';
import type { PaymentServices } from '../../shared/payments/payment-services.ts';
import { presentPayment } from '../../shared/payments/response/present-payment.ts';

type Services = Omit<PaymentServices, 'random' | 'switchUrl'>;

/**
 * Reserves more for a payment.
 *
 * The wish is written down before the connector is asked, and while it is open nothing is captured or
 * voided: so of two racing wishes one is asked for, and one whose answer is lost is found by the guard
 * in the amount that the connector then speaks of.
 */
export const increment = implement(incrementAuthorization, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: Services, payment) {
    const { payments, connectors, clock } = services;
    checkProfile(payment, caller);
    checkIncrement(payment, body.amount);
    const access = await connectorOfPayment(payment, 'increment', services);
    const input = { totalMinor: body.amount, reason: body.reason ?? undefined };
    const asked = startIncrement(payment, input, now);
    const saved = await payments.save(asked.payment);
    const outcome = await connectors({ remainingMs, requestId }).increment(access, {
      ...referenceOf(saved),
      incrementReference: asked.increment.id,
      totalMinor: body.amount,
    });
    const settled = await payments.settle(saved, (current) =>
      applyIncrementOutcome(current, asked.increment.id, outcome, clock()),
    );
    return presentPayment(settled);
  },
});

export const handler = lambda(increment, livePaymentServices);
