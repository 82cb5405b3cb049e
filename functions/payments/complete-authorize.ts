import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { checkAccepted } from '../../shared/payments/lifecycle.ts';
import { liveTakingServices } from '../../shared/payments/live-taking-services.ts';
import { mergeAddress } from '../../shared/payments/merge-address.ts';
import {
  checkClientSecret,
  checkProfile,
  mayBeSynced,
  type Payment,
} from '../../shared/payments/payment.ts';
import { presentPayment } from '../../shared/payments/present-payment.ts';
import {
  type CompleteAuthorizeRequest,
  completeAuthorize,
} from '../../shared/payments/progress-operations.ts';
import { type SyncServices, syncedPayment } from '../../shared/payments/sync-payment.ts';

/**
 * Goes on with a payment after its customer has acted: the connector is asked what came of that, so it
 * counts for nothing who says so. Where the goods go may be said on this occasion.
 */
export const complete = implement(completeAuthorize, {
  load: ({ merchantId, params }, { payments }: SyncServices) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: SyncServices, payment) {
    const { payments } = services;
    checkProfile(payment, caller);
    if (caller.kind === 'client') checkClientSecret(payment, caller.clientSecret, now);
    checkAccepted('complete_authorize', payment.status);
    if (mayBeSynced(payment)) {
      const request = { remainingMs, requestId };
      return presentPayment(
        await syncedPayment(payment, request, services, (current) => shippedTo(current, body, now)),
      );
    }
    const changed = shippedTo(payment, body, now);
    return presentPayment(changed === payment ? payment : await payments.save(changed));
  },
});

/** The payment with this shipping address; the very same where none is given. */
function shippedTo(
  payment: Payment,
  { shipping: given }: CompleteAuthorizeRequest,
  now: Date,
): Payment {
  if (!given) return payment;
  const shipping = mergeAddress(payment.terms.shipping ?? null, given);
  if (JSON.stringify(shipping) === JSON.stringify(payment.terms.shipping)) return payment;
  return { ...payment, terms: { ...payment.terms, shipping }, modifiedAt: now.toISOString() };
}

export const handler = lambda(complete, liveTakingServices);
