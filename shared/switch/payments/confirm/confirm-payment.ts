import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { CardServices } from '../card-services.ts';
import { allowsManualRetry, checkConfirmable } from '../lifecycle/manual-retry.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { checkTaxed } from '../request/taxed-order.ts';
import { checkMandate } from '../request/validate-mandate.ts';
import { checkReadyToConfirm } from '../request/validate-request.ts';
import type { ConfirmRequest } from './confirm-context.ts';
import { executePlan } from './execute-plan.ts';
import { completeRequest, loadConfirm } from './load-confirm.ts';
import { planPayment } from './plan-payment.ts';

/**
 * Confirms a stored payment: loads the payment source, plans, saves the payment as `processing`,
 * and authorizes it.
 *
 * @param stored as it was read, with the other changes that the request makes
 * @param configuration of the merchant, as it was when the request came
 * @throws SwitchError every refusal before anything is saved; `concurrent_update` when another
 * request changed the payment meanwhile; `payment_blocked`
 */
export async function confirmStoredPayment(
  stored: Payment,
  configuration: Configuration,
  request: ConfirmRequest,
  services: PaymentServices & CardServices,
): Promise<Payment> {
  const manualRetry = allowsManualRetry(configuration, stored);
  checkConfirmable(stored, { manualRetry, now: request.now });
  const whole = await completeRequest(request, stored, configuration, services);
  checkReadyToConfirm(whole, { stated: request.body });
  checkMandate({ ...whole, confirm: true }, 'create');

  const checked = { ...request, payment: stored, configuration, whole };
  const loaded = await loadConfirm(checked, services);
  const plan = planPayment(loaded);
  checkTaxed({ ...stored, requestFields: plan.confirmation.requestFields });
  return executePlan({ ...loaded, plan }, services, (processing) =>
    saveOver(stored, processing, services),
  );
}

/** Saves the payment over the version that was read. An attempt that failed is stored beside it. */
async function saveOver(
  stored: Payment,
  processing: Payment,
  { payments }: PaymentServices,
): Promise<Payment> {
  if (processing.attempt.id !== stored.attempt.id) {
    await payments.keepEarlier(stored, { attempts: [stored.attempt] });
  }
  return payments.save(processing);
}
