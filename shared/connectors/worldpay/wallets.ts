import * as v from 'valibot';
import { walletTokenIn } from '../formats/wallet-tokens.ts';
import type { Card } from '../interface/card.ts';
import type { PaymentSource } from '../interface/payments.ts';

/** Both wallets encrypt a JSON object, which Worldpay gets as a text. */
const Encrypted = v.pipe(v.string(), v.parseJson(), v.looseObject({ signature: v.string() }));

const names = { apple_pay: 'applepay', google_pay: 'googlepay' } as const;

/** Worldpay's name of the wallet, and the wallet's encrypted token. */
export interface WalletInstrument {
  readonly method: 'applepay' | 'googlepay';
  readonly walletToken: string;
}

/**
 * The card in a wallet's encrypted token; undefined for any other source, and for a card that the
 * merchant has decrypted. Throws for a payload that the wallet has not encrypted for Worldpay. Its
 * values are secret, so no error repeats them.
 *
 * @see https://developer.worldpay.com/products/payments/openapi
 */
export function walletInstrument(source: PaymentSource): WalletInstrument | undefined {
  const token = walletTokenIn(source);
  if (token?.kind !== 'encrypted') return undefined;
  if (!v.is(Encrypted, token.payload)) {
    throw new Error('This payload of a wallet is not for Worldpay.');
  }
  return { method: names[token.wallet], walletToken: token.payload };
}

/** The number of the customer's device, and its proof, which the card payments API takes. */
export interface NetworkToken {
  readonly instrument: object;
  readonly proof: object;
}

/**
 * The device's number that the merchant has decrypted; undefined for any other source.
 *
 * @see https://developer.worldpay.com/products/wallets/decrypted-apple
 * @see https://developer.worldpay.com/products/wallets/decrypted-google
 */
export function networkToken(source: PaymentSource): NetworkToken | undefined {
  const token = walletTokenIn(source);
  if (token?.kind !== 'decrypted' || token.cryptogram === undefined) return undefined;
  const { cryptogram, eci, number: tokenNumber, wallet } = token;
  return {
    instrument: {
      type: `card/networkToken+${names[wallet]}`,
      tokenNumber,
      expiryDate: expiryDate(token),
    },
    proof: { networkToken: { cryptogram, eci } },
  };
}

/** A card's expiry in numbers. */
export const expiryDate = ({
  expiryMonth,
  expiryYear,
}: Pick<Card, 'expiryMonth' | 'expiryYear'>) => ({
  month: Number(expiryMonth),
  year: Number(`20${expiryYear.slice(-2)}`),
});
