/**
 * How many of some things may be under way at once: the largest set of them in which none waits for
 * another. By Dilworth's theorem it is as large as the fewest chains that cover all, and these are
 * found by a largest matching of things with a next one.
 *
 * @param waiting all that a thing waits for, also through others
 */
export function mostAtOnce(
  names: readonly string[],
  waiting: (name: string) => ReadonlySet<string>,
): number {
  const nextOf = new Map<string, string>();
  const findNext = (name: string, tried: Set<string>): boolean =>
    names.some((next) => {
      if (tried.has(next) || !waiting(next).has(name)) return false;
      tried.add(next);
      const other = nextOf.get(next);
      if (other !== undefined && !findNext(other, tried)) return false;
      nextOf.set(next, name);
      return true;
    });
  for (const name of names) findNext(name, new Set());
  return names.length - nextOf.size;
}
