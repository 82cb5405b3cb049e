import * as v from 'valibot';
import { fourDigits } from '../formats/expiry.ts';
import { inBase64 } from '../formats/request.ts';
import { walletTokenIn } from '../formats/wallet-tokens.ts';
import type { PaymentSource } from '../interface/payments.ts';
import type { CardWallet } from '../interface/wallet-token.ts';

/** Adyen's names of the wallets. */
const names = { apple_pay: 'applepay', google_pay: 'googlepay' } as const;

/** Apple's and Google's encrypted payloads, which go to Adyen unchanged for decryption. */
const payloads: Readonly<Record<CardWallet, v.GenericSchema<unknown, object>>> = {
  apple_pay: v.pipe(
    v.string(),
    v.parseJson(),
    v.looseObject({ data: v.string(), signature: v.string() }),
  ),
  google_pay: v.pipe(
    v.string(),
    v.parseJson(),
    v.looseObject({ signature: v.string(), signedMessage: v.string() }),
  ),
};

/**
 * A wallet's card as Adyen's `paymentMethod`; undefined where the source is none. Throws for a
 * payload that is encrypted for another processor. The values are secret, so no error repeats them.
 *
 * @see https://docs.adyen.com/payment-methods/apple-pay/api-only/apple-pay-token-decryption
 * @see https://docs.adyen.com/payment-methods/google-pay/api-only/google-pay-token-decryption
 * @see https://github.com/Adyen/adyen-openapi/blob/main/json/CheckoutService-v68.json
 * (ApplePayDetails, GooglePayDetails)
 */
export function walletMethod(source: PaymentSource): object | undefined {
  const token = walletTokenIn(source);
  if (!token) return undefined;
  const name = names[token.wallet];
  if (token.kind === 'decrypted') {
    const { number, expiryMonth, cryptogram } = token;
    const expiryYear = fourDigits(token.expiryYear);
    const card = { type: 'scheme', number, expiryMonth, expiryYear };
    return cryptogram === undefined ? card : { ...card, brand: name };
  }
  const { wallet, payload } = token;
  if (!v.is(payloads[wallet], payload)) {
    throw new Error('This payload of a wallet is not for Adyen.');
  }
  return wallet === 'apple_pay'
    ? { type: name, applePayToken: inBase64(payload) }
    : { type: name, googlePayToken: payload };
}

/**
 * Adyen's fields for the wallet of a number that the merchant has decrypted; undefined for any
 * other source.
 *
 * @see https://github.com/activemerchant/active_merchant/blob/master/lib/active_merchant/billing/gateways/adyen.rb
 * (add_network_tokenization_card)
 */
export function walletOrigin(source: PaymentSource) {
  const token = walletTokenIn(source);
  if (token?.kind !== 'decrypted') return undefined;
  return {
    'paymentdatasource.type': names[token.wallet],
    ...(token.wallet === 'google_pay' && {
      'paymentdatasource.tokenized': token.cryptogram === undefined ? 'false' : 'true',
    }),
  };
}

/** The proof that the customer's device has made, where there is one that the merchant decrypted. */
export function walletProof(source: PaymentSource) {
  const token = walletTokenIn(source);
  if (token?.kind !== 'decrypted' || token.cryptogram === undefined) return undefined;
  const { cryptogram: cavv, eci } = token;
  return { directoryResponse: 'Y', authenticationResponse: 'Y', cavv, eci };
}

/**
 * Whether a device has proven that its customer is there, so that the customer is not asked once
 * more. Google Pay encrypts numbers of cards without a proof too, and no readable field shows it.
 */
export function isProvenByDevice(source: PaymentSource): boolean {
  const token = walletTokenIn(source);
  if (token?.kind === 'decrypted') return token.cryptogram !== undefined;
  return token?.wallet === 'apple_pay';
}
