import { compact } from '#platform/schema.ts';
import { isCardToken } from '#vault/cards/card.ts';
import { mergeAddress } from '#vocabulary/merge-address.ts';
import { statedCopy } from '../../customers/customer-copy.ts';
import { requestCustomerOf } from '../../customers/request-customer.ts';
import type { Payment } from '../payment.ts';
import { cardMethodType } from '../payment-method-data/card.ts';
import {
  type MaskedPaymentMethodData,
  maskedPaymentMethodData,
} from '../payment-method-data/payment-method-data.ts';
import { type PaymentRequest, secretFields } from './payment-request.ts';

/** Fields that a payment stores under other names, or that concern one request only. */
const storedElsewhere = [
  'amount',
  'currency',
  'payment_id',
  'merchant_id',
  'profile_id',
  'confirm',
  'customer',
  'customer_id',
  'email',
  'name',
  'phone',
  'phone_country_code',
  'all_keys_required',
  'retry_action',
  'given_up_attempt_id',
] as const satisfies readonly (keyof PaymentRequest)[];

const omitted = new Set<string>([...secretFields, ...storedElsewhere]);

/**
 * The stored fields, without those of the payment method that they state, where the request states
 * another one: a card is no `ideal`.
 */
export function withoutOtherMethod(
  stored: Payment['requestFields'],
  { payment_method: method }: Pick<PaymentRequest, 'payment_method'>,
): Payment['requestFields'] {
  if (method == null || stored.payment_method === method) return stored;
  const { payment_method_type: _, payment_experience: __, ...rest } = stored;
  return rest;
}

/** The request fields that a payment stores, merged over those stored before. Never card data. */
export function requestFieldsOf(
  request: PaymentRequest,
  stored: Payment['requestFields'] = {},
): Payment['requestFields'] {
  const before = withoutOtherMethod(stored, request);
  const given = Object.entries(compact(request)).filter(
    ([name, value]) => !omitted.has(name) && (name !== 'payment_token' || isToken(value)),
  );
  const type = cardTypeOf(request);
  return {
    ...before,
    ...Object.fromEntries(given),
    ...(type && { payment_method_type: type }),
    ...compact({
      billing: mergeAddress(before.billing ?? null, request.billing),
      shipping: mergeAddress(before.shipping ?? null, request.shipping),
      billing_descriptor: descriptorOf(request),
    }),
  };
}

/** The billing descriptor, completed from the older fields at the root. */
function descriptorOf(request: PaymentRequest) {
  const { billing_descriptor: stated, statement_descriptor_name: name } = request;
  if (!stated) return undefined;
  return compact({
    ...stated,
    statement_descriptor: stated.statement_descriptor ?? name,
    statement_descriptor_suffix:
      stated.statement_descriptor_suffix ?? request.statement_descriptor_suffix,
  });
}

/** A `payment_token` may contain anything, even a card number, so only a real token is stored. */
const isToken = (value: unknown) =>
  typeof value === 'string' && (/^token_[A-Za-z0-9]{20}$/.test(value) || isCardToken(value));

/** The card's own type wins over the type that the request states. */
function cardTypeOf({ payment_method_data: data }: PaymentRequest) {
  return typeof data === 'string' ? undefined : cardMethodType(data?.card?.card_type);
}

/** The payment's own copy of the customer's data; undefined when no request stated any. */
export function customerOf(
  request: PaymentRequest,
  before: Payment['customer'] = undefined,
): Payment['customer'] {
  return statedCopy(before, requestCustomerOf(request));
}

/** The payment method as responses may show it. */
export function maskedMethodOf(request: PaymentRequest): MaskedPaymentMethodData | undefined {
  const data = request.payment_method_data;
  return data ? (maskedPaymentMethodData(data) ?? undefined) : undefined;
}

/**
 * Whether a payment charges nothing: the connector only verifies that the payment source could be
 * charged.
 */
export const isAccountVerification = ({ requestFields }: Pick<Payment, 'requestFields'>): boolean =>
  requestFields.payment_type === 'setup_mandate';
