import { type Log, log as liveLog } from '#platform/log.ts';
import type { CardBinFacts } from './card-bin.ts';
import type { CardBinStore } from './card-bin-store.ts';

/** The facts of cards by their first digits, for responses that describe cards. */
export interface CardRanges {
  /**
   * The facts as they were at most ten seconds ago. Never throws: the facts are only shown, so a
   * failed read means unknown.
   */
  recent(number: string): Promise<CardBinFacts | undefined>;
}

/** How long a container caches facts, or their absence, in milliseconds. */
const cacheMs = 10_000;
const maxCachedRanges = 1_000;
/** The longest range that an operator can enter, in digits. */
const maxRangeDigits = 8;

/** Reads ranges that the container has not cached, in one call. */
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
        log.error('card range not read', error);
        return undefined;
      });
      cache.set(digits, { at: clock(), finding });
      return finding;
    },
  };
}
