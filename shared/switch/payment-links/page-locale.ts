import { acceptedLanguages } from '#platform/http/request/accepted-languages.ts';
import { supportedLanguage } from '#vocabulary/page-texts/languages.ts';
import { defaultLocale, type LinkOfPayment } from './link-of-payment.ts';

interface LocaleRequest {
  readonly query: { readonly locale?: string | undefined };
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The locale of a link's page. It is the address's `locale` if it was changed, else the merchant's,
 * else the reader's first supported language, else English.
 */
export function localeOf(
  { query, headers }: LocaleRequest,
  link: Pick<LinkOfPayment, 'locale'>,
): string {
  const { locale: stated } = link;
  const isChanged = query.locale !== undefined && query.locale !== (stated ?? defaultLocale);
  const wanted = [
    ...(isChanged && query.locale !== undefined ? [query.locale] : []),
    ...(stated === undefined ? [] : [stated]),
    ...acceptedLanguages(headers['accept-language']),
  ];
  return wanted.find((tag) => supportedLanguage(tag) !== undefined) ?? defaultLocale;
}
