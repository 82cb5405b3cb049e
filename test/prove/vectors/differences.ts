/** One difference between a recording and our result. */
export interface Difference {
  /** Such as `request.body.amount` or `outcome.status`. */
  readonly path: string;
  /** Undefined: absent. */
  readonly expected: unknown;
  readonly got: unknown;
}

/** The placeholder of a recording for a value that changes each time. */
const volatile = '<volatile>';

/**
 * The places where two JSON values differ. A member that is `null` equals an absent one, and so does
 * an empty object. Numbers are compared by value, texts exactly; the order of members does not count.
 */
export function differences(path: string, expected: unknown, got: unknown): readonly Difference[] {
  return differencesOf(path, withoutEmpty(expected), withoutEmpty(got));
}

function differencesOf(path: string, expected: unknown, got: unknown): readonly Difference[] {
  if (expected === volatile && typeof got === 'string' && got !== '') return [];
  if (isObject(expected) && isObject(got)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(got)]);
    return [...names].flatMap((name) =>
      differencesOf(joined(path, name), expected[name], got[name]),
    );
  }
  if (Array.isArray(expected) && Array.isArray(got)) {
    const { length } = expected.length > got.length ? expected : got;
    return Array.from({ length }).flatMap((_, index) =>
      differencesOf(`${path}[${index}]`, expected[index], got[index]),
    );
  }
  return Object.is(expected, got) ? [] : [{ path, expected, got }];
}

const joined = (path: string, name: string) =>
  name.startsWith('[') ? `${path}${name}` : `${path}.${name}`;

/** Without members that are `null`, absent, or objects with nothing else in them. */
function withoutEmpty(value: unknown): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  const members = Object.entries(value)
    .map(([name, member]) => [name, withoutEmpty(member)] as const)
    .filter(([, member]) => member !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** Objects whose members come in another order than recorded, where the order counts. */
export function orderDifferences(
  path: string,
  expected: unknown,
  got: unknown,
): readonly Difference[] {
  const [wanted, found] = [withoutEmpty(expected), withoutEmpty(got)];
  if (Array.isArray(wanted) && Array.isArray(found)) {
    return wanted.flatMap((one, index) => orderDifferences(`${path}[${index}]`, one, found[index]));
  }
  if (!isObject(wanted) || !isObject(found)) return [];
  const common = (one: object, other: object) =>
    Object.keys(one)
      .filter((name) => name in other)
      .join(', ');
  const [order, ours] = [common(wanted, found), common(found, wanted)];
  return [
    ...(order === ours ? [] : [{ path: `${path} (order)`, expected: order, got: ours }]),
    ...Object.entries(wanted).flatMap(([name, member]) =>
      orderDifferences(joined(path, name), member, found[name]),
    ),
  ];
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `path: expected → got`, each at most 200 characters. */
export const shown = ({ path, expected, got }: Difference): string =>
  `${path}: ${shownValue(expected)} → ${shownValue(got)}`;

function shownValue(value: unknown): string {
  const text = value === undefined ? '(absent)' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
