import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { checkProfile } from '../../shared/payments/payment.ts';
import { type PaymentStore, paymentStore } from '../../shared/payments/payment-store.ts';
import { presentRouting } from '../../shared/payments/response/present-routing.ts';
import { explainRouting } from '../../shared/routing/explain-operations.ts';
import { liveTable } from '../../shared/table/table.ts';

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
