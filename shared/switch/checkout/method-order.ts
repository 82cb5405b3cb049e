import * as v from 'valibot';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { acceptedLanguages } from '#platform/http/request/accepted-languages.ts';
import { Country } from '#vocabulary/countries.ts';
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
  /** How often payers of the profile used each type or method lately; empty without counts. */
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
