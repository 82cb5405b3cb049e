import { languageFor, supportedLanguage } from './page-texts/languages.ts';

/**
 * The locale of the dates and amounts on a page, as `Intl` takes it in every browser: `en-GB`. It is
 * the locale of the tag, if the page's texts are in its language; else that language alone.
 *
 * @param tag from a link or a header: `de-AT`, also as `de_AT`; it may be malformed
 */
export function knownLocale(tag: string): string {
  const locale = localeNamed(tag);
  return locale !== undefined && supportedLanguage(locale) === languageFor(tag)
    ? locale
    : languageFor(tag);
}

/** The tag in its canonical form (BCP 47); undefined where it is malformed or has no formats. */
function localeNamed(tag: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}
