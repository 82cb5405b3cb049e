/** The longest time of a timer, in ms: one for a longer time would act at once. */
const longestTimerMs = 2 ** 31 - 1;

/** @throws TypeError for a `timeoutMs` that is no time: the limit would be over at once */
export function checkTimeLimit(timeoutMs: number): void {
  if (timeoutMs > 0) return;
  throw new TypeError(`timeoutMs must be a number of ms above 0, and is ${timeoutMs}.`);
}

/**
 * Acts once when a time is over; never for `Infinity`, or for a time beyond 24 days, which no timer
 * can have. Returns a function that takes the limit away.
 */
export function startTimeLimit(timeoutMs: number, act: () => void): () => void {
  if (timeoutMs > longestTimerMs) return () => {};
  const timer = setTimeout(act, timeoutMs);
  return () => clearTimeout(timer);
}
