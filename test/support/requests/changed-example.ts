import fc from 'fast-check';

type Place = readonly string[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths to a value and to all members of objects inside it. */
const placesIn = (value: unknown, at: Place = []): Place[] => [
  at,
  ...(isObject(value)
    ? Object.entries(value).flatMap(([member, one]) => placesIn(one, [...at, member]))
    : []),
];

interface Change {
  readonly how: string;
  readonly value: unknown;
  readonly member: string;
}

function changed(value: unknown, [next, ...rest]: Place, change: Change): unknown {
  if (next !== undefined && isObject(value)) {
    const { [next]: inner, ...others } = value;
    if (rest.length === 0 && change.how === 'remove') return others;
    return { ...others, [next]: changed(inner, rest, change) };
  }
  if (change.how === 'add' && isObject(value)) return { ...value, [change.member]: change.value };
  return change.value;
}

/**
 * A value with one thing in it replaced, removed or added.
 *
 * @param anything replaces a member, or is the value of an added one
 * @param name the name of an added member
 */
export const changedExample = (
  example: unknown,
  anything: fc.Arbitrary<unknown>,
  name: fc.Arbitrary<string>,
): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.constantFrom(...placesIn(example)),
      anything,
      fc.constantFrom('replace', 'remove', 'add'),
      name,
    )
    .map(([place, value, how, member]) => changed(example, place, { how, value, member }));
