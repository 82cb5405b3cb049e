import * as v from 'valibot';
import { ownMember } from '#platform/own-member.ts';
import { fourDigits } from '../formats/expiry.ts';
import type { NetworkToken } from '../formats/network-token.ts';
import type { Card } from '../interface/card.ts';
import type { WalletToken as CardToken } from '../interface/wallet-token.ts';

/** Apple's and Google's encrypted payloads, with their own names. */
const ApplePayload = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.string(),
    data: v.string(),
    signature: v.string(),
    header: v.record(v.string(), v.string()),
  }),
);
const GooglePayload = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    signature: v.string(),
    protocolVersion: v.string(),
    signedMessage: v.string(),
  }),
);

/** Checkout.com's answer to a wallet's payload. */
export const WalletToken = v.object({ token: v.pipe(v.string(), v.regex(/^tok_\w{1,64}$/)) });

/**
 * A wallet's encrypted payload, for which Checkout.com gives a token; undefined where the merchant
 * has decrypted it. Throws for a payload that is neither. Its values are secret, so no error
 * repeats them.
 *
 * @see https://www.checkout.com/docs/payments/add-payment-methods/apple-pay/api-only
 * @see https://www.checkout.com/docs/payments/add-payment-methods/google-pay/api-only
 */
export function encryptedPayload(token: CardToken): object | undefined {
  if (token.kind === 'decrypted') return undefined;
  const isApple = token.wallet === 'apple_pay';
  const read = v.safeParse(isApple ? ApplePayload : GooglePayload, token.payload);
  if (!read.success) throw new Error('This payload of a wallet is not for Checkout.com.');
  return { type: names[token.wallet], token_data: read.output };
}

/** The device's number of the card, as Checkout.com charges it; undefined where it is encrypted. */
export function decryptedToken(token: CardToken): object | undefined {
  if (token.kind === 'encrypted') return undefined;
  const { wallet, cryptogram, number, expiryMonth, expiryYear, eci } = token;
  const expiry = expiryIn({ expiryMonth, expiryYear });
  if (cryptogram === undefined) return { type: 'card', number, ...expiry };
  return {
    type: 'network_token',
    token_type: names[wallet],
    cryptogram,
    token: number,
    ...expiry,
    eci,
  };
}

/**
 * A card network's own token, as Checkout.com charges it.
 *
 * @see https://github.com/checkout/checkout-sdk-java/blob/master/src/main/java/com/checkout/payments/request/source/RequestNetworkTokenSource.java
 */
export function networkToken(token: NetworkToken): object {
  const { number, cryptogram, eci, network, holderName } = token;
  const token_type = network && ownMember(tokenServices, network);
  if (!token_type) throw new Error('Checkout.com takes network tokens of Visa and Mastercard.');
  return {
    type: 'network_token',
    token: number,
    token_type,
    ...expiryIn(token),
    cryptogram,
    eci,
    name: holderName,
  };
}

/** The token services of card networks. */
const tokenServices: Readonly<Record<string, string>> = { Visa: 'vts', Mastercard: 'mdes' };

const names = { apple_pay: 'applepay', google_pay: 'googlepay' } as const;

/**
 * A card's expiry in numbers, the year in four digits.
 *
 * @see https://api-reference.checkout.com/#operation/requestAPaymentOrPayout (expiry_month)
 */
export const expiryIn = ({
  expiryMonth,
  expiryYear,
}: Pick<Card, 'expiryMonth' | 'expiryYear'>) => ({
  expiry_month: Number(expiryMonth),
  expiry_year: Number(fourDigits(expiryYear)),
});
