import { SwitchError } from '#platform/errors.ts';
import type { Caller } from '#platform/http/callers/caller.ts';
import type { EventWithDelivery } from './event-store.ts';

/** Whether a caller may read an event. A caller that acts for a profile sees only its events. */
export const mayReadEvent = ({ event }: EventWithDelivery, caller: Caller): boolean => {
  const profileId = 'profileId' in caller ? caller.profileId : undefined;
  return profileId === undefined || profileId === event.profileId;
};

/** Throws `event_not_found` for an event that the caller may not read. */
export function checkEventAccess(stored: EventWithDelivery, caller: Caller): void {
  if (!mayReadEvent(stored, caller)) throw new SwitchError('event_not_found');
}
