import * as v from 'valibot';
import { CardNetwork } from '#vocabulary/payment-methods.ts';
import type { PaymentSource } from '../interface/payments.ts';

/**
 * A card network's token in place of a card's number, with the proof of one use. It lives in memory
 * only: never log it, never store it.
 */
export interface NetworkToken {
  readonly number: string;
  /** Two digits. */
  readonly expiryMonth: string;
  /** Two or four digits, as it was given. */
  readonly expiryYear: string;
  /** Absent for a later charge in the customer's absence, which has no proof. */
  readonly cryptogram?: string;
  readonly eci?: string;
  readonly network?: CardNetwork;
  readonly holderName?: string;
}

export type ProvenToken = NetworkToken & { readonly cryptogram: string };

const text = v.nullish(v.string());

/** In the words of the Hyperswitch v1 API. */
const Data = v.object({
  network_token: v.pipe(v.string(), v.regex(/^\d{12,19}$/)),
  token_exp_month: v.string(),
  token_exp_year: v.string(),
  token_cryptogram: text,
  eci: text,
  card_network: v.nullish(CardNetwork),
  card_holder_name: text,
});

/**
 * The network token of a source; undefined for any other source.
 *
 * @throws Error for data that are none; it repeats none of them
 */
export function networkTokenIn(source: PaymentSource): NetworkToken | undefined {
  if (source.kind !== 'payment_method' || source.method !== 'network_token') return undefined;
  const read = v.safeParse(Data, source.data);
  if (!read.success) throw new Error('The network token cannot be read.');
  const { token_cryptogram, eci, card_network, card_holder_name, ...token } = read.output;
  return {
    number: token.network_token,
    expiryMonth: token.token_exp_month,
    expiryYear: token.token_exp_year,
    ...(token_cryptogram && { cryptogram: token_cryptogram }),
    ...(eci && { eci }),
    ...(card_network && { network: card_network }),
    ...(card_holder_name && { holderName: card_holder_name }),
  };
}

/**
 * The same with its proof, for a processor that charges none without.
 *
 * @throws Error also for a token without one
 */
export function provenTokenIn(source: PaymentSource): ProvenToken | undefined {
  const token = networkTokenIn(source);
  if (!token) return undefined;
  const { cryptogram } = token;
  if (cryptogram === undefined) throw new Error('The network token has no cryptogram.');
  return { ...token, cryptogram };
}
