/** One generator decides everything that is decided by chance, so one number replays a whole run. */
export interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number from 0, below this one. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(some: readonly [T, ...T[]]): T;
  /** A generator of its own: draws in one part of a run do not change those of another part. */
  fork(): Random;
}

/** The generator `mulberry32`: small, quick, and good enough to choose among cases. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const random: Random = {
    next() {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
    below: (limit) => Math.floor(random.next() * limit),
    chance: (probability) => random.next() < probability,
    pick: (some) => some[random.below(some.length)] ?? some[0],
    fork: () => seededRandom(Math.floor(random.next() * 2 ** 32)),
  };
  return random;
}
