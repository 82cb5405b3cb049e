import { shownTime } from '#vocabulary/shown-time.ts';

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
  { now, locale, timeZone }: { now: Date; locale: string | undefined; timeZone?: string },
): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...(timeZone !== undefined && { timeZone }) });
  const day = format({ dateStyle: 'short' });
  if (day.format(expiresAt) === day.format(now)) {
    const time = format({ timeStyle: 'short' }).format(expiresAt);
    return texts.untilToday.replace('{time}', time);
  }
  return texts.untilDate.replace('{date}', shownTime(expiresAt, locale, timeZone));
}
