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
  'bank_redirect ideal': plain('ideal'),
  'bank_debit sepa': debit('sepadirectdebit', 'ownerName', { iban: 'iban' }),
  'bank_transfer pix': plain('pix'),
  'pay_later klarna': plain('klarna'),
  'wallet twint': plain('twint'),
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

/**
 * Adyen's type of a stored credential. Bank redirects leave a direct debit.
 *
 * @see https://docs.adyen.com/payment-methods/ideal/api-only (Recurring payments)
 */
export function storedType({
  method,
}: Extract<PaymentSource, { readonly kind: 'connector_mandate' }>): string {
  return method === 'bank_debit' || method === 'bank_redirect' ? 'sepadirectdebit' : 'scheme';
}
