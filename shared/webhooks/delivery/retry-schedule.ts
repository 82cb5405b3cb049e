/** Seconds from one delivery attempt to the next: 16 retries in about a day. */
const retryDelaysSeconds = [
  60, 300, 300, 600, 600, 600, 600, 600, 3_600, 3_600, 3_600, 3_600, 3_600, 21_600, 21_600, 21_600,
] as const;

/** The most attempts of an event before it is parked. */
export const maxAttempts = retryDelaysSeconds.length + 1;

/**
 * Seconds until the next attempt after `attempts` failures. Adds up to a tenth at random, so that a
 * recovering receiver does not get all retries at once. `random` is from 0 to 1.
 */
export function retryAfterSeconds(attempts: number, random: number): number {
  const delay = retryDelaysSeconds[Math.min(attempts, retryDelaysSeconds.length) - 1] ?? 60;
  return Math.round(delay * (1 + random / 10));
}
