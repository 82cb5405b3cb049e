import type { Payment } from '../payment.ts';

/**
 * Until when the customer may pay the open attempt, ISO 8601: as long as its code may be shown,
 * else until the payment itself ends.
 */
export function openUntil({ attempt: { nextAction }, expiresAt }: Payment): string {
  const shownUntil =
    nextAction && 'display_to_timestamp' in nextAction
      ? nextAction.display_to_timestamp
      : undefined;
  return shownUntil == null ? expiresAt : new Date(shownUntil).toISOString();
}
