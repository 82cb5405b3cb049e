import * as v from 'valibot';
import { walletTokenIn } from '../formats/wallet-tokens.ts';
import type { PaymentSource } from '../interface/payments.ts';

/** Both wallets encrypt a JSON object, which Worldpay gets as a text. */
const Encrypted = v.pipe(v.string(), v.parseJson(), v.looseObject({ signature: v.string() }));

/** Worldpay's name of the wallet, and the wallet's encrypted token. */
export interface WalletInstrument {
  readonly method: 'applepay' | 'googlepay';
  readonly walletToken: string;
}

/**
 * The card in a wallet; undefined where the source is none. Throws for a payload that the wallet
 * has not encrypted for Worldpay. Its values are secret, so no error repeats them.
 *
 * @see https://developer.worldpay.com/products/payments/openapi
 */
export function walletInstrument(source: PaymentSource): WalletInstrument | undefined {
  const token = walletTokenIn(source);
  if (!token) return undefined;
  if (token.kind === 'decrypted' || !v.is(Encrypted, token.payload)) {
    throw new Error('This payload of a wallet is not for Worldpay.');
  }
  const method = token.wallet === 'apple_pay' ? 'applepay' : 'googlepay';
  return { method, walletToken: token.payload };
}
