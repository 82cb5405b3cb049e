import { ownMember } from '#platform/own-member.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization, PaymentSource } from '../interface/payments.ts';
import { nameIn } from './addresses.ts';

/** The data of a payment method, in the words of the Hyperswitch v1 API. */
export type MethodData = Extract<PaymentSource, { readonly kind: 'payment_method' }>['data'];

/** A member's text; undefined where it is absent or empty. */
export function textIn(data: unknown, name: string): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const value: unknown = ownMember<unknown>({ ...data }, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The same. Throws where it is absent: nothing can be asked then. */
export function requiredIn(data: MethodData, name: string): string {
  const value = textIn(data, name);
  if (value === undefined) throw new Error(`The payment method's data have no ${name}.`);
  return value;
}

/** A number of an account, without the spaces and dashes with which people write one. */
export const accountNumberIn = (data: MethodData, name: string): string =>
  requiredIn(data, name).replace(/[\s\p{Pd}]/gu, '');

/** Who pays, as far as it is known. */
export interface Payer {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  /** With a plus and the code of its country. */
  readonly phone?: string | undefined;
}

/** The payer of a method: the method's own data first, then the order's. */
export function payerOf(data: MethodData, { billing, customer }: Order): Payer {
  const details = data.billing_details;
  return {
    name:
      textIn(details, 'billing_name') ??
      textIn(details, 'name') ??
      textIn(data, 'billing_name') ??
      textIn(data, 'bank_account_holder_name') ??
      nameIn(billing) ??
      customer?.name,
    email:
      textIn(details, 'email') ??
      textIn(data, 'billing_email') ??
      textIn(data, 'email') ??
      billing?.email ??
      customer?.email,
    country:
      textIn(data, 'country') ??
      textIn(data, 'billing_country') ??
      billing?.address?.country ??
      undefined,
    phone:
      textIn(data, 'telephone_number') ??
      internationalNumber(billing?.phone?.country_code, billing?.phone?.number) ??
      internationalNumber(customer?.phoneCountryCode, customer?.phone),
  };
}

/** Undefined without a code of the country: a number alone is another one in each country. */
function internationalNumber(
  code: string | null | undefined,
  number: string | null | undefined,
): string | undefined {
  if (!number) return undefined;
  if (number.startsWith('+')) return number.replace(/[^\d+]/g, '');
  return code ? `+${`${code}${number}`.replace(/\D/g, '')}` : undefined;
}

/** A source that is a payment method beside cards. */
export type MethodSource = Extract<PaymentSource, { readonly kind: 'payment_method' }>;

export interface MethodInput extends Pick<Authorization, 'order' | 'amountMinor' | 'currency'> {
  readonly data: MethodData;
  readonly shape: string | undefined;
  readonly payer: Payer;
}
