import { walletTokenIn } from '../formats/wallet-tokens.ts';
import type { PaymentSource } from '../interface/payments.ts';

type Method = Extract<PaymentSource, { readonly kind: 'payment_method' }>;

const descriptors = {
  apple_pay: 'COMMON.APPLE.INAPP.PAYMENT',
  google_pay: 'COMMON.GOOGLE.INAPP.PAYMENT',
} as const;

/**
 * A wallet's encrypted token, in Base64. Throws for another payment method, and for a wallet whose
 * data was decrypted before.
 *
 * @see https://developer.authorize.net/api/reference/features/mobile-in-app.html
 */
export function walletToken(source: Method) {
  const token = walletTokenIn(source);
  if (!token) throw new Error(`Authorize.net does not charge ${source.type}.`);
  if (token.kind === 'decrypted' || token.payload === '') {
    throw new Error('Authorize.net wants the token of a wallet as it is.');
  }
  const dataValue = Buffer.from(token.payload, 'utf8').toString('base64');
  return { dataDescriptor: descriptors[token.wallet], dataValue };
}
