import { type CustomerStore, customerStore } from '../../shared/customers/customer-store.ts';
import { rememberCustomer } from '../../shared/customers/remember-customer.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { checkAccepted } from '../../shared/payments/lifecycle.ts';
import { liveTakingServices } from '../../shared/payments/live-taking-services.ts';
import { mergedCustomer } from '../../shared/payments/merged-customer.ts';
import { netAmount } from '../../shared/payments/net-amount.ts';
import { updatePayment } from '../../shared/payments/operations.ts';
import {
  type Changed,
  checkProfile,
  type Payment,
  updated,
} from '../../shared/payments/payment.ts';
import { presentPayment } from '../../shared/payments/present-payment.ts';
import type { PaymentRequest } from '../../shared/payments/request.ts';
import { checkLengths, checkUpdate } from '../../shared/payments/request-rules.ts';
import { type TakingServices, take } from '../../shared/payments/take-payment.ts';
import { customerOf, keptMethod, termsOf } from '../../shared/payments/terms.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services extends TakingServices {
  readonly customers: CustomerStore;
}

/**
 * Changes a payment that nobody has confirmed. With `confirm` it is taken at once, as changed: both
 * are saved together.
 */
export const update = implement(updatePayment, {
  precheck: checkLengths,

  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: Services, payment) {
    const { payments, customers } = services;
    const { merchantId } = caller;
    checkProfile(payment, caller);
    if (body.merchant_id && body.merchant_id !== merchantId) {
      throw new SwitchError('merchant_account_not_found');
    }
    const changed = changesOf(body, payment);
    checkUpdate(body, { ...body, ...changed.terms, amount: changed.amountMinor }, now);
    checkAccepted('update', payment.status);

    const next = updated(payment, changed, now);
    if (body.confirm) {
      return presentPayment(await take(next, { body, now, remainingMs, requestId }, services));
    }
    await rememberCustomer(merchantId, mergedCustomer(body), customers, now);
    return presentPayment(await payments.save(next));
  },
});

/** Terms that an update without them takes away. */
const statedAnew = [
  'business_country',
  'business_label',
  'enable_overcapture',
  'surcharge_details',
] as const;

function changesOf(body: PaymentRequest, payment: Payment): Changed {
  const kept = Object.entries(payment.terms).filter(
    ([name]) => !statedAnew.some((one) => one === name),
  );
  // A session ends when it was said to end.
  const { session_expiry: _, ...request } = body;
  const terms = termsOf(request, Object.fromEntries(kept));
  const amountMinor = body.amount ?? payment.amountMinor;
  const customer = customerOf(body, payment.customer);
  const paymentMethodData = keptMethod(body);
  return {
    amountMinor,
    netAmountMinor: netAmount({ ...terms, amount: amountMinor }),
    currency: body.currency ?? payment.currency,
    terms,
    ...(customer && { customer }),
    ...(paymentMethodData && { paymentMethodData }),
  };
}

export const handler = lambda(update, () => ({
  ...liveTakingServices(),
  customers: customerStore(liveTable()),
}));
