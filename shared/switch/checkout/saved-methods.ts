import type { TypedField } from '../typed-fields/typed-field.ts';
import type { CheckoutMethod } from './checkout-data.ts';

/** A saved card or bank account of the payment's customer, as the API lists it. */
export interface SavedMethod {
  /** The payment token. */
  readonly token: string;
  /** The id under which it is removed. */
  readonly id: string;
  /** Of bank accounts: their debit, with the fields that it needs beside the account. */
  readonly debit?: CheckoutMethod;
  /** The network of a card as the API writes it, or the name of the debit. */
  readonly name: string;
  readonly last4: string;
  /** The customer's own name for it; empty without one. */
  readonly nickName: string;
  /** `12/39`; absent for bank accounts. */
  readonly expiry?: string;
  readonly isExpired: boolean;
  /** Whether the payer types the code of the card. */
  readonly needsCode: boolean;
}

/**
 * The saved methods in the API's list of a customer's payment methods that this payment can be paid
 * with: cards where it takes cards, bank accounts where it takes their debit. Expired cards are last.
 *
 * @param offered the methods of the page
 */
export function savedMethodsIn(
  body: unknown,
  offered: readonly CheckoutMethod[],
  now: Date,
): readonly SavedMethod[] {
  const list = member(body, 'customer_payment_methods');
  if (!Array.isArray(list)) return [];
  return list
    .flatMap((one: unknown) => savedCard(one, offered, now) ?? savedAccount(one, offered) ?? [])
    .toSorted((one, other) => Number(one.isExpired) - Number(other.isExpired));
}

function savedCard(
  one: unknown,
  offered: readonly CheckoutMethod[],
  now: Date,
): SavedMethod | undefined {
  const card = member(one, 'card');
  const last4 = textAt(card, 'last4_digits');
  const takesCards = offered.some(({ id }) => id === 'card');
  if (last4 === '' || textAt(one, 'payment_token') === '' || !takesCards) return undefined;
  const [month, year] = [textAt(card, 'expiry_month'), textAt(card, 'expiry_year')];
  return {
    ...namesOf(one),
    name: textAt(card, 'card_network') || textAt(card, 'scheme'),
    last4,
    nickName: textAt(card, 'nick_name'),
    expiry: `${month}/${year.slice(-2)}`,
    isExpired: isPast(Number(month), Number(year), now),
    needsCode: member(one, 'requires_cvv') === true,
  };
}

function savedAccount(one: unknown, offered: readonly CheckoutMethod[]): SavedMethod | undefined {
  const last4 = textAt(member(one, 'bank'), 'mask');
  const [method, type] = [textAt(one, 'payment_method'), textAt(one, 'payment_method_type')];
  const debit = offered.find((each) => each.method === method && each.type === type);
  if (last4 === '' || textAt(one, 'payment_token') === '' || !debit) return undefined;
  const { variant: _, fields, known, ...rest } = debit;
  const isBeside = ({ path }: TypedField) => path[0] === 'billing';
  return {
    ...namesOf(one),
    debit: {
      ...rest,
      id: textAt(one, 'payment_method_id'),
      fields: fields.filter(isBeside),
      known: known.filter((_, at) => fields.slice(at, at + 1).some(isBeside)),
    },
    name: debit.name,
    last4,
    nickName: '',
    isExpired: false,
    needsCode: false,
  };
}

const namesOf = (one: unknown) => ({
  token: textAt(one, 'payment_token'),
  id: textAt(one, 'payment_method_id'),
});

/** A card is valid until the end of its month. Years may have two digits. */
function isPast(month: number, year: number, now: Date): boolean {
  const whole = year < 100 ? 2_000 + year : year;
  return whole * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1;
}

function textAt(value: unknown, name: string): string {
  const text = member(value, name);
  return typeof text === 'string' ? text : '';
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
