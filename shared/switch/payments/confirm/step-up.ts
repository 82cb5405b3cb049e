// Loaded late: only a decline may lead to a step-up.
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import type { Payment } from '../payment.ts';
import { billingCountryOf } from '../request/billing-country.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { refusalBy, waysAsked } from './connector-capability.ts';

/** The input of a step-up beside the payment. */
interface StepUpRequest {
  readonly body: Pick<PaymentRequest, 'three_ds_data' | 'recurring_details'>;
  readonly source: { readonly kind: string };
  /** The result of an external authentication for this payment. */
  readonly authenticationData?: unknown;
}

/** The payment as its customer is to be authenticated by the connector. */
export function withThreeDs(payment: Payment): Payment {
  const requestFields = { ...payment.requestFields, authentication_type: 'three_ds' };
  return { ...payment, requestFields };
}

/**
 * Whether a card payment that was sent without 3-D Secure can be sent with it to this account: its
 * customer is present, was not authenticated elsewhere, and the connector can do it. Never true of
 * a payment that was sent with 3-D Secure.
 */
export function canStepUp(
  payment: Payment,
  { body, source, authenticationData }: StepUpRequest,
  account: ConnectorAccount,
): boolean {
  const { requestFields: fields, attempt, currency } = payment;
  if (fields.authentication_type === 'three_ds' || source.kind !== 'card') return false;
  if (authenticationData !== undefined || body.recurring_details) return false;
  const stepped = withThreeDs(payment);
  const stated = {
    off_session: fields.off_session === true,
    request_external_three_ds_authentication:
      fields.request_external_three_ds_authentication === true,
    three_ds_data: body.three_ds_data,
  };
  const asked = {
    method: 'card' as const,
    currency,
    country: billingCountryOf(payment),
    network: attempt.paymentMethodData?.card?.card_network,
    ...waysAsked(stated, stepped),
  };
  return asked.threeDs === true && !refusalBy(account, asked, stepped);
}
