/** A value of JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

/** The value, its innermost members replaced by this function's results. */
export function withLeaves(value: Json, replace: (leaf: Json) => Json): Json {
  if (typeof value !== 'object' || value === null) return replace(value);
  if (isList(value)) return value.map((one) => withLeaves(one, replace));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withLeaves(one, replace)]),
  );
}

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** The same value once for each of its texts, with another text there. */
export function withEachText(value: Json, other: string): readonly string[] {
  let texts = 0;
  const count = (leaf: Json) => {
    if (typeof leaf === 'string') texts += 1;
    return leaf;
  };
  withLeaves(value, count);
  return Array.from({ length: texts }, (_, wanted) => {
    let seen = -1;
    return JSON.stringify(
      withLeaves(value, (leaf) => {
        if (typeof leaf !== 'string') return leaf;
        seen += 1;
        return seen === wanted ? other : leaf;
      }),
    );
  });
}
