/** Seconds from one try at a delivery to the next: 16 retries in about a day. */
const retryDelaysSeconds = [
  60, 300, 300, 600, 600, 600, 600, 600, 3_600, 3_600, 3_600, 3_600, 3_600, 21_600, 21_600, 21_600,
] as const;

/** How often an event is tried in all before it is parked. */
export const maxAttempts = retryDelaysSeconds.length + 1;

/**
 * Seconds until the next try after `tries` have failed, up to a tenth of them more so that receivers
 * coming back are not met by everybody at once. `random` is from 0 to 1.
 */
export function retryAfterSeconds(attempts: number, random: number): number {
  const delay = retryDelaysSeconds[Math.min(attempts, retryDelaysSeconds.length) - 1] ?? 60;
  return Math.round(delay * (1 + random / 10));
}
