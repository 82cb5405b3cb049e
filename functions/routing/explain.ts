import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkProfile } from '#switch/payments/payment.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';
import { presentRouting } from '#switch/payments/response/present-routing.ts';
import { explainRouting } from '#switch/routing/explain-operations.ts';

interface Services {
  readonly payments: Pick<PaymentStore, 'getWhole'>;
}

/** Shows how a payment found its connector account, attempt by attempt. */
export const explain = implement(explainRouting, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.getWhole(merchantId, params.payment_id),

  async run({ caller }, _: Services, whole) {
    checkProfile(whole.payment, caller);
    return presentRouting(whole);
  },
});

export const handler = lambda(explain, () => ({ payments: paymentStore(liveTable()) }));
