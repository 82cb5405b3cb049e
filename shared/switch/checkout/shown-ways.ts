/** The number of ways to pay that are shown at first; more are a press away. */
const shownAtFirst = 5;
/** How many of them are saved, so that the card form and another method are among the first. */
const savedAtFirst = 3;

/**
 * The ways to pay that are shown before the payer asks for more: a press is never for one alone.
 *
 * @param others the number of further rows, which are shown with the last of the ways
 */
export function firstWays<Way extends object>(ways: readonly Way[], others = 0): readonly Way[] {
  if (ways.length + others <= shownAtFirst + 1) return ways;
  const isSaved = (way: Way) => 'saved' in way;
  const saved = ways.filter(isSaved).slice(0, savedAtFirst);
  const rest = ways.filter((way) => !isSaved(way));
  return [...saved, ...rest.slice(0, shownAtFirst - saved.length)];
}
