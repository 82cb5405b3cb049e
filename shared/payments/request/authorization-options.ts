import type { Configuration } from '../../accounts/merchant-account.ts';
import type { Authorization } from '../../connectors/interface/payments.ts';
import { isManual, type Payment } from '../payment.ts';

/**
 * The terms of a payment with what its profile says of reservations where they say nothing: only what
 * is captured by hand is ever kept for longer.
 */
export function withReservationDefaults(
  terms: Payment['terms'],
  { profiles }: Configuration,
  profileId: string,
): Payment['terms'] {
  const settings = profiles.find(({ id }) => id === profileId)?.settings;
  const isWanted = settings?.always_request_extended_authorization === true;
  return isWanted && isManual({ terms }) && terms.request_extended_authorization == null
    ? { ...terms, request_extended_authorization: true }
    : terms;
}

/** What a connector is asked of a reservation, beside the money. */
export const reservationWishes = ({
  terms,
}: Pick<Payment, 'terms'>): Pick<Authorization, 'mayIncrease' | 'extended'> => ({
  ...(terms.request_incremental_authorization === true && { mayIncrease: true }),
  ...(isExtendable({ terms }) && { extended: true }),
});

/** Whether a payment's merchant wants what is reserved to be kept for longer. */
export const isExtendable = ({ terms }: Pick<Payment, 'terms'>): boolean =>
  isManual({ terms }) && terms.request_extended_authorization === true;
