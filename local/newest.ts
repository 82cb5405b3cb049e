/** The newest of many things. */
export interface Newest<Thing> {
  add(thing: Thing): void;
  /** Oldest first. */
  all(): readonly Thing[];
  /** How many were added so far. */
  readonly count: number;
}

/** Keeps the newest things in memory, and no more than `limit` of them. */
export function newest<Thing>(limit: number): Newest<Thing> {
  const ring: Thing[] = [];
  let count = 0;
  return {
    add(thing) {
      ring[count % limit] = thing;
      count += 1;
    },
    all() {
      const oldest = count % limit;
      return count <= limit ? ring : [...ring.slice(oldest), ...ring.slice(0, oldest)];
    },
    get count() {
      return count;
    },
  };
}
