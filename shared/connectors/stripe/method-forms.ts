import { ownMember } from '#platform/own-member.ts';
import type { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { epsBanks, idealBanks, p24Banks } from './banks.ts';
import type { Payer } from './billing-details.ts';
import type { Form } from './requests.ts';

interface MethodInput {
  /** In the words of the Hyperswitch v1 API. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly currency: string;
  /** Of the billing address. */
  readonly country: string | undefined;
}

/** A payment method in Stripe's words. */
export interface StripeMethodForm {
  readonly type: string;
  readonly data?: Form;
  readonly options?: Form;
  readonly payer?: Payer;
}

type MethodForm = (input: MethodInput) => StripeMethodForm;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;

/** The payer, as the data of banks' methods state them. */
const payerIn = ({ data, country }: MethodInput): Payer => {
  const billing = data.billing_details;
  return {
    name:
      text(member(billing, 'billing_name')) ??
      text(member(billing, 'name')) ??
      text(data.bank_account_holder_name),
    email: text(member(billing, 'email')),
    country: text(data.country) ?? country,
  };
};

/** Without data of its own. */
const plain =
  (type: string): MethodForm =>
  (input) => ({ type, payer: payerIn(input) });

/** With the bank, where it is one of Stripe's; else the customer chooses it at the page. */
const atBank =
  (type: string, banks: ReadonlySet<string>): MethodForm =>
  (input) => {
    const bank = text(input.data.bank_name);
    const isKnown = bank !== undefined && banks.has(bank);
    return { type, ...(isKnown && { data: { bank } }), payer: payerIn(input) };
  };

/** A debit of the account that the data state. */
const debit =
  (type: string, names: Readonly<Record<string, string>>): MethodForm =>
  (input) => ({
    type,
    data: Object.fromEntries(
      Object.entries(names).map(([theirs, ours]) => [theirs, digitsOf(input.data, ours)]),
    ),
    payer: payerIn(input),
  });

/** A transfer to a balance that Stripe opens for the customer. */
const transfer =
  (type: string, details: (input: MethodInput) => Form = () => ({})): MethodForm =>
  (input) => ({
    type: 'customer_balance',
    options: {
      customer_balance: {
        funding_type: 'bank_transfer',
        bank_transfer: { type, ...details(input) },
      },
    },
    payer: payerIn(input),
  });

function required(data: MethodInput['data'], name: string): string {
  const value = text(ownMember(data, name));
  if (value === undefined) throw new Error(`The payment method's data have no ${name}.`);
  return value;
}

/** A number of an account, without the spaces and dashes with which people write one. */
const digitsOf = (data: MethodInput['data'], name: string): string =>
  required(data, name).replace(/[\s\p{Pd}]/gu, '');

const sofortCountries: ReadonlySet<string> = new Set(['AT', 'BE', 'DE', 'ES', 'IT', 'NL']);

/** Each payment method that is no card: its data for Stripe. */
export const methodForms: Readonly<
  Partial<Record<`${PaymentMethod} ${PaymentMethodType}`, MethodForm>>
> = {
  'pay_later affirm': plain('affirm'),
  'pay_later afterpay_clearpay': (input) => ({
    type: 'afterpay_clearpay',
    payer: { name: text(input.data.billing_name), email: text(input.data.billing_email) },
  }),
  'pay_later klarna': (input) => ({
    type: 'klarna',
    payer: { email: text(input.data.billing_email), country: text(input.data.billing_country) },
  }),
  'wallet ali_pay': plain('alipay'),
  'wallet amazon_pay': plain('amazon_pay'),
  'wallet cashapp': plain('cashapp'),
  'wallet revolut_pay': plain('revolut_pay'),
  'wallet we_chat_pay': () => ({
    type: 'wechat_pay',
    options: { wechat_pay: { client: 'web' } },
  }),
  'bank_redirect bancontact_card': plain('bancontact'),
  'bank_redirect blik': (input) => ({
    type: 'blik',
    options: { blik: { code: digitsOf(input.data, 'blik_code') } },
  }),
  'bank_redirect eps': atBank('eps', epsBanks),
  'bank_redirect giropay': plain('giropay'),
  'bank_redirect ideal': atBank('ideal', idealBanks),
  'bank_redirect przelewy24': atBank('p24', p24Banks),
  'bank_redirect sofort': (input) => {
    const payer = payerIn(input);
    const country = payer.country ?? '';
    if (!sofortCountries.has(country)) throw new Error('Sofort is not offered in this country.');
    return { type: 'sofort', data: { country }, payer };
  },
  'bank_debit ach': (input) => {
    const { type, data, payer } = debit('us_bank_account', {
      account_number: 'account_number',
      routing_number: 'routing_number',
    })(input);
    const holder = text(input.data.bank_holder_type) === 'business' ? 'company' : 'individual';
    const account = text(input.data.bank_type) === 'savings' ? 'savings' : 'checking';
    return {
      type,
      data: { ...data, account_holder_type: holder, account_type: account },
      ...(payer && { payer }),
    };
  },
  'bank_debit bacs': debit('bacs_debit', {
    account_number: 'account_number',
    sort_code: 'sort_code',
  }),
  'bank_debit becs': debit('au_becs_debit', {
    account_number: 'account_number',
    bsb_number: 'bsb_number',
  }),
  'bank_debit sepa': debit('sepa_debit', { iban: 'iban' }),
  'bank_transfer ach': transfer('us_bank_transfer'),
  'bank_transfer bacs': transfer('gb_bank_transfer'),
  'bank_transfer multibanco': plain('multibanco'),
  'bank_transfer sepa_bank_transfer': transfer('eu_bank_transfer', ({ data, country }) => ({
    eu_bank_transfer: { country: text(data.country) ?? country ?? 'DE' },
  })),
};
