import * as v from 'valibot';
import type { PaymentSource } from '../interface/payments.ts';

/**
 * A number that stands for a card at its network, with the proof of this use. It lives in memory
 * only: never log it, never store it.
 */
export interface NetworkToken {
  readonly number: string;
  /** Two digits. */
  readonly expiryMonth: string;
  /** Two or four digits, as it was given. */
  readonly expiryYear: string;
  readonly cryptogram: string;
  /** The electronic commerce indicator, where the token's requestor states it. */
  readonly eci?: string;
}

const Data = v.object({
  network_token: v.pipe(v.string(), v.regex(/^\d{12,19}$/)),
  token_exp_month: v.string(),
  token_exp_year: v.string(),
  token_cryptogram: v.pipe(v.string(), v.nonEmpty()),
  eci: v.nullish(v.string()),
});

/**
 * The token of a payment that states one instead of a card; undefined for every other source.
 *
 * @throws Error for data of another form; it repeats none of them
 */
export function networkTokenIn(source: PaymentSource): NetworkToken | undefined {
  if (source.kind !== 'payment_method' || source.method !== 'network_token') return undefined;
  const read = v.safeParse(Data, source.data);
  if (!read.success) throw new Error('The data are no network token.');
  const { network_token, token_exp_month, token_exp_year, token_cryptogram, eci } = read.output;
  return {
    number: network_token,
    expiryMonth: token_exp_month,
    expiryYear: token_exp_year,
    cryptogram: token_cryptogram,
    ...(eci && { eci }),
  };
}
