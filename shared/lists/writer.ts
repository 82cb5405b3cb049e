import { randomText } from '../ids.ts';

/**
 * Who writes lists, one batch after the other, and how far it came. A count remembers of each writer
 * the last number that is in it, and so a batch that comes again, whole or in parts, is counted once.
 */
export interface Writer {
  /** Letters and digits, by which counts know it. */
  readonly name: string;
  /** The last number that was given. */
  readonly last: number;
}

export interface Writers {
  /**
   * Runs a batch under a writer's name with `size` numbers from the one given on, in ms since 1970 or
   * later. How far a failed batch came is not known, so its writer's name is not used again.
   */
  batch<T>(size: number, work: (name: string, first: number) => Promise<T>): Promise<T>;
}

export function writers(clock: () => number = Date.now): Writers {
  let free: Writer | undefined;
  return {
    async batch(size, work) {
      const { name, last } = free ?? { name: randomText(6), last: 0 };
      free = undefined;
      const first = Math.max(last + 1, clock());
      const done = await work(name, first);
      free = { name, last: first + size };
      return done;
    },
  };
}
