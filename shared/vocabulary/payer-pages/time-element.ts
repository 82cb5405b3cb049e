import { escaped } from '#platform/http/response/html-page.ts';
import { knownLocale } from '../known-locale.ts';
import { shownTime } from '../shown-time.ts';

/** A time in UTC, in the format of the locale: `30 November 2026 at 17:33 UTC`. */
export const timeInUtc = (at: string, locale: string): string =>
  `${shownTime(new Date(at), knownLocale(locale), 'UTC')} UTC`;

/**
 * A time as HTML. The page's script shows it in the reader's time zone; without scripts it is in UTC.
 * The element names its locale, because the page's language lacks the region that the format of a
 * date depends on.
 *
 * @param at ISO 8601
 */
export const timeElement = (at: string, locale: string): string =>
  `<time datetime="${escaped(at)}" data-locale="${escaped(knownLocale(locale))}">${escaped(timeInUtc(at, locale))}</time>`;
