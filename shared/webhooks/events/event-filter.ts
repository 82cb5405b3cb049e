import { SwitchError } from '#platform/errors.ts';
import { eventTypesOf } from '#vocabulary/event-types.ts';
import { listedDays, listedSinceMs } from './event-life.ts';
import type { ListEventsRequest } from './list-operations.ts';

/**
 * The times that a request names, as `from` and `until` of a list; ISO 8601 in UTC. Throws
 * `invalid_request` for times before the list, and for an end before the beginning.
 */
export function timeRangeOf(
  after: string | null | undefined,
  before: string | null | undefined,
  now: Date,
) {
  const firstMs = listedSinceMs(now);
  for (const [name, time] of Object.entries({ created_after: after, created_before: before })) {
    if (time != null && Date.parse(time) < firstMs) {
      throw invalidRequest(`\`${name}\` must be a timestamp within the past ${listedDays} days.`);
    }
  }
  if (after != null && before != null && Date.parse(after) > Date.parse(before)) {
    throw invalidRequest(
      'The `created_after` timestamp must be an earlier timestamp compared to the `created_before` timestamp',
    );
  }
  // Times are compared as they are written, so all are in UTC.
  return {
    from: after == null ? new Date(firstMs).toISOString() : inUtc(after),
    until: before == null ? undefined : inUtc(before),
  };
}

/**
 * The facets of a list for classes and types. A class without named types stands for all of its
 * types. Throws `invalid_request` for a type of a class that is not named.
 */
export function typeFilterOf(
  classes: NonNullable<ListEventsRequest['event_classes']>,
  types: NonNullable<ListEventsRequest['event_types']>,
): { readonly class?: readonly string[]; readonly type?: readonly string[] } {
  if (types.length === 0) return { class: classes };
  if (classes.length === 0) return { type: types };
  const isOf = (one: (typeof classes)[number], type: string) =>
    eventTypesOf[one].some((known) => known === type);
  if (!types.every((type) => classes.some((one) => isOf(one, type)))) {
    throw invalidRequest('`event_types` must be a subset of `event_classes`');
  }
  const whole = classes.filter((one) => !types.some((type) => isOf(one, type)));
  return { type: [...types, ...whole.flatMap((one) => eventTypesOf[one])] };
}

const inUtc = (time: string) => new Date(time).toISOString();

const invalidRequest = (message: string) => new SwitchError('invalid_request', { message });
