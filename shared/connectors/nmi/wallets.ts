import { monthAndShortYear } from '../formats/expiry.ts';
import { provenTokenIn } from '../formats/network-token.ts';
import { walletTokenIn } from '../formats/wallet-tokens.ts';
import type { PaymentSource } from '../interface/payments.ts';
import type { DecryptedWalletToken, EncryptedWalletToken } from '../interface/wallet-token.ts';
import type { Fields } from './requests.ts';

type Method = Extract<PaymentSource, { readonly kind: 'payment_method' }>;

/**
 * The card in a wallet, or a card network's token, as NMI takes it. Throws for every other method,
 * and for a wallet without a token; no error repeats its data.
 */
export function walletFields(source: Method): Fields {
  const networkToken = provenTokenIn(source);
  if (networkToken) {
    const { number: ccnumber, cryptogram: token_cryptogram } = networkToken;
    return { ccnumber, ccexp: monthAndShortYear(networkToken), token_cryptogram };
  }
  const token = walletTokenIn(source);
  if (!token) throw new Error(`NMI does not charge ${source.type}.`);
  return token.kind === 'encrypted' ? encryptedFields(token) : decryptedFields(token);
}

/** NMI has the keys. It takes Apple's payload in hexadecimal digits, and Google's as it is. */
function encryptedFields({ wallet, payload }: EncryptedWalletToken): Fields {
  if (payload === '') throw new Error('The wallet has encrypted nothing.');
  return wallet === 'apple_pay'
    ? { applepay_payment_data: Buffer.from(payload, 'utf8').toString('hex') }
    : { googlepay_payment_data: payload };
}

/**
 * The device's number has the fields of a card number, and a flag names the wallet. A number without
 * a proof is that of an ordinary card.
 */
function decryptedFields(token: DecryptedWalletToken): Fields {
  const { wallet, number, cryptogram, eci } = token;
  const card = { ccnumber: number, ccexp: monthAndShortYear(token) };
  if (cryptogram === undefined) return card;
  const flag = wallet === 'apple_pay' ? 'decrypted_applepay_data' : 'decrypted_googlepay_data';
  return { ...card, cavv: cryptogram, eci, [flag]: '1' };
}
