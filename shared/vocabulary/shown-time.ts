/**
 * A day and its time: `30 November 2026 at 17:33`.
 *
 * @param locale of `knownLocale`; the device's own without one
 * @param timeZone an IANA name; the device's own without one
 */
export const shownTime = (time: Date, locale: string | undefined, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    ...(timeZone !== undefined && { timeZone }),
  }).format(time);
