import { shownDeadline } from '#switch/checkout/shown-deadline.ts';

const texts = { untilToday: 'until {time} today', untilDate: 'until {date}' };
const now = new Date('2026-11-03T12:00:00Z');
const inLondon = (expiresAt: string, locale: string) =>
  shownDeadline(new Date(expiresAt), texts, { now, locale, timeZone: 'Europe/London' }).replaceAll(
    '\u202f',
    ' ',
  );

describe('the deadline of a payment', () => {
  it.each([
    ['en-GB', 'until 17:05 today', 'until 4 December 2026 at 17:05'],
    ['en-US', 'until 5:05 PM today', 'until December 4, 2026 at 5:05 PM'],
    ['de-AT', 'until 17:05 today', 'until 4. Dezember 2026 um 17:05'],
    ['fr-CA', 'until 17 h 05 today', 'until 4 décembre 2026 à 17 h 05'],
  ])('the deadline of a payment has the format of %s', (locale, today, later) => {
    expect(inLondon('2026-11-03T17:05:00Z', locale)).toBe(today);
    expect(inLondon('2026-12-04T17:05:00Z', locale)).toBe(later);
  });

  it("the deadline of a payment is of today by the payer's time zone", () => {
    const expiresAt = new Date('2026-11-03T23:30:00Z');
    const there = (timeZone: string) =>
      shownDeadline(expiresAt, texts, { now, locale: 'en-GB', timeZone });
    expect(there('Europe/London')).toBe('until 23:30 today');
    expect(there('Europe/Helsinki')).toBe('until 4 November 2026 at 01:30');
  });
});
