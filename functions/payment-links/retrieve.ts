import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { retrievePaymentLink } from '../../shared/payment-links/operations.ts';
import {
  type PaymentLinkStore,
  paymentLinkStore,
} from '../../shared/payment-links/payment-link-store.ts';
import { presentPaymentLink } from '../../shared/payment-links/present-payment-link.ts';
import { checkClientSecret } from '../../shared/payments/payment.ts';
import { type PaymentStore, paymentStore } from '../../shared/payments/payment-store.ts';
import { liveTable } from '../../shared/table/table.ts';

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
