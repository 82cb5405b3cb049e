import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';

/**
 * For a use of a card or key that could not be written down. The use goes on, but when none is ever
 * written down, cards that are in use are deleted at the end of their time, and keys outlive their
 * limit.
 */
export function reportUnrecordedUse(of: 'card' | 'key', error: unknown): undefined {
  metric('UseNotRecorded', 1);
  log.error('use not recorded', error, { of });
}
