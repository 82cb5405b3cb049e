// Shared with parts: `instanceof` recognizes an error by its class.

/** The selectors exceeded their budget for one answer. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Counts the steps of selectors. Throws `TooLong` above the limit. */
export interface StepBudget {
  spend(steps: number): void;
}

/**
 * The most steps of all selectors of a profile in one answer. A step is a visit of a node, a member
 * or a list element, or the evaluation of a part of an expression. An answer of 1 MiB has some
 * 250,000 nodes at most, and an ordinary profile visits each a few times.
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
