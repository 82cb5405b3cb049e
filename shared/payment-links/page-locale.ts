import { acceptedLanguages, firstSpoken } from '../http/accepted-languages.ts';
import { type LinkOfPayment, usualLocale } from './link-of-payment.ts';
import { languages } from './page-texts.ts';

interface Asked {
  readonly query: { readonly locale?: string | undefined };
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The locale that a page of a link is shown in: the one that its address was changed to, else the one
 * that the merchant asked for, else the first of the reader's that we speak, else English.
 */
export function localeOf({ query, headers }: Asked, link: Pick<LinkOfPayment, 'locale'>): string {
  const { locale: stated } = link;
  const isChanged = query.locale !== undefined && query.locale !== (stated ?? usualLocale);
  const wanted = [
    ...(isChanged && query.locale !== undefined ? [query.locale] : []),
    ...(stated === undefined ? [] : [stated]),
    ...acceptedLanguages(headers['accept-language']),
  ];
  return firstSpoken(wanted, languages) ?? usualLocale;
}
