import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { incrementAuthorization } from '../../shared/payments/authorization-operations.ts';
import { connectorOfPayment, referenceOf } from '../../shared/payments/connector-access.ts';
import { checkExpressible } from '../../shared/payments/expressible-amount.ts';
import {
  applyIncrementOutcome,
  checkIncrement,
  startIncrement,
} from '../../shared/payments/lifecycle/incremental-authorization.ts';
import { livePaymentServices } from '../../shared/payments/live-payment-services.ts';
import { checkProfile } from '../../shared/payments/payment.ts';
import type { PaymentServices } from '../../shared/payments/payment-services.ts';
import { presentPayment } from '../../shared/payments/response/present-payment.ts';

type Services = Omit<PaymentServices, 'switchUrl'>;

/**
 * Raises the authorized amount of a payment.
 *
 * The increment is saved before the request to the connector, and while it is pending nothing is
 * captured or voided. So of racing increments only one is sent. When its answer is lost, a sync
 * finds the outcome in the authorized amount.
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
