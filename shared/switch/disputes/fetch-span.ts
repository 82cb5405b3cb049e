import { SwitchError } from '#platform/errors.ts';

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** The longest span that one request may fetch, in milliseconds: a leap year. */
const longestMs = 366 * 86_400_000;

/**
 * Reads the span of a fetch: two seconds in UTC, both of which belong to it.
 *
 * @throws SwitchError `invalid_data` for another form, a day that no calendar has, a span that ends
 * before it begins, and one of more than 366 days
 */
export function spanOf(query: { readonly fetch_from: string; readonly fetch_till: string }): {
  readonly from: Date;
  readonly till: Date;
} {
  const from = momentOf(query, 'fetch_from');
  const lastSecond = momentOf(query, 'fetch_till').getTime();
  const spanMs = lastSecond - from.getTime();
  if (spanMs < 0 || spanMs > longestMs) {
    const expected = 'a moment up to 366 days after fetch_from';
    throw new SwitchError('invalid_data', { field: 'fetch_till', expected });
  }
  return { from, till: new Date(lastSecond + 999) };
}

function momentOf<Name extends string>(query: Readonly<Record<Name, string>>, field: Name): Date {
  const value = query[field];
  const moment = new Date(`${value}Z`);
  // JavaScript reads the 30th of February as the 2nd of March.
  const isMoment =
    form.test(value) && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
  if (!isMoment) {
    throw new SwitchError('invalid_data', { field, expected: 'YYYY-MM-DDTHH:MM:SS' });
  }
  return moment;
}
