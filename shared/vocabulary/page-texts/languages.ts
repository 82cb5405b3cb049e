import { acceptedLanguages, languageOf } from '#platform/http/request/accepted-languages.ts';

/** The languages of the pages for payers: subtags of BCP 47. */
// biome-ignore format: codes read better in rows.
export const languages = [
  'en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'da', 'sv',
  'nb', 'fi', 'hu', 'ro', 'el', 'tr', 'ar', 'he', 'ja', 'zh', 'ko',
] as const;

export type Language = (typeof languages)[number];

const isLanguage = (text: string): text is Language => languages.some((one) => one === text);

/** Norwegian without its written form, and Nynorsk: their readers also read Bokmål. */
const norwegianTags: ReadonlySet<string> = new Set(['no', 'nn']);

/** The language of a tag such as `pt-BR`, if the pages have its texts. */
export function supportedLanguage(tag: string): Language | undefined {
  const language = languageOf(tag);
  if (norwegianTags.has(language)) return 'nb';
  return isLanguage(language) ? language : undefined;
}

/** The same, or English. */
export const languageFor = (tag: string | undefined): Language =>
  supportedLanguage(tag ?? '') ?? 'en';

/**
 * The first language of an `Accept-Language` header that the pages have texts in, as a tag such as
 * `de-CH`; English where they have none.
 */
export const readersLocale = (acceptLanguage: string | undefined): string =>
  acceptedLanguages(acceptLanguage).find((tag) => supportedLanguage(tag) !== undefined) ?? 'en';

const rightToLeft: ReadonlySet<Language> = new Set(['ar', 'he']);

/** The direction of a language's texts, as HTML names it. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  rightToLeft.has(language) ? 'rtl' : 'ltr';
