/** The moment of an ISO 8601 text. Throws a plain Error for any other text. */
export function readDate(text: string | null | undefined): Date {
  const date = new Date(text ?? '');
  if (Number.isNaN(date.getTime())) throw new Error('It states no date.');
  return date;
}
