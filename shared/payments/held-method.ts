import * as v from 'valibot';
import type { Payment } from './payment.ts';
import {
  hasShape,
  isFreeOfSecrets,
  type MaskedPaymentMethodData,
  PaymentMethodData,
} from './payment-method-data.ts';
import type { PaymentRequest } from './request.ts';
import { shownMethod } from './terms.ts';

/** What a payment that is not confirmed keeps of what it will be paid with. */
export interface KeptMethod {
  /** What may be shown of it. */
  readonly paymentMethodData: MaskedPaymentMethodData;
  /** As it came, in the words of the API. */
  readonly heldMethod: PaymentMethodData;
}

/**
 * What is kept of a request that does not confirm. Cards and other secrets are not kept outside a
 * vault, so a payment that was told of such still waits for its payment method: undefined.
 */
export function keptMethod(request: PaymentRequest): KeptMethod | undefined {
  const { payment_method_data: data } = request;
  const paymentMethodData = shownMethod(request);
  return data && paymentMethodData && hasShape(data) && isFreeOfSecrets(data)
    ? { paymentMethodData, heldMethod: data }
    : undefined;
}

/** The request as it reads with what the payment was told it would be paid with, where it says nothing. */
export function withHeldMethod(request: PaymentRequest, { heldMethod }: Payment): PaymentRequest {
  const { payment_method_data: data } = request;
  if (heldMethod === undefined || namesItsOwn(request)) return request;
  const held = v.parse(PaymentMethodData, heldMethod);
  const billing = data && typeof data !== 'string' ? data.billing : undefined;
  const isNew = billing && typeof held !== 'string';
  return { ...request, payment_method_data: isNew ? { ...held, billing } : held };
}

const namesItsOwn = (request: PaymentRequest): boolean =>
  Boolean(
    (request.payment_method_data && hasShape(request.payment_method_data)) ||
      request.payment_token ||
      request.recurring_details ||
      request.mandate_id ||
      request.ctp_service_details,
  );
