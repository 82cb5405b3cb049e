import { randomText } from '#platform/ids.ts';
import type { LinkOfPayment } from '../../payment-links/link-of-payment.ts';
import type { AttachedCard, Attempt, Payment } from '../payment.ts';
import { nextStatus, refusalOf } from './lifecycle.ts';

/**
 * The fields that a merchant states of a payment before its confirm; an update may state all of
 * them again.
 */
export interface PaymentInput {
  readonly amountMinor: number;
  readonly netAmountMinor: number;
  readonly currency: string;
  readonly requestFields: Payment['requestFields'];
  readonly customer?: Payment['customer'];
  /** Masked details of the payment method, where they may be stored. */
  readonly paymentMethodData?: Attempt['paymentMethodData'];
  readonly attachedCard?: AttachedCard;
  readonly attachedMethod?: Payment['attachedMethod'];
}

export interface NewPayment extends PaymentInput {
  readonly merchantId: string;
  readonly id: string;
  readonly profileId: string;
  readonly publishableKey?: string;
  readonly requestFingerprint?: string;
  readonly link?: LinkOfPayment;
  /** The request's `confirm`: whether to confirm the payment at once. */
  readonly confirm?: boolean | null | undefined;
  readonly sessionSeconds: number;
  readonly now: Date;
}

/** A new, unconfirmed payment. Its first save will be version 1. */
export function newPayment(given: NewPayment): Payment {
  const { merchantId, id, profileId, amountMinor, currency, requestFields, customer, now } = given;
  const at = now.toISOString();
  const status = given.paymentMethodData ? 'requires_confirmation' : 'requires_payment_method';
  return {
    merchantId,
    id,
    profileId,
    status,
    amountMinor,
    currency,
    requestFields,
    ...(customer && { customer }),
    ...(given.attachedCard && { attachedCard: given.attachedCard }),
    ...(given.attachedMethod !== undefined && { attachedMethod: given.attachedMethod }),
    clientSecret: `${id}_secret_${randomText(20)}`,
    ...(given.publishableKey && { publishableKey: given.publishableKey }),
    ...(given.requestFingerprint && { requestFingerprint: given.requestFingerprint }),
    ...(given.link && { link: given.link }),
    // Nothing is authorized yet. Hyperswitch v1 answers 0 only when the request says `confirm:
    // false`.
    amountCapturableMinor: given.confirm === false ? 0 : given.netAmountMinor,
    attempt: {
      id: `${id}_1`,
      status: given.paymentMethodData ? 'confirmation_awaited' : 'payment_method_awaited',
      amountMinor: given.netAmountMinor,
      ...(given.paymentMethodData && { paymentMethodData: given.paymentMethodData }),
      createdAt: at,
      modifiedAt: at,
    },
    attemptCount: 1,
    transitions: [{ type: 'payment_created', status, at, version: 1 }],
    createdAt: at,
    modifiedAt: at,
    expiresAt: new Date(now.getTime() + given.sessionSeconds * 1_000).toISOString(),
    version: 1,
  };
}

/**
 * The payment after a merchant's update. Without a payment method it requires one again. The caller
 * must delete the card attached before.
 */
export function updated(payment: Payment, input: PaymentInput, now: Date): Payment {
  const { paymentMethodData, netAmountMinor, customer, ...facts } = input;
  const status = nextStatus(payment.status, paymentMethodData ? 'described' : 'undescribed');
  if (!status) throw refusalOf('update', payment.status);
  const { paymentMethodData: _, ...attempt } = payment.attempt;
  const { attachedCard: __, attachedMethod: ___, ...before } = payment;
  const at = now.toISOString();
  return {
    ...before,
    ...facts,
    status,
    ...(customer && { customer }),
    // The net total, or 0 from the start: see `newPayment`.
    amountCapturableMinor: payment.amountCapturableMinor > 0 ? netAmountMinor : 0,
    attempt: {
      ...attempt,
      status: paymentMethodData ? 'confirmation_awaited' : 'payment_method_awaited',
      amountMinor: netAmountMinor,
      ...(paymentMethodData && { paymentMethodData }),
      modifiedAt: at,
    },
    modifiedAt: at,
  };
}
