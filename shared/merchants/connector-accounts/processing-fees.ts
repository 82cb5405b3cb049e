import * as v from 'valibot';
import { integer } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { orNull } from '#vocabulary/or-null.ts';
import { CardNetwork, PaymentMethod } from '#vocabulary/payment-methods.ts';

const someOf = <S extends v.GenericSchema>(one: S) =>
  orNull(v.pipe(v.array(one), v.minLength(1, 'an empty list matches no payment'), v.maxLength(50)));

/** From 0 to 1000 with at most three decimals, so that costs are exact. */
const PerMille = v.pipe(
  v.number(),
  v.minValue(0, 'invalid value: expected at least 0'),
  v.maxValue(1_000, 'invalid value: expected at most 1000'),
  v.check(
    (value) => Math.round(value * 1_000) / 1_000 === value,
    'invalid value: expected at most three decimals',
  ),
);

/**
 * A processor's fee for a payment. The first entry whose stated members all match the payment
 * applies.
 */
const ProcessingFee = v.strictObject({
  card_networks: someOf(CardNetwork),
  card_types: someOf(v.picklist(['credit', 'debit'])),
  /** The card's issuer as seen from the business. */
  region: orNull(v.picklist(['domestic', 'intra_eea', 'international'])),
  payment_methods: someOf(PaymentMethod),
  currency: orNull(Currency),
  /** In minor units of the payment's currency. */
  fixed: integer(0, 2_147_483_647),
  per_mille: PerMille,
});
export type ProcessingFee = v.InferOutput<typeof ProcessingFee>;

/** The fees of a connector account; an empty list states none. */
export const ProcessingFees = v.pipe(
  v.array(ProcessingFee),
  v.maxLength(50, 'at most 50 processing fees are allowed'),
);
