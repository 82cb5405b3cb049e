/**
 * What the guard, or the news of a processor, changed in between is refused with a reason that has
 * nothing to do with grants. Then the work is done once more, with things of its own.
 */
export const retryOnce = (exercise: () => Promise<boolean>): Promise<boolean> =>
  exercise().catch(exercise);
