import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  eventsPage,
  type ListServices,
  liveListServices,
} from '../../shared/webhooks/list-events.ts';
import { listEventsOfProfile } from '../../shared/webhooks/list-operations.ts';

/** Lists the events of the profile that `X-Profile-Id` names; without it, of all. */
export const listOfProfile = implement(
  listEventsOfProfile,
  async ({ caller, body, now }, services: ListServices) => eventsPage(caller, body, services, now),
);

export const handler = lambda(listOfProfile, liveListServices);
