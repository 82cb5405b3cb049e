/** Selectors that ask for more work than one answer is worth. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Counts what selectors look at. Throws `TooLong` when that is more than they may. */
export interface StepBudget {
  spend(steps: number): void;
}

/**
 * What all selectors of a profile may look at together in one answer: a node, a member or an element
 * of a list, or a part of an expression that is worked out. An answer of 1 MiB has some 250,000 nodes
 * at most, and an ordinary profile looks at each a few times.
 */
export const maxSteps = 4_000_000;

export function stepBudget(most = maxSteps): StepBudget {
  let left = most;
  return {
    spend(steps) {
      left -= steps;
      if (left < 0) throw new TooLong();
    },
  };
}
