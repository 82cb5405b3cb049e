import {
  accountNumberIn,
  type MethodInput,
  type MethodSource,
  type Payer,
  payerOf,
  textIn,
} from '../formats/method-data.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization } from '../interface/payments.ts';
import { addressOf } from './addresses.ts';

type MethodForm = (input: MethodInput) => object;

/** Without data of its own. */
const plain =
  (type: string): MethodForm =>
  () => ({ type });

/** With the payer's country, which is the method's own where it is not known, and the name. */
const inCountry =
  (type: string, country: string): MethodForm =>
  ({ payer }) => ({
    type,
    payment_country: payer.country ?? country,
    account_holder_name: nameOf(payer),
  });

const withAddress =
  (type: string): MethodForm =>
  ({ order }) => ({ type, billing_address: addressOf(order.billing) });

/**
 * Each payment method beside cards and their wallets, as Checkout.com's `source`.
 *
 * @see https://api-reference.checkout.com/#operation/requestAPaymentOrPayout (source)
 * @see https://github.com/checkout/checkout-sdk-php/tree/master/lib/Checkout/Payments/Request/Source/Apm
 */
const forms: Readonly<Partial<Record<string, MethodForm>>> = {
  'bank_redirect bancontact_card': inCountry('bancontact', 'BE'),
  'bank_redirect eps': ({ order, payer }) => ({
    type: 'eps',
    purpose: described(order),
    account_holder: { ...holderOf(payer), billing_address: addressOf(order.billing) },
  }),
  'bank_redirect ideal': ({ order }) => ({ type: 'ideal', description: described(order) }),
  'bank_redirect przelewy24': (input) => ({
    ...inCountry('p24', 'PL')(input),
    account_holder_email: input.payer.email,
  }),
  'bank_redirect trustly': withAddress('trustly'),
  'bank_debit ach': ({ data, order, payer }) => ({
    type: 'ach',
    account_type: textIn(data, 'bank_type') === 'savings' ? 'savings' : 'checking',
    country: 'US',
    account_number: accountNumberIn(data, 'account_number'),
    bank_code: accountNumberIn(data, 'routing_number'),
    account_holder: {
      ...(textIn(data, 'bank_holder_type') === 'business'
        ? { type: 'corporate', company_name: nameOf(payer) }
        : { type: 'individual', ...holderOf(payer) }),
      billing_address: addressOf(order.billing),
    },
  }),
  'bank_transfer multibanco': inCountry('multibanco', 'PT'),
  'card_redirect knet': ({ order }) => ({
    type: 'knet',
    language: order.browser?.language?.toLowerCase().startsWith('ar') ? 'ar' : 'en',
  }),
  'pay_later alma': withAddress('alma'),
  'wallet ali_pay': plain('alipay_cn'),
  'wallet ali_pay_hk': plain('alipay_hk'),
  'wallet dana': plain('dana'),
  'wallet gcash': plain('gcash'),
  'wallet kakao_pay': plain('kakaopay'),
  'wallet mobile_pay': plain('mobilepay'),
  'wallet touch_n_go': plain('tng'),
  'wallet twint': plain('twint'),
  'wallet vipps': plain('vipps'),
};

/** Checkout.com's `source` of such a method. Throws for a method that it is not asked for. */
export function localSource({ method, type, data, shape }: MethodSource, input: Authorization) {
  const form = forms[`${method} ${type}`];
  if (!form) throw new Error(`Checkout.com does not charge ${type}.`);
  if (input.isVerification) throw new Error(`Checkout.com stores no ${type}.`);
  const { order, amountMinor, currency } = input;
  return form({ data, shape, payer: payerOf(data, order), order, amountMinor, currency });
}

function nameOf({ name }: Payer): string {
  if (!name) throw new Error("The payment method needs its payer's name.");
  return name;
}

/** The last word of the name is the last name. */
function holderOf(payer: Payer) {
  const words = nameOf(payer).trim().split(/\s+/);
  const last = words.length > 1 ? words.pop() : undefined;
  return { first_name: words.join(' '), last_name: last };
}

const maxDescription = 27;

/** The text on the bank's page. */
const described = ({ description, merchantReference }: Order): string =>
  (description ?? merchantReference ?? 'Payment').slice(0, maxDescription);
