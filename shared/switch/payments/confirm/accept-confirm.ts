import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import type { Caller } from '#platform/http/callers/caller.ts';
import { withClientAttempt } from '../lifecycle/client-attempts.ts';
import { allowsManualRetry, checkConfirmable } from '../lifecycle/manual-retry.ts';
import { checkClientSecret, checkProfile, type Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { netAmount } from '../request/net-amount.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { requestFieldsOf } from '../request/terms.ts';
import {
  type AcceptedChanges,
  acceptClientChanges,
  acceptMerchantChanges,
} from '../request/validate-client-changes.ts';
import { checkAmountToCapture, checkConfirm } from '../request/validate-request.ts';
import { withoutDecided, withoutEvasion } from './stated-choices.ts';

/** A request to confirm a payment, with its sender. */
export interface StatedConfirm {
  readonly caller: Extract<Caller, { readonly kind: 'merchant' | 'client' }>;
  readonly body: PaymentRequest;
  readonly now: Date;
}

/**
 * Checks a request to confirm a payment, and the caller's rights. Returns the payment and the
 * request as they are confirmed, without the decisions that programs made for an earlier attempt.
 * The order of the checks decides which error a request with several mistakes gets.
 *
 * @throws SwitchError named in each check
 */
export async function acceptConfirm(
  stored: Payment,
  configuration: Configuration,
  { caller, body, now }: StatedConfirm,
  { customers }: Pick<PaymentServices, 'customers'>,
): Promise<AcceptedChanges> {
  const payment = withoutDecided(stored);
  checkProfile(payment, caller);
  checkConfirm(body, now);
  if (body.merchant_id && body.merchant_id !== payment.merchantId) {
    throw new SwitchError('merchant_account_not_found');
  }
  const isClient = caller.kind === 'client';
  if (isClient) checkClientSecret(payment, caller.clientSecret, now);
  // A payment that can't be confirmed is refused first, before the checks of this caller's rights.
  checkConfirmable(payment, { manualRetry: allowsManualRetry(configuration, payment), now });
  const accepted = isClient
    ? await acceptClientChanges(
        withClientAttempt(payment, configuration),
        withoutEvasion(body, payment, configuration),
        configuration,
        customers,
      )
    : { payment: acceptMerchantChanges(payment, body), request: body };
  checkStatedCapture(payment, accepted.request);
  return accepted;
}

/** Checks a stated amount to capture against the whole amount that this confirm charges. */
function checkStatedCapture({ requestFields, amountMinor }: Payment, body: PaymentRequest): void {
  const { amount_to_capture } = body;
  if (typeof amount_to_capture !== 'number') return;
  const after = { ...body, ...requestFieldsOf(body, requestFields), amount: amountMinor };
  const { capture_method } = after;
  checkAmountToCapture({ capture_method, amount: netAmount(after), amount_to_capture }, 'update');
}
