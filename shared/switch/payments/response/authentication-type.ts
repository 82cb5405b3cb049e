import * as v from 'valibot';
import { AuthenticationType } from '#vocabulary/authentication-type.ts';
import type { Attempt, Payment } from '../payment.ts';

/**
 * The authentication type of an attempt: as the merchant stated it, else `no_three_ds` once a
 * connector was chosen. Undefined until the payment is confirmed.
 */
export function authenticationTypeOf(
  { requestFields }: Pick<Payment, 'requestFields'>,
  { connectorName }: Pick<Attempt, 'connectorName'>,
): AuthenticationType | undefined {
  const { authentication_type: stated } = requestFields;
  if (v.is(AuthenticationType, stated)) return stated;
  return connectorName === undefined ? undefined : 'no_three_ds';
}
