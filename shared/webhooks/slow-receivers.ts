/** The addresses that have let this container wait for an answer in vain. */
export interface SlowReceivers {
  add(url: string): void;
  has(url: string): boolean;
}

/** How long one is remembered, in milliseconds: it may have recovered. */
const rememberedMs = 5 * 60_000;
const mostRemembered = 1_000;

/**
 * Remembers in this container alone, which is enough: each learns by one wait. `now` is in
 * milliseconds.
 */
export function slowReceivers(now: () => number): SlowReceivers {
  const until = new Map<string, number>();
  return {
    add(url) {
      if (until.size >= mostRemembered) until.clear();
      until.set(url, now() + rememberedMs);
    },
    has: (url) => (until.get(url) ?? 0) > now(),
  };
}
