import * as v from 'valibot';
import type { MerchantAccount } from '#merchants/accounts/merchant-account.ts';
import { languageFor } from '#vocabulary/page-texts/languages.ts';

const line = v.fallback(v.nullish(v.string()), undefined);

const Settings = v.object({
  merchant_details: v.object({
    address: v.object({
      line1: line,
      line2: line,
      line3: line,
      city: line,
      zip: line,
      state: line,
      country: line,
    }),
  }),
});

/**
 * Countries in whose addresses the postal code follows the city; elsewhere it precedes it.
 *
 * @see https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions
 */
// biome-ignore format: codes read better in rows.
const codeAfterCity: ReadonlySet<string> = new Set([
  'AU', 'BD', 'BR', 'CA', 'EG', 'GB', 'ID', 'IE', 'IN', 'JP', 'KE', 'KR', 'LK', 'NG', 'NP',
  'NZ', 'PK', 'SA', 'SG', 'TH', 'TW', 'UA', 'US', 'VN', 'ZA',
]);

/**
 * The postal address in the merchant's account, line by line, with the country in the language of the
 * page's texts. Empty where the merchant stated none.
 */
export function shopAddress(
  { settings }: Pick<MerchantAccount, 'settings'>,
  locale: string,
): readonly string[] {
  const parsed = v.safeParse(Settings, settings);
  if (!parsed.success) return [];
  const { line1, line2, line3, city, zip, state, country } = parsed.output.merchant_details.address;
  const place =
    country && codeAfterCity.has(country)
      ? [[city, state].filter(Boolean).join(', '), zip].filter(Boolean).join(' ')
      : [[zip, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ');
  return [line1, line2, line3, place, country && countryName(country, locale)].flatMap((one) =>
    one ? [one] : [],
  );
}

/** The country's name; its code where `Intl` knows no name. */
const countryName = (country: string, locale: string): string =>
  /^[A-Z]{2}$/.test(country)
    ? (new Intl.DisplayNames(languageFor(locale), { type: 'region' }).of(country) ?? country)
    : country;
