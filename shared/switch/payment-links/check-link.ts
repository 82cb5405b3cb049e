// Loaded late: few payments have a link.
import type { Configuration, Profile } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import { merchantList } from '../payment-methods/available/merchant-list.ts';
import type { Payment } from '../payments/payment.ts';
import { orderDetailsOf, totalOf } from './order-lines.ts';

/**
 * Checks a payment before its link is made, so that no payer opens a link that no account can take or
 * whose order lines do not add up. `total_amount` of a line counts where it is stated.
 *
 * @throws SwitchError `no_eligible_connector`, `invalid_request`
 */
export function checkLink(payment: Payment, configuration: Configuration, profile: Profile): void {
  const { payment_methods } = merchantList(configuration, profile, payment);
  if (payment_methods.length === 0) throw new SwitchError('no_eligible_connector');
  const lines = orderDetailsOf(payment);
  const sum = lines.reduce((total, line) => total + totalOf(line), 0);
  if (lines.length > 0 && sum !== payment.amountMinor) {
    throw new SwitchError('invalid_request', {
      message: `order_details add up to ${sum}, and amount is ${payment.amountMinor}`,
    });
  }
}
