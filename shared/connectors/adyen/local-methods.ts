import { ownMember } from '#platform/own-member.ts';
import { fourDigits } from '../formats/expiry.ts';
import {
  accountNumberIn,
  type MethodInput,
  type MethodSource,
  payerOf,
  requiredIn,
  textIn,
} from '../formats/method-data.ts';
import type { Authorization, PaymentSource } from '../interface/payments.ts';
import { lineItems } from './line-items.ts';

type MethodForm = (input: MethodInput) => object;

/** Without data of its own. */
const plain =
  (type: string): MethodForm =>
  () => ({ type });

/** A debit of an account by its numbers, whose names at Adyen differ. Throws without its owner. */
const debit =
  (type: string, owner: string, numbers: Readonly<Record<string, string>>): MethodForm =>
  ({ data, payer }) => {
    if (!payer.name) throw new Error('A debit needs the name of the account holder.');
    const given = Object.entries(numbers).map(
      ([theirs, ours]) => [theirs, accountNumberIn(data, ours)] as const,
    );
    return { type, [owner]: payer.name, ...Object.fromEntries(given) };
  };

/**
 * Each payment method beside cards and their wallets, as Adyen's `paymentMethod`. Adyen shows the
 * banks of a method on a page of its own.
 *
 * @see https://github.com/Adyen/adyen-openapi/blob/main/json/CheckoutService-v68.json
 * (paymentMethod of PaymentRequest)
 */
const forms: Readonly<Partial<Record<string, MethodForm>>> = {
  // A card that was typed here, or the code for Bancontact's app.
  'bank_redirect bancontact_card': ({ data, payer }) =>
    textIn(data, 'card_number') === undefined
      ? { type: 'bcmc_mobile' }
      : {
          type: 'bcmc',
          number: accountNumberIn(data, 'card_number'),
          expiryMonth: requiredIn(data, 'card_exp_month'),
          expiryYear: fourDigits(requiredIn(data, 'card_exp_year')),
          holderName: textIn(data, 'card_holder_name') ?? payer.name,
        },
  'bank_redirect blik': ({ data }) => ({
    type: 'blik',
    blikCode: accountNumberIn(data, 'blik_code'),
  }),
  'bank_redirect bizum': plain('bizum'),
  'bank_redirect ideal': plain('ideal'),
  'bank_redirect online_banking_finland': plain('ebanking_FI'),
  'bank_redirect open_banking_uk': plain('paybybank'),
  'bank_redirect trustly': plain('trustly'),
  'bank_debit ach': debit('ach', 'ownerName', {
    bankAccountNumber: 'account_number',
    bankLocationId: 'routing_number',
  }),
  'bank_debit bacs': debit('directdebit_GB', 'holderName', {
    bankAccountNumber: 'account_number',
    bankLocationId: 'sort_code',
  }),
  'bank_debit becs': debit('directdebit_AU', 'holderName', {
    bankAccountNumber: 'account_number',
    bankBranchCode: 'bsb_number',
  }),
  'bank_debit sepa': debit('sepadirectdebit', 'ownerName', { iban: 'iban' }),
  'bank_transfer pix': plain('pix'),
  'pay_later affirm': plain('affirm'),
  // It has another name in Great Britain.
  'pay_later afterpay_clearpay': ({ currency }) => ({
    type: currency === 'GBP' ? 'clearpay' : 'afterpaytouch',
  }),
  'pay_later alma': plain('alma'),
  'pay_later atome': plain('atome'),
  'pay_later klarna': plain('klarna'),
  'pay_later walley': plain('walley'),
  'wallet ali_pay': plain('alipay'),
  'wallet ali_pay_hk': plain('alipay_hk'),
  'wallet dana': plain('dana'),
  'wallet gcash': plain('gcash'),
  'wallet kakao_pay': plain('kakaopay'),
  'wallet mobile_pay': plain('mobilepay'),
  'wallet momo': plain('momo_wallet'),
  'wallet paypal': () => ({ type: 'paypal', subtype: 'redirect' }),
  'wallet swish': plain('swish'),
  'wallet touch_n_go': plain('touchngo'),
  'wallet twint': plain('twint'),
  'wallet we_chat_pay': ({ shape }) => ({
    type: shape === 'we_chat_pay_qr' ? 'wechatpayQR' : 'wechatpayWeb',
  }),
};

const formOf = ({ method, type }: MethodSource): MethodForm => {
  const form = forms[`${method} ${type}`];
  if (!form) throw new Error(`Adyen does not charge ${type}.`);
  return form;
};

/** Adyen's fields of a payment by such a method: the method, its payer and its lines. */
export function localPayment(source: MethodSource, input: Authorization) {
  if (input.isVerification) throw new Error(`Adyen stores ${source.type} only with a charge.`);
  const { order, amountMinor, currency } = input;
  const { data, shape } = source;
  const payer = payerOf(data, order);
  return {
    paymentMethod: formOf(source)({ data, shape, payer, order, amountMinor, currency }),
    shopperEmail: payer.email,
    countryCode: payer.country,
    telephoneNumber: payer.phone,
    lineItems: isInvoiced(source) ? lineItems(order, amountMinor, currency) : undefined,
    socialSecurityNumber: textIn(data, 'cpf') ?? textIn(data, 'cnpj'),
  };
}

/** Whether the payer gets an invoice, for which Adyen wants lines: also of a part of the amount. */
export const isInvoiced = ({ method }: MethodSource): boolean => method === 'pay_later';

/** Adyen's types of stored accounts, by their currency. */
const debitTypes: Readonly<Record<string, string>> = { EUR: 'sepadirectdebit', USD: 'ach' };

/**
 * Adyen's type of a stored credential. Bank redirects leave a direct debit.
 *
 * @see https://docs.adyen.com/payment-methods/ideal/api-only (Recurring payments)
 */
export function storedType(
  { method }: Extract<PaymentSource, { readonly kind: 'connector_mandate' }>,
  currency: string,
): string {
  if (method !== 'bank_debit' && method !== 'bank_redirect') return 'scheme';
  const type = ownMember(debitTypes, currency);
  if (type === undefined) throw new Error(`Adyen debits no account in ${currency}.`);
  return type;
}
