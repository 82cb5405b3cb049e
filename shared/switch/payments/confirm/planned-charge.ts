import { SwitchError } from '#platform/errors.ts';
import type { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { checkNotOver } from '../../mandates/mandate.ts';
import type { Confirmation } from '../lifecycle/attempts.ts';
import type { Payment } from '../payment.ts';
import { isClickToPay } from '../payment-source/method-payload.ts';
import { requirePaymentMethod } from '../payment-source/payment-source.ts';
import {
  changeOfMandate,
  chargeOfMandate,
  hasStoredCredential,
  maskedOfMandate,
  methodOfCredential,
  savedMethodOf,
} from '../payment-source/stored-credential.ts';
import { withAuthorizationDefaults } from '../request/authorization-options.ts';
import { statedAddressOf } from '../request/browser-info.ts';
import { withConsentAddress } from '../request/consent-address.ts';
import { netAmount } from '../request/net-amount.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import {
  customerOf,
  isAccountVerification,
  maskedMethodOf,
  requestFieldsOf,
} from '../request/terms.ts';
import type { LoadedConfirm } from './confirm-context.ts';

/** The part of a confirmation that follows from the request, its credential and the payment. */
type Described = Pick<
  Confirmation,
  'requestFields' | 'customer' | 'paymentMethodData' | 'cardDiscovery' | 'paymentMethod' | 'mandate'
>;

/** The charge of a payment, before the merchant's programs decide and a connector is chosen. */
export interface PlannedCharge extends Described {
  readonly method: PaymentMethod;
  readonly type: PaymentMethodType | null | undefined;
}

/**
 * The charge of a payment: its payment method, as the payment stores and shows it, its customer and
 * its mandate. The fields of the request are merged over the stored ones.
 *
 * @throws SwitchError `missing_param` without a payment method, and those of `chargeOfMandate` and
 * `changeOfMandate`
 */
export function chargeOf({
  payment,
  configuration,
  whole: request,
  credential,
  mandateToChange,
  now,
  payerAddress,
}: Pick<
  LoadedConfirm,
  'payment' | 'configuration' | 'whole' | 'credential' | 'mandateToChange' | 'now' | 'payerAddress'
>): PlannedCharge {
  const isStored = hasStoredCredential(credential);
  if (!isStored) requirePaymentMethod(request);
  const mandate = mandateToChange
    ? changeOfMandate(mandateToChange, payment, request)
    : chargeOfMandate(credential, payment, request, now);
  const newMandate = request.mandate_data?.mandate_type;
  if (newMandate) checkNotOver(newMandate, now);
  const { method, type } = isStored
    ? methodOfCredential(credential, request)
    : { method: request.payment_method, type: request.payment_method_type };
  if (!method) throw new SwitchError('missing_param', { field: 'payment_method' });

  const paymentMethod = savedMethodOf(credential);
  const stated = withConsentAddress(
    { ...request, payment_method: method, payment_method_type: type },
    payerAddress ?? statedAddressOf(payment),
  );
  return {
    method,
    type,
    mandate,
    paymentMethod,
    paymentMethodData: maskedDataOf(credential, request),
    cardDiscovery: discoveryOf(request, paymentMethod !== undefined),
    customer: customerOf(request, payment.customer),
    requestFields: withAuthorizationDefaults(
      requestFieldsOf(stated, payment.requestFields),
      configuration,
      payment.profileId,
    ),
  };
}

/** How the customer found the card; undefined for a card that was typed, and for other methods. */
function discoveryOf(request: PaymentRequest, isSaved: boolean): PlannedCharge['cardDiscovery'] {
  if (isSaved) return 'saved_card';
  return isClickToPay(request) ? 'click_to_pay' : undefined;
}

/** The payment method as it may be shown: a stored card has the request's billing address. */
function maskedDataOf(
  credential: LoadedConfirm['credential'],
  request: PaymentRequest,
): PlannedCharge['paymentMethodData'] {
  const { payment_method_data: data } = request;
  const card = credential.card?.described ?? maskedOfMandate(credential);
  if (!card) return maskedMethodOf(request);
  return { card, billing: (data && typeof data !== 'string' && data.billing) || null };
}

/**
 * All that a payment with these fields charges, in minor units; zero for a verification.
 *
 * @throws SwitchError `precondition_failed` above the maximum
 */
export const amountToCharge = (
  requestFields: Payment['requestFields'],
  { amountMinor }: Pick<Payment, 'amountMinor'>,
): number =>
  isAccountVerification({ requestFields })
    ? 0
    : netAmount({ ...requestFields, amount: amountMinor });
