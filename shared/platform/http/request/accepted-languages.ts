/**
 * The languages that a reader prefers, the most preferred first, from an `Accept-Language` header
 * (RFC 9110, section 12.5.4). Tags look like `de-CH`. Leaves out `*`, which names no language, and
 * tags with q=0.
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

/**
 * Longer headers are cut here: no reader has more languages, and a sender cannot make us parse
 * more.
 */
const longestHeader = 1_000;

const range =
  /^\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/;

/** The language of a tag: `de` of `de-CH`, and of `de_CH`. */
export const languageOf = (tag: string) => tag.split(/[-_]/)[0]?.toLowerCase() ?? '';
