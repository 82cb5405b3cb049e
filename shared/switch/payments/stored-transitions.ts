import type { Transition } from './payment.ts';

/** How many of a payment's transitions are stored for good: its events are found by these. */
const firstStored = 8;

/** How many of its later ones are stored. Webhooks for older ones were sent long ago. */
const latestStored = 20;

/** The transitions that a payment stores, so that its item stays small; oldest first. */
export const storedTransitions = (all: readonly Transition[]): Transition[] => [
  ...all.slice(0, firstStored),
  ...all.slice(firstStored).slice(-latestStored),
];

/** The time since which all are stored, in ISO 8601; undefined where none was left out. */
export function allStoredSince(stored: readonly Transition[]): string | undefined {
  if (!beginsWithTheFirst(stored)) return stored[0]?.at;
  return stored.length < firstStored + latestStored ? undefined : stored[firstStored]?.at;
}

/** Whether a payment stores this transition for good. */
export const isStoredForGood = (stored: readonly Transition[], { type, version }: Transition) =>
  beginsWithTheFirst(stored) &&
  stored.slice(0, firstStored).some((one) => one.version === version && one.type === type);

/** Earlier versions stored the latest transitions only. */
const beginsWithTheFirst = ([oldest]: readonly Transition[]) => oldest?.version === 1;
