import { dateOfClock } from '../../../local/functions/date-of-clock.ts';

/** Stops the process's time at a moment, until the answer is called. */
export function freezeDate(now: Date): () => void {
  const real = globalThis.Date;
  globalThis.Date = dateOfClock(() => now.getTime());
  return () => {
    globalThis.Date = real;
  };
}
