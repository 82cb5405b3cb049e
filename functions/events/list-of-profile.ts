import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import {
  type ListServices,
  liveListServices,
  readEventsPage,
} from '#webhooks/events/list-events.ts';
import { listEventsOfProfile } from '#webhooks/events/list-operations.ts';

/** Lists the events of the profile that `X-Profile-Id` names; without it, of all. */
export const listOfProfile = implement(
  listEventsOfProfile,
  async ({ caller, body, now }, services: ListServices) =>
    readEventsPage(caller, body, services, now),
);

export const handler = lambda(listOfProfile, liveListServices);
