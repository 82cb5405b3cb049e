import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { requestCustomerOf } from '../../customers/request-customer.ts';
import { withVerifiedAccount } from '../../payment-methods/bank-accounts/charge-account.ts';
import { needsScores } from '../../routing/dynamic/learned-routing.ts';
import type { Scores } from '../../routing/dynamic/scores.ts';
import type { CardServices } from '../card-services.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { withAttachedMethod } from '../payment-source/attached-method.ts';
import { isConnectorAgnostic } from '../payment-source/charge-without-customer.ts';
import { withRangeForRules } from '../payment-source/range-for-rules.ts';
import { withAttachedCard } from '../payment-source/stored-card.ts';
import { findStoredCredential } from '../payment-source/stored-credential.ts';
import { withNetworkTransactionCard } from '../request/network-transaction-card.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { withoutOtherMethod } from '../request/terms.ts';
import type { CheckedConfirm, ConfirmRequest, LoadedConfirm } from './confirm-context.ts';

/**
 * The request, completed with the payment method that is attached to the payment and with the
 * stored fields of earlier requests.
 *
 * @throws SwitchError those of `withAttachedMethod` and `withNetworkTransactionCard`
 */
export async function completeRequest(
  { body, now }: Pick<ConfirmRequest, 'body' | 'now'>,
  payment: Payment,
  { account: keyOwner }: Configuration,
  services: Pick<PaymentServices, 'secrets'>,
): Promise<PaymentRequest> {
  const withCard = withAttachedCard(body, payment);
  const withMethod = await withAttachedMethod(withCard, payment, keyOwner, services);
  return withNetworkTransactionCard(withStoredFields(withMethod, payment), now);
}

/** The request, completed from the fields that the payment stores of earlier requests. */
const withStoredFields = (
  body: PaymentRequest,
  { requestFields, customer }: Payment,
): PaymentRequest => ({
  // Stored from a parsed request of the same schema; the fields of this request win.
  ...(withoutOtherMethod(requestFields, body) as Partial<PaymentRequest>),
  ...Object.fromEntries(Object.entries(body).filter(([, value]) => value != null)),
  ...(customer?.id && !requestCustomerOf(body).id && { customer_id: customer.id }),
});

/**
 * Loads the stored credential of the request or the numbers of its verified bank account, the
 * mandate that it is to change and, where the profile routes by them, its scores.
 *
 * @throws SwitchError `mandate_not_found`, and those of `findStoredCredential` and
 * `withVerifiedAccount`
 */
export async function loadConfirm(
  confirm: CheckedConfirm,
  services: PaymentServices & CardServices,
): Promise<LoadedConfirm> {
  const { payment, configuration, now } = confirm;
  const { merchantId, profileId } = payment;
  const whole = await withVerifiedAccount(confirm.whole, { ...confirm, merchantId }, services);
  const isAgnostic = isConnectorAgnostic(configuration, profileId);
  const changedId = whole.mandate_data?.update_mandate_id;
  const [named, mandateToChange, scores] = await Promise.all([
    findStoredCredential(whole, { merchantId, payment, isAgnostic, now }, services),
    changedId == null ? undefined : services.mandates.get(merchantId, changedId),
    scoresFor(configuration, payment, services),
  ]);
  const credential = await withRangeForRules(named, configuration, profileId, services);
  return { ...confirm, whole, credential, mandateToChange, scores };
}

/** The scores of the payment's profile: one small read, or none where it does not route by them. */
async function scoresFor(
  { profiles }: Configuration,
  { merchantId, profileId }: Payment,
  { scores }: PaymentServices,
): Promise<Scores | undefined> {
  const profile = profiles.find(({ id }) => id === profileId);
  return profile?.dynamicRouting && needsScores(profile)
    ? scores.recent(merchantId, profileId)
    : undefined;
}
