/**
 * The parts of answers, logs and items that are another text in each run: identifiers, keys,
 * digests, sealed bytes and times. A short pattern matches one of them now and then by chance.
 */
const randomParts: readonly (readonly [part: RegExp, name: string])[] = [
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '(uuid)'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, '(time)'],
  // Seconds and milliseconds since 1970.
  [/\b1[5-9]\d{8}(?:\d{3})?\b/g, '(time)'],
  // An identifier keeps its prefix, which names its kind.
  [/(?<=\b[a-z]+_)(?=[\w-]*[A-Za-z])[\w-]{20,}/g, '(id)'],
  [/\b(?=\d*[a-f])[0-9a-f]{16,}\b/gi, '(hex)'],
  [/(?<![\w+/-])(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])(?=[\w+/-]*\d)[\w+/-]{10,}={0,2}/g, '(bytes)'],
];

/** So many digits in a row are a card's number rather than random. */
const cardNumber = /\d{12}/;

/** A text without its random parts, to look in it for a short text that must not be there. */
export const withoutRandom = (text: string): string =>
  randomParts.reduce(
    (rest, [part, name]) =>
      rest.replace(part, (found) =>
        name !== '(uuid)' && name !== '(hex)' && name !== '(time)' && cardNumber.test(found)
          ? found
          : name,
      ),
    text,
  );
