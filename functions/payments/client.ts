import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listForPayment } from '../../shared/payment-methods/merchant-list-operations.ts';
import {
  type MerchantListServices,
  ofPayment,
} from '../../shared/payment-methods/offer-to-payer.ts';
import { checkClientSecret } from '../../shared/payments/payment.ts';
import { paymentStore } from '../../shared/payments/payment-store.ts';
import { liveTable } from '../../shared/table/table.ts';

/** Shows the page of a payment what can be paid with. */
export const client = implement(listForPayment, {
  load: ({ merchantId, params }, { payments }: MerchantListServices) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, now }, services: MerchantListServices, payment) {
    checkClientSecret(payment, caller.clientSecret, now);
    return ofPayment(payment, services);
  },
});

export const handler = lambda(client, () => ({
  configurations: configurationStore(liveTable()),
  payments: paymentStore(liveTable()),
}));
