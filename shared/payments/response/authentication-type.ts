import * as v from 'valibot';
import type { Attempt, Payment } from '../payment.ts';
import { AuthenticationType } from '../request/payment-request.ts';

/**
 * How the customer of an attempt was authenticated: as the merchant stated it and, once a connector was
 * chosen, `no_three_ds` where the request asked for no more. Unknown until the payment is confirmed.
 */
export function authenticationTypeOf(
  { requestFields }: Pick<Payment, 'requestFields'>,
  { connectorName }: Pick<Attempt, 'connectorName'>,
): AuthenticationType | undefined {
  const { authentication_type: stated } = requestFields;
  if (v.is(AuthenticationType, stated)) return stated;
  return connectorName === undefined ? undefined : 'no_three_ds';
}
