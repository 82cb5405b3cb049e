import * as v from 'valibot';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { acceptedLanguages } from '#platform/http/request/accepted-languages.ts';
import { commonMethods, usedEverywhere } from '#vocabulary/common-methods.ts';
import { Country } from '#vocabulary/countries.ts';
import { isInUse } from '#vocabulary/method-markets.ts';
import type { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { statedMethods } from '../payments/offers.ts';
import type { Payment } from '../payments/payment.ts';
import { billingCountryOf } from '../payments/request/billing-country.ts';
import { fallbackAccounts } from '../routing/fallback.ts';

/** The facts that decide which methods a page offers, and in which order. */
export interface MethodOrder {
  /** The methods that accounts state, as `bank_redirect.ideal` or `card`, in the merchant's order. */
  readonly stated: readonly string[];
  /** ISO 4217. */
  readonly currency: string;
  /** The country of the payment's billing address, ISO 3166-1 alpha-2. */
  readonly billingCountry: string | undefined;
  /** The country of the payer's network, where a CDN in front of the switch states it. */
  readonly networkCountry: string | undefined;
  /** The country in the first language of the payer's browser that has one. */
  readonly languageCountry: string | undefined;
  /** How often payers of the profile used each type lately; empty where that is not counted. */
  readonly used: ReadonlyMap<string, number>;
}

/** The facts about a payment and the request for its page. */
export function methodOrderOf(
  payment: Payment,
  configuration: Configuration,
  headers: Readonly<Record<string, string>>,
  used: MethodOrder['used'],
): MethodOrder {
  const accounts = fallbackAccounts(configuration, 'payment', payment.profileId);
  const stated = accounts
    .filter(({ disabled }) => !disabled)
    .flatMap(statedMethods)
    .flatMap(({ payment_method: method, payment_method_types: types }) =>
      (types ?? []).map(({ payment_method_type: type }) =>
        method === 'card' ? method : `${method}.${type}`,
      ),
    );
  return {
    stated: [...new Set(stated)],
    currency: payment.currency,
    billingCountry: billingCountryOf(payment),
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/adding-cloudfront-headers.html
    networkCountry: countryIn(headers['cloudfront-viewer-country']),
    languageCountry: acceptedLanguages(headers['accept-language'])
      .map((tag) => countryIn(tag.split('-').slice(1).at(-1)))
      .find((country) => country !== undefined),
    used,
  };
}

/** The country, if it is one: a browser may state any text. */
function countryIn(text: string | undefined): string | undefined {
  const parsed = v.safeParse(Country, text?.toUpperCase());
  return parsed.success ? parsed.output : undefined;
}

interface Ordered {
  readonly id: string;
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
  const rank = ({ id, type }: Ordered): readonly number[] => {
    const ranked = type ?? 'card';
    return [
      placeIn(order.stated, id),
      placeIn(common, ranked),
      -(order.used.get(ranked) ?? 0),
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
