import { walletTokenIn } from '#connectors/formats/wallet-tokens.ts';
import type { PaymentSource } from '#connectors/interface/payments.ts';

const inWallet = (type: 'apple_pay' | 'google_pay', data: object): PaymentSource => ({
  kind: 'payment_method',
  method: 'wallet',
  type,
  data: { ...data },
});
const payload = '{"data":"AA","signature":"BB"}';
const ofApple = {
  payment_data: Buffer.from(payload).toString('base64'),
  payment_method: { display_name: 'Visa 0492', network: 'Visa', type: 'debit' },
  transaction_identifier: 't1',
};
const number = '4111111111111111';
const decrypted = { wallet: 'apple_pay', kind: 'decrypted', number, cryptogram: 'AgAA' } as const;

it.each([
  [
    'Apple Pay, encrypted',
    inWallet('apple_pay', ofApple),
    {
      wallet: 'apple_pay',
      kind: 'encrypted',
      payload,
      shown: { displayName: 'Visa 0492', network: 'Visa', transactionId: 't1' },
    },
  ],
  [
    'Google Pay, encrypted',
    inWallet('google_pay', { tokenization_data: { type: 'PAYMENT_GATEWAY', token: payload } }),
    { wallet: 'google_pay', kind: 'encrypted', payload },
  ],
  [
    'Apple Pay, decrypted',
    inWallet('apple_pay', {
      ...ofApple,
      payment_data: {
        application_primary_account_number: number,
        application_expiration_month: '03',
        application_expiration_year: '2030',
        payment_data: { online_payment_cryptogram: 'AgAA', eci_indicator: '05' },
      },
    }),
    { ...decrypted, expiryMonth: '03', expiryYear: '2030', eci: '05' },
  ],
  [
    'Google Pay, decrypted',
    inWallet('google_pay', {
      tokenization_data: {
        application_primary_account_number: number,
        card_exp_month: '03',
        card_exp_year: '30',
        cryptogram: 'AgAA',
      },
    }),
    { ...decrypted, wallet: 'google_pay', expiryMonth: '03', expiryYear: '30' },
  ],
  [
    'Google Pay, decrypted, of a card without a cryptogram',
    inWallet('google_pay', {
      tokenization_data: {
        application_primary_account_number: number,
        card_exp_month: '03',
        card_exp_year: '30',
        cryptogram: null,
      },
    }),
    { kind: 'decrypted', wallet: 'google_pay', number, expiryMonth: '03', expiryYear: '30' },
  ],
])("%s: the wallet's token is read", (_, source, token) => {
  expect(walletTokenIn(source)).toEqual(token);
});

it('a source that is no card of a wallet has no token', () => {
  const card = { number, expiryMonth: '03', expiryYear: '30' };
  const payPal = { kind: 'payment_method', method: 'wallet', type: 'paypal', data: {} } as const;
  expect(walletTokenIn({ kind: 'card', card })).toBeUndefined();
  expect(walletTokenIn(payPal)).toBeUndefined();
});

it('a wallet token neither encrypted nor decrypted is refused, and no part of it is repeated', () => {
  const strange = { payment_data: { secret: 'AgAA' }, tokenization_data: 'AgAA' };
  for (const type of ['apple_pay', 'google_pay'] as const) {
    expect(() => walletTokenIn(inWallet(type, strange))).toThrow(/^(?!.*AgAA)/);
  }
});
