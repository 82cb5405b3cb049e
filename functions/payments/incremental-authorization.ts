import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { incrementAuthorization } from '#switch/payments/authorization-operations.ts';
import { connectorOfPayment, referenceOf } from '#switch/payments/connector-access.ts';
import { checkExpressible } from '#switch/payments/expressible-amount.ts';
import {
  applyIncrementOutcome,
  checkIncrement,
  startIncrement,
} from '#switch/payments/lifecycle/incremental-authorization.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { checkProfile } from '#switch/payments/payment.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import { presentPayment } from '#switch/payments/response/present-payment.ts';

type Services = Omit<PaymentServices, 'switchUrl'>;

/**
 * Raises the authorized amount of a payment.
 *
 * The increment is saved before the request to the connector, and while it is pending nothing is
 * captured or voided. Of racing increments only one is sent. When its answer is lost, a sync finds
 * the outcome in the authorized amount.
 */
export const increment = implement(incrementAuthorization, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: Services, payment) {
    const { payments, connectors, clock } = services;
    checkProfile(payment, caller);
    checkIncrement(payment, body.amount);
    const access = await connectorOfPayment(payment, 'increment', services);
    checkExpressible(access, body.amount, payment.currency, 'amount');
    const input = { totalMinor: body.amount, reason: body.reason ?? undefined };
    const started = startIncrement(payment, input, now);
    const connector = connectors({ remainingMs, requestId });
    connector.prepare(access);
    const saved = await payments.save(started.payment);
    const outcome = await connector.increment(access, {
      ...referenceOf(saved),
      incrementReference: started.increment.id,
      totalMinor: body.amount,
    });
    const settled = await payments.settle(saved, (current) =>
      applyIncrementOutcome(current, started.increment.id, outcome, clock()),
    );
    return presentPayment(settled);
  },
});

export const handler = lambda(increment, livePaymentServices);
