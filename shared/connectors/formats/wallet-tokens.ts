import * as v from 'valibot';
import type { Card } from '../interface/card.ts';
import type { PaymentSource } from '../interface/payments.ts';
import type { CardWallet, DecryptedWalletToken, WalletToken } from '../interface/wallet-token.ts';

const eci = v.nullish(v.string());
const Digits = v.pipe(v.string(), v.regex(/^\d{12,19}$/));

/** The data of the two wallets, encrypted and decrypted, in the words of the Hyperswitch v1 API. */
const EncryptedApple = v.object({
  payment_data: v.string(),
  payment_method: v.nullish(v.object({ display_name: v.string(), network: v.string() })),
  transaction_identifier: v.nullish(v.string()),
});
const DecryptedApple = v.object({
  payment_data: v.object({
    application_primary_account_number: Digits,
    application_expiration_month: v.string(),
    application_expiration_year: v.string(),
    payment_data: v.object({ online_payment_cryptogram: v.string(), eci_indicator: eci }),
  }),
});
const EncryptedGoogle = v.object({ tokenization_data: v.object({ token: v.string() }) });
const DecryptedGoogle = v.object({
  tokenization_data: v.object({
    application_primary_account_number: Digits,
    card_exp_month: v.string(),
    card_exp_year: v.string(),
    cryptogram: v.nullish(v.string()),
    eci_indicator: eci,
  }),
});

/** The wallet whose card a source charges; undefined for every other source. */
export function cardWalletOf(source: PaymentSource): CardWallet | undefined {
  if (source.kind !== 'payment_method' || source.method !== 'wallet') return undefined;
  const { type } = source;
  return type === 'apple_pay' || type === 'google_pay' ? type : undefined;
}

/**
 * The token of a source's wallet; undefined where the source is no card of a wallet.
 *
 * @throws Error for data that are neither encrypted nor decrypted; it repeats none of them
 */
export function walletTokenIn(source: PaymentSource): WalletToken | undefined {
  const wallet = cardWalletOf(source);
  if (wallet === undefined || source.kind !== 'payment_method') return undefined;
  const token = wallet === 'apple_pay' ? ofApple(source.data) : ofGoogle(source.data);
  if (!token) throw new Error('The wallet has handed over nothing that can be charged.');
  return token;
}

/**
 * The card of a wallet that is charged as an ordinary one: Google has it on file, so its number is
 * that of the card, and there is no proof. Undefined for any other source.
 */
export function cardOnFileIn(source: PaymentSource): Card | undefined {
  const token = walletTokenIn(source);
  return token?.kind === 'decrypted' && token.cryptogram === undefined ? token : undefined;
}

function ofApple(data: unknown): WalletToken | undefined {
  const decrypted = v.safeParse(DecryptedApple, data);
  if (decrypted.success) {
    const { payment_data: card } = decrypted.output;
    const { online_payment_cryptogram: cryptogram, eci_indicator } = card.payment_data;
    return decryptedToken('apple_pay', {
      number: card.application_primary_account_number,
      expiryMonth: card.application_expiration_month,
      expiryYear: card.application_expiration_year,
      cryptogram,
      eci: eci_indicator,
    });
  }
  const encrypted = v.safeParse(EncryptedApple, data);
  if (!encrypted.success) return undefined;
  const { payment_data, payment_method: method, transaction_identifier } = encrypted.output;
  return {
    kind: 'encrypted',
    wallet: 'apple_pay',
    payload: Buffer.from(payment_data, 'base64').toString('utf8'),
    ...(method &&
      transaction_identifier && {
        shown: {
          displayName: method.display_name,
          network: method.network,
          transactionId: transaction_identifier,
        },
      }),
  };
}

function ofGoogle(data: unknown): WalletToken | undefined {
  const decrypted = v.safeParse(DecryptedGoogle, data);
  if (decrypted.success) {
    const { tokenization_data: card } = decrypted.output;
    return decryptedToken('google_pay', {
      number: card.application_primary_account_number,
      expiryMonth: card.card_exp_month,
      expiryYear: card.card_exp_year,
      cryptogram: card.cryptogram,
      eci: card.eci_indicator,
    });
  }
  const encrypted = v.safeParse(EncryptedGoogle, data);
  if (!encrypted.success) return undefined;
  const { token: payload } = encrypted.output.tokenization_data;
  return { kind: 'encrypted', wallet: 'google_pay', payload };
}

type Decrypted = Omit<DecryptedWalletToken, 'kind' | 'wallet' | 'eci' | 'cryptogram'> & {
  readonly cryptogram: string | null | undefined;
  readonly eci: string | null | undefined;
};

const decryptedToken = (
  wallet: CardWallet,
  { eci: indicator, cryptogram, ...card }: Decrypted,
): DecryptedWalletToken => ({
  kind: 'decrypted',
  wallet,
  ...card,
  ...(cryptogram && { cryptogram }),
  ...(indicator != null && { eci: indicator }),
});
