import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { retrievePaymentLink } from '#switch/payment-links/operations.ts';
import {
  type PaymentLinkStore,
  paymentLinkStore,
} from '#switch/payment-links/payment-link-store.ts';
import { presentPaymentLink } from '#switch/payment-links/present-payment-link.ts';
import { checkClientSecret } from '#switch/payments/payment.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';

interface Services {
  readonly paymentLinks: PaymentLinkStore;
  readonly payments: Pick<PaymentStore, 'get'>;
}

/** Retrieves a payment link with its payment's current state. */
export const retrieve = implement(retrievePaymentLink, {
  load: async ({ merchantId, params }, { paymentLinks, payments }: Services) => {
    const { paymentId } = await paymentLinks.get(merchantId, params.payment_link_id);
    return payments.get(merchantId, paymentId);
  },

  run: async ({ caller, now }, _services, payment) => {
    const { profileId } = caller;
    if (profileId !== undefined && payment.profileId !== profileId) {
      throw new SwitchError('payment_link_not_found');
    }
    if (caller.kind === 'client') checkClientSecret(payment, caller.clientSecret, now);
    return presentPaymentLink(payment, now);
  },
});

export const handler = lambda(retrieve, () => ({
  paymentLinks: paymentLinkStore(liveTable()),
  payments: paymentStore(liveTable()),
}));
