/** How many days before today the list of events goes back. */
export const listedDays = 90;

/** An event ends after it has left the list, in seconds. The table then deletes it by itself. */
const lifeSeconds = (listedDays + 2) * 86_400;

/** How long receivers' answers are shown, in seconds. Long ones are then deleted. */
export const answersKeptSeconds = 30 * 86_400;

/** The time from which on events are listed: the beginning of a day in UTC, in ms. */
export const listedSinceMs = (now: Date): number =>
  Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) - listedDays * 86_400_000;

/** When an event of this time ends, in seconds since 1970. */
export const endOfEventSeconds = (createdAtMs: number): number =>
  Math.ceil(createdAtMs / 1_000) + lifeSeconds;

/**
 * When the change of an event was committed, by the event's id: in ms since 1970; NaN for others.
 */
export const changedAtMs = (eventId: string): number =>
  Number.parseInt(/^evt_([0-9a-f]{12})7[0-9a-f]{19}$/.exec(eventId)?.[1] ?? '', 16);
