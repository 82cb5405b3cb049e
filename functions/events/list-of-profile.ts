import {
  type ListServices,
  liveListServices,
  readEventsPage,
} from '../../shared/events/list-events.ts';
import { listEventsOfProfile } from '../../shared/events/list-operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';

/** Lists the events of the profile that `X-Profile-Id` names; without it, of all. */
export const listOfProfile = implement(
  listEventsOfProfile,
  async ({ caller, body, now }, services: ListServices) =>
    readEventsPage(caller, body, services, now),
);

export const handler = lambda(listOfProfile, liveListServices);
