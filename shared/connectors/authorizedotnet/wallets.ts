import * as v from 'valibot';
import type { PaymentSource } from '../interface/payments.ts';

type Method = Extract<PaymentSource, { readonly kind: 'payment_method' }>;

/** The wallet's data comes in Base64 from Apple Pay, and as the text of its token from Google Pay. */
const ApplePay = v.object({ payment_data: v.pipe(v.string(), v.minLength(1)) });
const GooglePay = v.object({
  tokenization_data: v.object({ token: v.pipe(v.string(), v.minLength(1)) }),
});

/**
 * A wallet's encrypted token, in Base64. Throws for another payment method, and for a wallet whose data
 * was decrypted before.
 *
 * @see https://developer.authorize.net/api/reference/features/mobile-in-app.html
 */
export function walletToken({ method, type, data }: Method) {
  if (method === 'wallet' && type === 'apple_pay') {
    const read = v.safeParse(ApplePay, data);
    if (!read.success) throw new Error('Authorize.net wants the token of Apple Pay as it is.');
    const { payment_data: dataValue } = read.output;
    return { dataDescriptor: 'COMMON.APPLE.INAPP.PAYMENT', dataValue };
  }
  if (method === 'wallet' && type === 'google_pay') {
    const read = v.safeParse(GooglePay, data);
    if (!read.success) throw new Error('Authorize.net wants the token of Google Pay as it is.');
    const dataValue = Buffer.from(read.output.tokenization_data.token, 'utf8').toString('base64');
    return { dataDescriptor: 'COMMON.GOOGLE.INAPP.PAYMENT', dataValue };
  }
  throw new Error(`Authorize.net does not charge ${type}.`);
}
