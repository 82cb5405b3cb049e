import { withRecord } from '../../shared/customers/customer-copy.ts';
import { upsertCustomer } from '../../shared/customers/upsert-customer.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement, type Request } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { CardServices } from '../../shared/payments/card-services.ts';
import { confirmStoredPayment } from '../../shared/payments/confirm/confirm-payment.ts';
import { checkAccepted } from '../../shared/payments/lifecycle/lifecycle.ts';
import { type PaymentInput, updated } from '../../shared/payments/lifecycle/new-payment.ts';
import { liveCardServices } from '../../shared/payments/live-card-services.ts';
import { livePaymentServices } from '../../shared/payments/live-payment-services.ts';
import { updatePayment } from '../../shared/payments/operations.ts';
import { checkProfile, type Payment } from '../../shared/payments/payment.ts';
import {
  findCardRange,
  withCardRange,
} from '../../shared/payments/payment-method-data/card-range.ts';
import type { PaymentServices } from '../../shared/payments/payment-services.ts';
import { attachPaymentMethod } from '../../shared/payments/payment-source/attach-payment-method.ts';
import {
  attachedCardToDelete,
  auditContextOf,
  deleteVaultCard,
  isRefusal,
} from '../../shared/payments/payment-source/attached-card.ts';
import { netAmount } from '../../shared/payments/request/net-amount.ts';
import type { PaymentRequest } from '../../shared/payments/request/payment-request.ts';
import { requestCustomerOf } from '../../shared/payments/request/request-customer.ts';
import { customerOf, requestFieldsOf } from '../../shared/payments/request/terms.ts';
import { acceptMerchantChanges } from '../../shared/payments/request/validate-client-changes.ts';
import { checkLengths, checkUpdate } from '../../shared/payments/request/validate-request.ts';
import { presentPayment } from '../../shared/payments/response/present-payment.ts';
import { checkRequestSize } from '../../shared/table/request-size.ts';

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
