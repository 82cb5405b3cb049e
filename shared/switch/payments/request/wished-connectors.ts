import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { unauthorizedChange } from '../../callers/stated-fields.ts';
import { fallbackAccounts } from '../../routing/fallback.ts';
import { offersOf } from '../offers.ts';
import type { Payment } from '../payment.ts';
import type { PaymentRequest } from './payment-request.ts';

/**
 * The connectors that a client names in a confirm. Pages send the names that the list of payment
 * methods gave them, so these orders the accounts that the merchant's routing leaves to choose.
 * Names that the merchant stated count as listed, and so do accounts that were disabled after the
 * page read the list.
 *
 * @param stated the connectors that the merchant stated for the payment
 * @throws SwitchError `unauthorized_change` for any other name
 */
export function wishedConnectors(
  { connector: names, payment_method, payment_method_type }: PaymentRequest,
  payment: Payment,
  configuration: Configuration,
  stated: unknown,
): readonly string[] {
  if (!names || names.length === 0) return [];
  const method = payment_method ?? payment.requestFields.payment_method;
  const accounts = fallbackAccounts(configuration, 'payment', payment.profileId);
  const listed = offersOf(accounts, payment)
    .filter((one) => one.method === method)
    .filter(
      ({ enabled }) => !payment_method_type || enabled.payment_method_type === payment_method_type,
    )
    .map(({ connector }) => connector);
  const own: readonly unknown[] = Array.isArray(stated) ? stated : [];
  if (names.some((name) => !listed.includes(name) && !own.includes(name))) {
    throw unauthorizedChange('connector');
  }
  return names;
}
