import { type Log, log as liveLog } from '../log.ts';
import type { CardBinFacts } from './card-bin.ts';
import type { CardBinStore } from './card-bin-store.ts';

/** What is known of cards by their first digits, for functions that show cards. */
export interface CardRanges {
  /**
   * What was known at most ten seconds ago of cards that begin so. It never throws: nothing depends on
   * it but what is shown, so what cannot be read is not known.
   */
  recent(number: string): Promise<CardBinFacts | undefined>;
}

/** A container keeps what it found, and that there was nothing, for this long, in milliseconds. */
const cacheMs = 10_000;
const maxCachedRanges = 1_000;
/** The longest range that an operator can enter, in digits. */
const maxRangeDigits = 8;

/** Reads once, in one call, what a container has not looked for in the last ten seconds. */
export function cachedCardRanges(
  store: Pick<CardBinStore, 'find'>,
  { clock = Date.now, log = liveLog }: { readonly clock?: () => number; readonly log?: Log } = {},
): CardRanges {
  type Found = Promise<CardBinFacts | undefined>;
  const cache = new Map<string, { readonly at: number; readonly finding: Found }>();

  return {
    async recent(number) {
      const digits = number.slice(0, maxRangeDigits);
      const known = cache.get(digits);
      if (known && clock() - known.at < cacheMs) return known.finding;
      if (cache.size >= maxCachedRanges) cache.clear();
      const finding = store.find(digits).catch((error: unknown) => {
        cache.delete(digits);
        log.error('range of a card not read', error);
        return undefined;
      });
      cache.set(digits, { at: clock(), finding });
      return finding;
    },
  };
}
