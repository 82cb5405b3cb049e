/**
 * The languages that a reader wants, the most wanted first, out of an `Accept-Language` header (RFC 9110,
 * section 12.5.4): tags such as `de-CH`, without `*`, which names none, and without what is refused.
 */
export function acceptedLanguages(header = ''): readonly string[] {
  return header
    .slice(0, longestHeader)
    .split(',')
    .flatMap((part) => {
      const [, tag, weight = '1'] = range.exec(part) ?? [];
      return tag === undefined || Number(weight) === 0 ? [] : [{ tag, weight: Number(weight) }];
    })
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** No reader knows more languages than fit; a sender pays nothing for more. */
const longestHeader = 1_000;

const range =
  /^\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/;

/** The language of a tag: `de` of `de-CH`. */
export const languageOf = (tag: string) => tag.split('-')[0]?.toLowerCase() ?? '';

/** The first tag of those wanted whose language there are texts for. */
export const firstSupported = (wanted: readonly string[], spoken: readonly string[]) =>
  wanted.find((tag) => spoken.includes(languageOf(tag)));
