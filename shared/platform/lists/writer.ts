import { randomText } from '../ids.ts';

/**
 * A writer of lists processes one batch after the other. A count stores the last sequence number of
 * each writer that it includes, so a repeated batch, whole or in parts, is counted once.
 */
interface Writer {
  /** Letters and digits, which name it in counts. */
  readonly name: string;
  /** The last sequence number that it used. */
  readonly last: number;
}

export interface Writers {
  /**
   * Runs a batch under a writer's name with `size` sequence numbers from `first` on, which is in ms
   * since 1970 or later. How far a failed batch came is unknown, so its writer's name is not used
   * again.
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
