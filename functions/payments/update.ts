import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement, type Request } from '#platform/http/operation/implement.ts';
import { checkRequestSize } from '#platform/table/request-size.ts';
import { withRecord } from '#switch/customers/customer-copy.ts';
import { requestCustomerOf } from '#switch/customers/request-customer.ts';
import { upsertCustomer } from '#switch/customers/upsert-customer.ts';
import type { CardServices } from '#switch/payments/card-services.ts';
import { confirmStoredPayment } from '#switch/payments/confirm/confirm-payment.ts';
import { checkAccepted } from '#switch/payments/lifecycle/lifecycle.ts';
import { type PaymentInput, updated } from '#switch/payments/lifecycle/new-payment.ts';
import { liveCardServices } from '#switch/payments/live-card-services.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { updatePayment } from '#switch/payments/operations.ts';
import { checkProfile, type Payment } from '#switch/payments/payment.ts';
import { findCardRange, withCardRange } from '#switch/payments/payment-method-data/card-range.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import { attachPaymentMethod } from '#switch/payments/payment-source/attach-payment-method.ts';
import {
  attachedCardToDelete,
  auditContextOf,
  deleteVaultCard,
  isRefusal,
} from '#switch/payments/payment-source/attached-card.ts';
import { netAmount } from '#switch/payments/request/net-amount.ts';
import type { PaymentRequest } from '#switch/payments/request/payment-request.ts';
import { customerOf, requestFieldsOf } from '#switch/payments/request/terms.ts';
import { acceptMerchantChanges } from '#switch/payments/request/validate-client-changes.ts';
import { checkLengths, checkUpdate } from '#switch/payments/request/validate-request.ts';
import { presentPayment } from '#switch/payments/response/present-payment.ts';

type Services = PaymentServices & CardServices;

/**
 * Changes an unconfirmed payment. With `confirm` it is changed and confirmed in one save. Without
 * it a new card replaces the attached one, and without any payment method the payment requires one
 * again.
 */
export const update = implement(updatePayment, {
  precheck: checkLengths,

  load: ({ merchantId, params, body }, services: Services) =>
    Promise.all([
      services.payments.get(merchantId, params.payment_id),
      body.confirm ? services.configurations.current(merchantId) : undefined,
      findCardRange(body, services),
    ]),

  async run(
    { caller, body, now, remainingMs, requestId },
    services: Services,
    [payment, configuration, range],
  ) {
    const { merchantId } = caller;
    checkProfile(payment, caller);
    if (body.merchant_id && body.merchant_id !== merchantId) {
      throw new SwitchError('merchant_account_not_found');
    }
    const changed = changesOf(body, payment);
    const customer = requestCustomerOf(body).id ? {} : { customer_id: payment.customer?.id };
    const after = { ...body, ...customer, ...changed.requestFields, amount: changed.amountMinor };
    const hasAttachedMethod = (payment.attachedCard ?? payment.attachedMethod) !== undefined;
    checkUpdate(body, after, { hasAttachedMethod, now });
    checkAccepted('update', payment.status);

    const request = { body: withCardRange(body, range), now, remainingMs, requestId };
    const accepted = acceptMerchantChanges(payment, body);
    if (configuration) {
      const next = updated(accepted, { ...attachedBefore(payment), ...changed }, now);
      return presentPayment(await confirmStoredPayment(next, configuration, request, services));
    }
    return presentPayment(await saveChanged(accepted, changed, request, services));
  },
});

/** The payment method attached before. A confirm uses it unless the request brings its own. */
const attachedBefore = ({
  attachedCard,
  attachedMethod,
  attempt: { paymentMethodData },
}: Payment) =>
  (attachedCard ?? attachedMethod) && {
    ...(attachedCard && { attachedCard }),
    ...(attachedMethod !== undefined && { attachedMethod }),
    ...(paymentMethodData && { paymentMethodData }),
  };

/**
 * Saves the changed payment. Of the old and the new card, the vault keeps the one that was saved.
 */
async function saveChanged(
  payment: Payment,
  changed: PaymentInput,
  { body, now, requestId }: Pick<Request<typeof updatePayment>, 'body' | 'now' | 'requestId'>,
  services: Services,
): Promise<Payment> {
  const { payments, customers } = services;
  const { merchantId, id: paymentId, expiresAt } = payment;
  const context = { merchantId, paymentId, expiresAt, requestId, now };
  const auditContext = auditContextOf(context);
  checkRequestSize(updated(payment, changed, now));
  const record = await upsertCustomer(merchantId, requestCustomerOf(body), customers, now);
  const completed = withRecord(changed, record);
  if (completed !== changed) checkRequestSize(updated(payment, completed, now));
  const attached = await attachPaymentMethod(body, context, services);
  const next = updated(payment, { ...completed, ...attached }, now);
  try {
    const saved = await payments.save(next);
    const before = attachedCardToDelete(payment);
    if (before !== saved.attachedCard?.token) await deleteVaultCard(before, auditContext, services);
    return saved;
  } catch (error) {
    if (isRefusal(error)) await deleteVaultCard(attachedCardToDelete(next), auditContext, services);
    throw error;
  }
}

/** Fields that an update removes unless it states them. */
const resetFields = [
  'business_country',
  'business_label',
  'enable_overcapture',
  'surcharge_details',
] as const;

function changesOf(body: PaymentRequest, payment: Payment): PaymentInput {
  const remaining = Object.entries(payment.requestFields).filter(
    ([name]) => !resetFields.some((one) => one === name),
  );
  // The session keeps its end.
  const { session_expiry: _, ...request } = body;
  const requestFields = requestFieldsOf(request, Object.fromEntries(remaining));
  const amountMinor = body.amount ?? payment.amountMinor;
  const customer = customerOf(body, payment.customer);
  return {
    amountMinor,
    netAmountMinor: netAmount({ ...requestFields, amount: amountMinor }),
    currency: body.currency ?? payment.currency,
    requestFields,
    ...(customer && { customer }),
  };
}

export const handler = lambda(update, () => ({
  ...livePaymentServices(),
  ...liveCardServices(),
}));
