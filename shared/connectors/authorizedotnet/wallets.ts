import { type ProvenToken, provenTokenIn } from '../formats/network-token.ts';
import { inBase64 } from '../formats/request.ts';
import { walletTokenIn } from '../formats/wallet-tokens.ts';
import type { PaymentSource } from '../interface/payments.ts';
import { creditCard } from './credit-card.ts';

type Method = Extract<PaymentSource, { readonly kind: 'payment_method' }>;

const descriptors = {
  apple_pay: 'COMMON.APPLE.INAPP.PAYMENT',
  google_pay: 'COMMON.GOOGLE.INAPP.PAYMENT',
} as const;

/**
 * A wallet's encrypted token, in Base64, or the card that the merchant has decrypted: with the proof
 * of the customer's device, or as an ordinary one; also a card network's token with its proof.
 * Throws for another payment method.
 *
 * @see https://developer.authorize.net/api/reference/features/mobile-in-app.html
 * @see https://api.authorize.net/xml/v1/schema/AnetApiSchema.xsd (creditCardType)
 */
export function walletPayment(source: Method) {
  const networkToken = provenTokenIn(source);
  if (networkToken) return tokenPayment(networkToken);
  const token = walletTokenIn(source);
  if (!token) throw new Error(`Authorize.net does not charge ${source.type}.`);
  if (token.kind === 'decrypted') {
    const { cryptogram } = token;
    return cryptogram === undefined
      ? { creditCard: creditCard(token) }
      : tokenPayment({ ...token, cryptogram });
  }
  if (token.payload === '') throw new Error('The wallet has encrypted nothing.');
  const dataValue = inBase64(token.payload);
  return { opaqueData: { dataDescriptor: descriptors[token.wallet], dataValue } };
}

/** The schema wants the members in this order. */
const tokenPayment = (token: ProvenToken) => ({
  creditCard: { ...creditCard(token), isPaymentToken: true, cryptogram: token.cryptogram },
});
