/** A time that no test lasts, however busy the machine is. */
const neverMs = 1_000_000;

/**
 * Replaces `setTimeout`: a timer acts when the promise that `until` gives for its time resolves,
 * and not by the clock. Timers for which it gives none stay as they are. Returns a function that
 * brings `setTimeout` back.
 */
export function holdTimers(until: (ms: number) => Promise<void> | undefined): () => void {
  const { setTimeout: sleep } = globalThis;
  globalThis.setTimeout = Object.assign(
    (act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
      const waiting = until(ms);
      if (!waiting) return sleep(act, ms, ...given);
      const timer = sleep(act, neverMs);
      void waiting.then(() => {
        clearTimeout(timer);
        act(...given);
      });
      return timer;
    },
    sleep,
  );
  return () => {
    globalThis.setTimeout = sleep;
  };
}
