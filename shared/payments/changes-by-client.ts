import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import type { Payment } from './payment.ts';
import { type PaymentRequest, SurchargeDetails } from './request.ts';
import { isVerification } from './to-keep.ts';

/** Kept from a parsed request. */
const Parts = v.object({
  order_tax_amount: v.nullish(v.number()),
  shipping_cost: v.nullish(v.number()),
  surcharge_details: v.nullish(SurchargeDetails),
  amount_to_capture: v.nullish(v.number()),
  mandate_data: v.nullish(v.object({ mandate_type: v.nullish(v.unknown()) })),
});

/** What sends the money another way; a customer may repeat what the merchant said, and nothing else. */
const merchantsAlone = [
  'connector',
  'routing',
  'split_payments',
  'merchant_connector_details',
] as const satisfies readonly (keyof PaymentRequest)[];

/**
 * By these a merchant knows what was bought, and whoever checks for fraud how likely that is: paying for
 * one order must not pass for paying another.
 */
const merchantsNotes = [
  'merchant_order_reference_id',
  'metadata',
  'frm_metadata',
] as const satisfies readonly (keyof PaymentRequest)[];

/**
 * Refuses what a customer's browser says when it confirms a payment and only its merchant may say: that
 * less is charged, or nothing; that it is captured, or proven, in another way; that somebody else pays,
 * or for something else than the merchant noted. The published API takes every field from whoever has
 * the payment's secret, which is in the hands of the customer: so that these are refused is ours.
 *
 * @throws SwitchError `unauthorized_change`
 */
export function checkClientChanges(payment: Payment, request: PaymentRequest): void {
  const { terms, attempt } = payment;
  const known = v.parse(Parts, terms);
  const surcharge = known.surcharge_details;
  const lowered = [
    ['shipping_cost', request.shipping_cost, known.shipping_cost],
    ['order_tax_amount', request.order_tax_amount, known.order_tax_amount],
    ['surcharge_details', request.surcharge_details?.surcharge_amount, surcharge?.surcharge_amount],
    [
      'surcharge_details',
      request.surcharge_details && (request.surcharge_details.tax_amount ?? 0),
      surcharge?.tax_amount,
    ],
    [
      'amount_to_capture',
      request.amount_to_capture,
      known.amount_to_capture ?? attempt.amountMinor,
    ],
  ] as const;
  for (const [field, wish, least] of lowered) {
    if (wish != null && wish < (least ?? 0)) throw unauthorized(field);
  }
  for (const field of merchantsAlone) {
    const wish = request[field];
    if (wish != null && !isDeepStrictEqual(wish, terms[field])) throw unauthorized(field);
  }
  for (const field of merchantsNotes) {
    const [wish, noted] = [request[field], terms[field]];
    if (wish != null && noted != null && !isDeepStrictEqual(wish, noted)) throw unauthorized(field);
  }
  // What the customer agrees to is the customer's to say, and to what extent is the merchant's.
  const [wish, agreed] = [request.mandate_data?.mandate_type, known.mandate_data?.mandate_type];
  if (wish != null && agreed != null && !isDeepStrictEqual(wish, agreed)) {
    throw unauthorized('mandate_data');
  }
  checkWays(payment, request);
}

function checkWays({ terms, attempt }: Payment, request: PaymentRequest): void {
  const { capture_method: capture, authentication_type: authentication } = request;
  if (capture && capture !== (terms.capture_method ?? 'automatic')) {
    throw unauthorized('capture_method');
  }
  if (authentication === 'no_three_ds' && terms.authentication_type === 'three_ds') {
    throw unauthorized('authentication_type');
  }
  const isTurned = (field: 'enable_partial_authorization' | 'off_session') =>
    request[field] === true && terms[field] !== true;
  if (isTurned('enable_partial_authorization')) throw unauthorized('enable_partial_authorization');
  if (isTurned('off_session')) throw unauthorized('off_session');
  const external = 'request_external_three_ds_authentication';
  if (request[external] === false && terms[external] === true) throw unauthorized(external);
  // Nobody proves their own innocence.
  if (request.three_ds_data) throw unauthorized('three_ds_data');
  // A verification charges nothing, and succeeds.
  const verifies = request.payment_type === 'setup_mandate' && !isVerification({ terms });
  if (verifies && attempt.amountMinor > 0) throw unauthorized('payment_type');
  // Whoever knows a processor's token, or a card of which there is no code, need not be its customer.
  const { type } = request.recurring_details ?? {};
  if (type && type !== 'payment_method_id' && type !== 'mandate_id') {
    throw unauthorized('recurring_details');
  }
}

const unauthorized = (field: string) =>
  new SwitchError('unauthorized_change', {
    message: `${field} cannot be changed with a publishable key`,
  });
