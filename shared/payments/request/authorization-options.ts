import type { Configuration } from '../../accounts/merchant-account.ts';
import type { Authorization } from '../../connectors/interface/payments.ts';
import { isManual, type Payment } from '../payment.ts';

/**
 * The terms of a payment with what its profile says of reservations where they say nothing: only what
 * is captured by hand is ever kept for longer.
 */
export function withAuthorizationDefaults(
  requestFields: Payment['requestFields'],
  { profiles }: Configuration,
  profileId: string,
): Payment['requestFields'] {
  const settings = profiles.find(({ id }) => id === profileId)?.settings;
  const isWanted = settings?.always_request_extended_authorization === true;
  return isWanted &&
    isManual({ requestFields }) &&
    requestFields.request_extended_authorization == null
    ? { ...requestFields, request_extended_authorization: true }
    : requestFields;
}

/** What a connector is asked of a reservation, beside the money. */
export const authorizationOptions = ({
  requestFields,
}: Pick<Payment, 'requestFields'>): Pick<
  Authorization,
  'incrementalAuthorization' | 'extendedAuthorization'
> => ({
  ...(requestFields.request_incremental_authorization === true && {
    incrementalAuthorization: true,
  }),
  ...(isExtendable({ requestFields }) && { extendedAuthorization: true }),
});

/** Whether a payment's merchant wants what is reserved to be kept for longer. */
export const isExtendable = ({ requestFields }: Pick<Payment, 'requestFields'>): boolean =>
  isManual({ requestFields }) && requestFields.request_extended_authorization === true;
