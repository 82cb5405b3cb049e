/** The number of ways to pay that are shown at first; more are a press away. */
const shownAtFirst = 5;

/** The ways to pay that are shown before the payer asks for more: a press is never for one alone. */
export const firstWays = <Way>(ways: readonly Way[]): readonly Way[] =>
  ways.length <= shownAtFirst + 1 ? ways : ways.slice(0, shownAtFirst);
