import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { mandateStore } from '../../shared/mandates/mandate-store.ts';
import { revokeMandate } from '../../shared/mandates/operations.ts';
import { type RevokeServices, revokeAndSave } from '../../shared/mandates/revoke-mandate.ts';
import { paymentMethodStore } from '../../shared/payment-methods/payment-method-store.ts';
import { livePaymentServices } from '../../shared/payments/live-payment-services.ts';
import { liveTable } from '../../shared/table/table.ts';

/** Revokes a mandate: nothing charges it any more. */
export const revoke = implement(revokeMandate, {
  load: ({ merchantId, params }, { mandates }: RevokeServices) =>
    mandates.get(merchantId, params.mandate_id),

  async run({ now, remainingMs, requestId }, services: RevokeServices, mandate) {
    const { id, status } = await revokeAndSave(mandate, { now, remainingMs, requestId }, services);
    return { mandate_id: id, status, error_code: null, error_message: null };
  },
});

export const handler = lambda(revoke, () => ({
  ...livePaymentServices(),
  mandates: mandateStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
}));
