/** The two texts of a deadline, with their placeholders. */
export interface DeadlineTexts {
  /** `You can pay until {time} today.` */
  readonly untilToday: string;
  /** `You can pay until {date}.` */
  readonly untilDate: string;
}

/**
 * The sentence about the time until which a payer can pay, in the payer's time zone.
 *
 * @param timeZone an IANA name; the device's own without one
 */
export function shownDeadline(
  expiresAt: Date,
  texts: DeadlineTexts,
  { now, locale, timeZone }: { now: Date; locale: string; timeZone?: string },
): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...(timeZone !== undefined && { timeZone }) });
  const day = format({ dateStyle: 'short' });
  if (day.format(expiresAt) === day.format(now)) {
    const time = format({ timeStyle: 'short' }).format(expiresAt);
    return texts.untilToday.replace('{time}', time);
  }
  return texts.untilDate.replace('{date}', shownDate(expiresAt, locale, timeZone));
}

/** A day and its time: in the time zone of that IANA name, or in the device's own. */
export const shownDate = (date: Date, locale: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    ...(timeZone !== undefined && { timeZone }),
  }).format(date);
