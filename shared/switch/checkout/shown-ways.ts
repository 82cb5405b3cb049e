/** The number of ways to pay that are shown at first; more are a press away. */
export const shownAtFirst = 5;

/**
 * The ways to pay that are shown before the payer asks for more: a press is never for one alone.
 *
 * @param others the number of further rows, which are shown with the last of the ways
 */
export const firstWays = <Way>(ways: readonly Way[], others = 0): readonly Way[] =>
  ways.length + others <= shownAtFirst + 1 ? ways : ways.slice(0, shownAtFirst);
