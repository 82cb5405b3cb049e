import * as v from 'valibot';
import { readJson } from '../formats/json.ts';
import { cardOnFileIn, walletTokenIn } from '../formats/wallet-tokens.ts';
import { isWordOf } from '../formats/words.ts';
import type { PaymentOutcome, PaymentSource } from '../interface/payments.ts';

/**
 * Shift4's payment method for a wallet's encrypted payload; undefined where the source is no card
 * of a wallet, or one that is charged as an ordinary card. Throws for a device's number that the
 * merchant has decrypted, and for any other text than a payload; no error repeats it.
 */
export function walletMethod(source: PaymentSource): object | undefined {
  const token = walletTokenIn(source);
  if (!token || cardOnFileIn(source)) return undefined;
  if (token.kind === 'decrypted') throw new Error('Shift4 wants the token of a wallet as it is.');
  // Both wallets encrypt a JSON object. Apple's goes as an object, Google's as its text.
  const payload = readJson(Payload, { body: token.payload });
  return token.wallet === 'apple_pay'
    ? { type: 'apple_pay', applePay: { token: payload } }
    : { type: 'google_pay', googlePay: { token: token.payload } };
}

const Payload = v.record(v.string(), v.unknown());

/** Shift4's answer: whether its payment method can be charged as it is. */
export const WalletMethod = v.object({
  id: v.string(),
  status: v.nullish(v.string()),
  flow: v.nullish(v.object({ nextAction: v.nullish(v.string()) })),
});

/** Why a payment method is not charged: it failed, or Shift4 wants its customer authenticated. */
export function methodRefusal({
  status,
  flow,
}: Omit<v.InferOutput<typeof WalletMethod>, 'id'>): PaymentOutcome | undefined {
  if (isWordOf(['failed'], status)) {
    return { result: 'declined', code: 'failed', message: 'Shift4 does not take the card.' };
  }
  const action = flow?.nextAction ?? 'none';
  return isWordOf(['none'], action)
    ? undefined
    : { result: 'declined', code: action, message: 'Shift4 wants more of the customer.' };
}
