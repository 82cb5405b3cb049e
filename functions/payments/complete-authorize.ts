import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { isSame, unauthorizedChange } from '#switch/callers/stated-fields.ts';
import { checkAccepted } from '#switch/payments/lifecycle/lifecycle.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import {
  checkClientSecret,
  checkProfile,
  mayBeSynced,
  type Payment,
} from '#switch/payments/payment.ts';
import type { BroughtBack } from '#switch/payments/redirect/brought-back.ts';
import { completeOrSync } from '#switch/payments/redirect/complete-payment.ts';
import {
  type CompleteAuthorizeRequest,
  completeAuthorize,
} from '#switch/payments/redirect/operations.ts';
import { checkTaxed } from '#switch/payments/request/taxed-order.ts';
import {
  acceptMerchantChanges,
  withClientShipping,
} from '#switch/payments/request/validate-client-changes.ts';
import { presentFor } from '#switch/payments/response/present-payment.ts';
import type { SyncServices } from '#switch/payments/sync-payment.ts';
import { mergeAddress } from '#vocabulary/merge-address.ts';

/**
 * Continues a payment after its customer's challenge. The connector finishes it, where it finishes
 * payments so; otherwise the switch syncs it. The caller's statements about the outcome are
 * ignored. The request may state the shipping address.
 */
export const complete = implement(completeAuthorize, {
  load: ({ merchantId, params }, { payments }: SyncServices) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: SyncServices, payment) {
    const { payments } = services;
    checkProfile(payment, caller);
    if (caller.kind === 'client') checkClientSecret(payment, caller.clientSecret, now);
    checkAccepted('complete_authorize', payment.status);
    const { shipping } = body;
    const changed =
      caller.kind === 'client'
        ? withClientShippingOf(payment, shipping)
        : withShipping(payment, shipping);
    if (changed !== payment) checkTaxed(changed);
    // Saved before the sync, because after it the client may not change the payment any more.
    const saved =
      changed === payment
        ? payment
        : await payments.save({ ...changed, modifiedAt: now.toISOString() });
    if (!mayBeSynced(saved)) return presentFor(caller, saved);
    const completed = await completeOrSync(
      saved,
      statedIn(body),
      { remainingMs, requestId },
      services,
    );
    return presentFor(caller, completed);
  },
});

type Shipping = CompleteAuthorizeRequest['shipping'];

/**
 * The caller's fact about the challenge, in place of the browser's: whether the 3-D Secure method
 * ran.
 */
const statedIn = ({
  threeds_method_comp_ind: methodRan,
}: CompleteAuthorizeRequest): BroughtBack => ({
  query: {},
  form: { ...(methodRan != null && { threeds_method_comp_ind: methodRan }) },
});

/** The payment with this shipping address; the same object when none is stated. */
function withShipping(payment: Payment, given: Shipping): Payment {
  if (!given) return payment;
  const shipping = mergeAddress(payment.requestFields.shipping ?? null, given);
  if (isSame(shipping, payment.requestFields.shipping)) return payment;
  return acceptMerchantChanges(
    { ...payment, requestFields: { ...payment.requestFields, shipping } },
    { shipping: given },
  );
}

/**
 * The same for a client: only while the payment awaits its customer, and only fields that the
 * merchant has not stated. Afterwards the merchant, or a reviewer, decides on the address known
 * then.
 */
function withClientShippingOf(payment: Payment, given: Shipping): Payment {
  if (!given) return payment;
  const changed = withClientShipping(payment, given);
  if (isSame(changed.requestFields.shipping, payment.requestFields.shipping)) return payment;
  if (payment.status !== 'requires_customer_action') throw unauthorizedChange('shipping');
  return changed;
}

export const handler = lambda(complete, livePaymentServices);
