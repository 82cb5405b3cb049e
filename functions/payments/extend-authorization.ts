import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { extendAuthorization } from '#switch/payments/authorization-operations.ts';
import { connectorOfPayment, referenceOf } from '#switch/payments/connector-access.ts';
import {
  applyExtensionOutcome,
  checkExtension,
} from '#switch/payments/lifecycle/extended-authorization.ts';
import { checkAccepted } from '#switch/payments/lifecycle/lifecycle.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { checkProfile } from '#switch/payments/payment.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import { presentPayment } from '#switch/payments/response/present-payment.ts';

type Services = Omit<PaymentServices, 'switchUrl'>;

/** Extends a payment's authorization. A repeated request extends it again, and moves no money. */
export const extend = implement(extendAuthorization, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, remainingMs, requestId }, services: Services, payment) {
    const { payments, connectors, clock } = services;
    checkProfile(payment, caller);
    checkExtension(payment);
    const access = await connectorOfPayment(payment, 'extend', services);
    const outcome = await connectors({ remainingMs, requestId }).extend(
      access,
      referenceOf(payment),
    );
    const settled = await payments.settle(payment, (current) =>
      applyExtensionOutcome(current, outcome, clock()),
    );
    // A payment captured or voided meanwhile has no authorization to extend.
    checkAccepted('extend_authorization', settled.status);
    return presentPayment(settled);
  },
});

export const handler = lambda(extend, livePaymentServices);
