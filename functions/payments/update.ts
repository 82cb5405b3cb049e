import { rememberCustomer } from '../../shared/customers/remember-customer.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement, type Request } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { CardServices } from '../../shared/payments/card-services.ts';
import { take } from '../../shared/payments/confirm/confirm-payment.ts';
import { checkAccepted } from '../../shared/payments/lifecycle/lifecycle.ts';
import { type Stated, updated } from '../../shared/payments/lifecycle/new-payment.ts';
import { liveCardServices } from '../../shared/payments/live-card-services.ts';
import { liveTakingServices } from '../../shared/payments/live-payment-services.ts';
import { updatePayment } from '../../shared/payments/operations.ts';
import { checkProfile, type Payment } from '../../shared/payments/payment.ts';
import { rangeOf, withRange } from '../../shared/payments/payment-method-data/card-range.ts';
import type { TakingServices } from '../../shared/payments/payment-services.ts';
import { heldMeans } from '../../shared/payments/payment-source/attach-payment-method.ts';
import {
  aboutPayment,
  forgotten,
  isRefusal,
  ownHeldCard,
} from '../../shared/payments/payment-source/attached-card.ts';
import { netAmount } from '../../shared/payments/request/net-amount.ts';
import type { PaymentRequest } from '../../shared/payments/request/payment-request.ts';
import { mergedCustomer } from '../../shared/payments/request/request-customer.ts';
import { customerOf, termsOf } from '../../shared/payments/request/terms.ts';
import { heardFromMerchant } from '../../shared/payments/request/validate-client-changes.ts';
import { checkLengths, checkUpdate } from '../../shared/payments/request/validate-request.ts';
import { presentPayment } from '../../shared/payments/response/present-payment.ts';
import { checkFilled } from '../../shared/table/filled-part.ts';

type Services = TakingServices & CardServices;

/**
 * Changes a payment that nobody has confirmed. With `confirm` it is taken at once, as changed: both
 * are saved together. Without it a new card takes the place of the one that waited in the vault, and
 * where there is none the payment waits for a card again.
 */
export const update = implement(updatePayment, {
  precheck: checkLengths,

  load: ({ merchantId, params, body }, services: Services) =>
    Promise.all([
      services.payments.get(merchantId, params.payment_id),
      body.confirm ? services.configurations.current(merchantId) : undefined,
      rangeOf(body, services),
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
    const customer = mergedCustomer(body).id ? {} : { customer_id: payment.customer?.id };
    const after = { ...body, ...customer, ...changed.terms, amount: changed.amountMinor };
    const hasHeldMeans = (payment.heldCard ?? payment.heldMethod) !== undefined;
    checkUpdate(body, after, { hasHeldMeans, now });
    checkAccepted('update', payment.status);

    const request = { body: withRange(body, range), now, remainingMs, requestId };
    const heard = heardFromMerchant(payment, body);
    if (configuration) {
      const next = updated(heard, { ...heldBefore(payment), ...changed }, now);
      return presentPayment(await take(next, configuration, request, services));
    }
    return presentPayment(await changedTo(heard, changed, request, services));
  },
});

/** What a payment keeps of its means; it is what the confirm pays with, unless that brings its own. */
const heldBefore = ({ heldCard, heldMethod, attempt: { paymentMethodData } }: Payment) =>
  (heldCard ?? heldMethod) && {
    ...(heldCard && { heldCard }),
    ...(heldMethod !== undefined && { heldMethod }),
    ...(paymentMethodData && { paymentMethodData }),
  };

/** Saves the changed payment. Of the old card and the new one the vault keeps what was saved. */
async function changedTo(
  payment: Payment,
  changed: Stated,
  { body, now, requestId }: Pick<Request<typeof updatePayment>, 'body' | 'now' | 'requestId'>,
  services: Services,
): Promise<Payment> {
  const { payments, customers } = services;
  const { merchantId, id: paymentId, expiresAt } = payment;
  const holding = { merchantId, paymentId, expiresAt, requestId, now };
  const about = aboutPayment(holding);
  checkFilled(updated(payment, changed, now));
  await rememberCustomer(merchantId, mergedCustomer(body), customers, now);
  const next = updated(payment, { ...changed, ...(await heldMeans(body, holding, services)) }, now);
  try {
    const saved = await payments.save(next);
    const before = ownHeldCard(payment);
    if (before !== saved.heldCard?.token) await forgotten(before, about, services);
    return saved;
  } catch (error) {
    if (isRefusal(error)) await forgotten(ownHeldCard(next), about, services);
    throw error;
  }
}

/** Terms that an update without them takes away. */
const statedAnew = [
  'business_country',
  'business_label',
  'enable_overcapture',
  'surcharge_details',
] as const;

function changesOf(body: PaymentRequest, payment: Payment): Stated {
  const kept = Object.entries(payment.terms).filter(
    ([name]) => !statedAnew.some((one) => one === name),
  );
  // A session ends when it was said to end.
  const { session_expiry: _, ...request } = body;
  const terms = termsOf(request, Object.fromEntries(kept));
  const amountMinor = body.amount ?? payment.amountMinor;
  const customer = customerOf(body, payment.customer);
  return {
    amountMinor,
    netAmountMinor: netAmount({ ...terms, amount: amountMinor }),
    currency: body.currency ?? payment.currency,
    terms,
    ...(customer && { customer }),
  };
}

export const handler = lambda(update, () => ({
  ...liveTakingServices(),
  ...liveCardServices(),
}));
