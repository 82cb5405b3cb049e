import * as v from 'valibot';
import { paidWith } from '#switch/checkout/paid-with.ts';
import {
  maskedPaymentMethodData,
  PaymentMethodData,
} from '#switch/payments/payment-method-data/payment-method-data.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';

/** The payment method on the receipt of a payment that stated this data. */
function shown(method: string, type: string | undefined, data: object): string | undefined {
  const masked = maskedPaymentMethodData(v.parse(PaymentMethodData, data)) ?? undefined;
  const at = '2026-11-03T17:05:00.000Z';
  const attempt = { id: 'pay_1_1', status: 'charged', amountMinor: 1, createdAt: at } as const;
  const payment = {
    attempt: { ...attempt, modifiedAt: at, ...(masked && { paymentMethodData: masked }) },
    requestFields: { payment_method: method, ...(type && { payment_method_type: type }) },
  };
  return paidWith(payment, textsFor('en').checkout);
}

const card = { card_exp_month: '12', card_exp_year: '2039', card_cvc: '314' };
const google = (network: string) => ({
  type: 'CARD',
  description: 'Card',
  info: { card_network: network, card_details: '1111' },
  tokenization_data: { type: 'PAYMENT_GATEWAY', token: '{}' },
});

describe('the payment method on a receipt', () => {
  it.each<[shown: string, method: string, type: string | undefined, data: object]>([
    ['Visa •••• 4242', 'card', 'credit', { card: { ...card, card_number: '4242424242424242' } }],
    [
      'American Express •••• 0005',
      'card',
      undefined,
      { card: { ...card, card_number: '378282246310005' } },
    ],
    ['Card', 'card', 'credit', {}],
    [
      'Google Pay (Visa •••• 1111)',
      'wallet',
      'google_pay',
      { wallet: { google_pay: google('VISA') } },
    ],
    [
      'Google Pay (American Express •••• 1111)',
      'wallet',
      'google_pay',
      { wallet: { google_pay: google('AMEX') } },
    ],
    ['PayPal', 'wallet', 'paypal', { wallet: { paypal_redirect: {} } }],
    ['iDEAL', 'bank_redirect', 'ideal', { bank_redirect: { ideal: { bank_name: 'ing' } } }],
    ['BLIK', 'bank_redirect', 'blik', { bank_redirect: { blik: { blik_code: '777987' } } }],
    [
      'Bancontact •••• 4242',
      'bank_redirect',
      'bancontact_card',
      {
        bank_redirect: {
          bancontact_card: {
            card_number: '4242424242424242',
            card_exp_month: '12',
            card_exp_year: '2039',
            card_holder_name: 'A B',
          },
        },
      },
    ],
    [
      'Direct debit (SEPA) •••• 3000',
      'bank_debit',
      'sepa',
      { bank_debit: { sepa_bank_debit: { iban: 'DE89370400440532013000' } } },
    ],
    [
      'Direct debit (ACH) •••• 6789',
      'bank_debit',
      'ach',
      {
        bank_debit: {
          ach_bank_debit: { account_number: '000123456789', routing_number: '110000000' },
        },
      },
    ],
    // A number as short as a code shows no digit.
    [
      'Direct debit (Bacs)',
      'bank_debit',
      'bacs',
      { bank_debit: { bacs_bank_debit: { account_number: '12345', sort_code: '108800' } } },
    ],
    ['OXXO', 'voucher', 'oxxo', { voucher: 'oxxo' }],
    ['Klarna', 'pay_later', 'klarna', { pay_later: { klarna_redirect: {} } }],
  ])('the payment method on a receipt is %s for %s %s', (expected, method, type, data) => {
    expect(shown(method, type, data)).toBe(expected);
  });

  it('the payment method on a receipt is left out before a payment has one', () => {
    const texts = textsFor('en').checkout;
    const at = '2026-11-03T17:05:00.000Z';
    const attempt = {
      id: 'pay_1_1',
      status: 'started',
      amountMinor: 1,
      createdAt: at,
      modifiedAt: at,
    } as const;
    expect(paidWith({ attempt, requestFields: {} }, texts)).toBeUndefined();
  });
});
