import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { isSwitchError } from '#platform/errors.ts';
import { isIdempotencyKeyReuse } from '#platform/table/put-idempotently.ts';
import { checkRequestSize } from '#platform/table/request-size.ts';
import { withRecord } from '../../customers/customer-copy.ts';
import { requestCustomerOf } from '../../customers/request-customer.ts';
import { upsertCustomer } from '../../customers/upsert-customer.ts';
import type { CardServices } from '../card-services.ts';
import { type NewPayment, newPayment } from '../lifecycle/new-payment.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { attachPaymentMethod } from '../payment-source/attach-payment-method.ts';
import {
  attachedCardToDelete,
  auditContextOf,
  deleteVaultCard,
} from '../payment-source/attached-card.ts';
import { withNetworkTransactionCard } from '../request/network-transaction-card.ts';
import type { ConfirmRequest } from './confirm-context.ts';
import { executePlan } from './execute-plan.ts';
import { loadConfirm } from './load-confirm.ts';
import { planPayment } from './plan-payment.ts';

type Services = PaymentServices & CardServices;

/** How a new payment is saved. */
interface CreateContext {
  /** Throws `payment_exists` when the id is taken. */
  save(payment: Payment): Promise<Payment>;
  /**
   * The ephemeral key for the customer's app, created in parallel with the payment's first save.
   */
  readonly key: { begin(): void; shown(): Promise<unknown> };
}

/**
 * Creates a payment and confirms it at once. The first save writes it as `processing`, so the id is
 * taken and the payment can be synced before the authorization is sent.
 *
 * @throws SwitchError those of `executePlan` and `save`
 */
export async function createAndConfirm(
  drafted: NewPayment,
  configuration: Configuration,
  request: ConfirmRequest,
  services: Services,
  { save, key }: CreateContext,
): Promise<Payment> {
  const payment = newPayment(drafted);
  checkRequestSize(payment);
  const whole = withNetworkTransactionCard(request.body, request.now);
  const loaded = await loadConfirm({ ...request, payment, configuration, whole }, services);
  const plan = planPayment(loaded);
  // The authorization does not wait for the key.
  key.begin();
  return executePlan({ ...loaded, plan }, services, save);
}

/**
 * Creates an unconfirmed payment with the data of its customer's record, and attaches its card in
 * the vault. When the payment cannot be created, its card is deleted again.
 *
 * @throws SwitchError `customer_not_found` for a deleted customer, and those of
 * `attachPaymentMethod` and `save`
 */
export async function createUnconfirmed(
  stated: NewPayment,
  { body, now, requestId }: Pick<ConfirmRequest, 'body' | 'now' | 'requestId'>,
  services: Services,
  { save, key }: CreateContext,
): Promise<Payment> {
  const { merchantId, id: paymentId } = stated;
  checkRequestSize(newPayment(stated));
  const record = await upsertCustomer(merchantId, requestCustomerOf(body), services.customers, now);
  const drafted = withRecord(stated, record);
  const withoutMethod = newPayment(drafted);
  const { expiresAt } = withoutMethod;
  if (drafted !== stated) checkRequestSize(withoutMethod);
  const context = { merchantId, paymentId, expiresAt, requestId, now };
  const attached = await attachPaymentMethod(body, context, services);
  const payment = newPayment({ ...drafted, ...attached });
  const deleteAttachedCard = () =>
    deleteVaultCard(attachedCardToDelete(payment), auditContextOf(context), services);
  try {
    checkRequestSize(payment);
  } catch (error) {
    await deleteAttachedCard();
    throw error;
  }

  try {
    const [saved] = await Promise.all([save(payment), key.shown()]);
    return saved;
  } catch (error) {
    if (isSwitchError(error, 'payment_exists') || isIdempotencyKeyReuse(error)) {
      await deleteAttachedCard();
    }
    throw error;
  }
}
