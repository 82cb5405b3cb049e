import { SwitchError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { EventWithDelivery } from './event-store.ts';

/** Whether an event is there for a caller: who acts for a profile sees what that is told and no more. */
export const mayReadEvent = ({ event }: EventWithDelivery, caller: Caller): boolean => {
  const profileId = 'profileId' in caller ? caller.profileId : undefined;
  return profileId === undefined || profileId === event.profileId;
};

/** Throws `event_not_found` for one that is not there for the caller. */
export function checkEventAccess(stored: EventWithDelivery, caller: Caller): void {
  if (!mayReadEvent(stored, caller)) throw new SwitchError('event_not_found');
}
