import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import type { CardServices } from '#switch/payments/card-services.ts';
import { connectorOfPayment, referenceOf } from '#switch/payments/connector-access.ts';
import {
  applyVoidOutcome,
  cancelled,
  checkCancel,
  needsVoid,
  startVoid,
} from '#switch/payments/lifecycle/voids.ts';
import { liveCardServices } from '#switch/payments/live-card-services.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { cancelPayment } from '#switch/payments/operations.ts';
import { checkProfile } from '#switch/payments/payment.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import {
  attachedCardToDelete,
  auditContextOf,
  deleteVaultCard,
} from '#switch/payments/payment-source/attached-card.ts';
import { presentPayment } from '#switch/payments/response/present-payment.ts';

type Services = Omit<PaymentServices, 'switchUrl'> & Pick<CardServices, 'vault'>;

/**
 * Cancels a payment. When a connector has authorized it, a void is saved and then sent; a
 * concurrent confirm or capture either wins or loses that save. A card attached to the payment is
 * deleted from the vault.
 */
export const cancel = implement(cancelPayment, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: Services, payment) {
    const { payments, connectors, clock } = services;
    checkProfile(payment, caller);
    checkCancel(payment);
    const reason = body.cancellation_reason ?? undefined;
    const { connectorName = '' } = payment.attempt;
    const connector = connectors({ remainingMs, requestId });
    if (!needsVoid(payment, connector.canDo({ connectorName }, 'void'))) {
      const saved = await payments.saveProgress(cancelled(payment, reason, now));
      const { merchantId, id: paymentId } = payment;
      const auditContext = auditContextOf({ merchantId, paymentId, requestId, now });
      await deleteVaultCard(attachedCardToDelete(payment), auditContext, services);
      return presentPayment(saved);
    }

    const access = await connectorOfPayment(payment, 'void', services);
    connector.prepare(access);
    const saved = await payments.saveProgress(startVoid(payment, reason, now));
    const outcome = await connector.void(access, referenceOf(saved));
    return presentPayment(
      await payments.settle(saved, (current) => applyVoidOutcome(current, outcome, clock())),
    );
  },
});

export const handler = lambda(cancel, () => ({ ...livePaymentServices(), ...liveCardServices() }));
