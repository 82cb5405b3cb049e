import { commonMethods, usedEverywhere } from '#vocabulary/common-methods.ts';
import { isInUse } from '#vocabulary/method-markets.ts';
import type { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import type { MethodOrder } from './method-order.ts';

interface Ordered {
  readonly id: string;
  readonly method: string;
  /** Absent for cards. */
  readonly type?: PaymentMethodType;
}

/**
 * The methods in the payer's order. Methods that an account states come first, in the merchant's
 * order. The others come in the order of their use in the payer's country, else with the currency,
 * else by this merchant's payers. Methods that no account states and that payers do not use with
 * this currency, from this billing country, or at all any more, are left out.
 */
export function inPayersOrder<Method extends Ordered>(
  methods: readonly Method[],
  order: MethodOrder,
): readonly Method[] {
  const { currency, billingCountry, networkCountry, languageCountry } = order;
  const place = { currency, country: billingCountry ?? networkCountry, languageCountry };
  const common = commonMethods(place) ?? [];
  const rank = ({ id, method, type }: Ordered): readonly number[] => {
    const ranked = type ?? 'card';
    return [
      placeIn(order.stated, id),
      placeIn(common, ranked),
      -(order.used.get(ranked) ?? order.used.get(method) ?? 0),
      placeIn(usedEverywhere, ranked),
    ];
  };
  const isOffered = ({ id, type }: Ordered) =>
    type === undefined ||
    order.stated.includes(id) ||
    isInUse(type, { currency, country: billingCountry });
  return methods
    .filter(isOffered)
    .map((method) => ({ method, rank: rank(method) }))
    .toSorted((one, other) => compared(one.rank, other.rank))
    .map(({ method }) => method);
}

/** The place of one in a list; after all of them without one. */
function placeIn(all: readonly string[], one: string): number {
  const at = all.indexOf(one);
  return at < 0 ? all.length : at;
}

function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
