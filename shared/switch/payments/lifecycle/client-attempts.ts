import * as v from 'valibot';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { CardTestingGuardConfig } from '#merchants/profiles/profile-settings.ts';
import { SwitchError } from '#platform/errors.ts';
import type { Payment } from '../payment.ts';

/** Payments that a customer's browser or app has tried to pay. */
type Tried = Pick<Payment, 'profileId' | 'clientAttempts'>;

/** How often a customer's browser or app may try a payment, unless the profile states it. */
const defaultLimit = 10;

const limitOf = ({ profiles }: Configuration, { profileId }: Tried): number => {
  const settings = profiles.find(({ id }) => id === profileId)?.settings;
  const guard = v.safeParse(CardTestingGuardConfig, settings?.card_testing_guard_config);
  return (guard.success ? guard.output.client_attempt_threshold : undefined) ?? defaultLimit;
};

/**
 * Whether customers' devices have tried the payment as often as they may: a page that pays is a
 * place to try stolen cards (OWASP API6:2023).
 */
export const isTriedOut = (configuration: Configuration, payment: Tried): boolean =>
  (payment.clientAttempts ?? 0) >= limitOf(configuration, payment);

/**
 * The payment with one more attempt of a customer's device. An attempt counts with the save before
 * its authorization, so a refused request does not count. Merchants' servers are not limited.
 *
 * @throws SwitchError `client_attempts_used_up`
 */
export function withClientAttempt(payment: Payment, configuration: Configuration): Payment {
  if (isTriedOut(configuration, payment)) {
    throw new SwitchError('client_attempts_used_up', { limit: limitOf(configuration, payment) });
  }
  return { ...payment, clientAttempts: (payment.clientAttempts ?? 0) + 1 };
}
