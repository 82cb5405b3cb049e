import { acceptedLanguages, firstSupported } from '../http/accepted-languages.ts';
import { defaultLocale, type LinkOfPayment } from './link-of-payment.ts';
import { languages } from './page-texts.ts';

interface LocaleRequest {
  readonly query: { readonly locale?: string | undefined };
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The locale that a page of a link is shown in: the one that its address was changed to, else the one
 * that the merchant asked for, else the first of the reader's that we speak, else English.
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
  return firstSupported(wanted, languages) ?? defaultLocale;
}
