import type { Authorization } from '#connectors/interface/payments.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { isManual, type Payment } from '../payment.ts';

/**
 * The request fields with the profile's default for extended authorization, which applies to manual
 * capture only.
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

/** The incremental and extended authorization that the connector is asked for. */
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

/** Whether the merchant requested extended authorization. */
export const isExtendable = ({ requestFields }: Pick<Payment, 'requestFields'>): boolean =>
  isManual({ requestFields }) && requestFields.request_extended_authorization === true;
