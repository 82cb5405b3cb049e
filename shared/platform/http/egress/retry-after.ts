/** `Fri, 31 Dec 1999 23:59:59 GMT`, the form that senders must use. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** A year. The log masks numbers of 12 digits and more, because they may be a card's. */
const longestSeconds = 31_536_000;

/**
 * How many seconds a `Retry-After` header asks to wait: a number, or a date from now on; a year at
 * most. Undefined for everything else, such as a date in the past, words, or no header.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfterOf(header: string | undefined, now: Date): number | undefined {
  const given = header?.trim() ?? '';
  const seconds = /^\d+$/.test(given)
    ? Number(given)
    : httpDate.test(given)
      ? Math.ceil((Date.parse(given) - now.getTime()) / 1_000)
      : 0;
  return seconds > 0 ? Math.min(seconds, longestSeconds) : undefined;
}
