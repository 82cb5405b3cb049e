/** The moment that an ISO 8601 text states. Throws a plain Error for what states none. */
export function readDate(text: string | null | undefined): Date {
  const date = new Date(text ?? '');
  if (Number.isNaN(date.getTime())) throw new Error('It states no date.');
  return date;
}
