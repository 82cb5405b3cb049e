import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { mandateStore } from '#switch/mandates/mandate-store.ts';
import { revokeMandate } from '#switch/mandates/operations.ts';
import { type RevokeServices, revokeAndSave } from '#switch/mandates/revoke-mandate.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';

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
