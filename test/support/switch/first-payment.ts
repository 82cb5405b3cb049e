import type { LogLine } from '../../../local/log.ts';
import { firstPaymentFunctions } from '../../../tools/bundle/first-payment-functions.ts';

/** These run by the clock and for an operator, without a merchant. */
const byTheClock = /^(?:vault-jobs|probe)\//;

/**
 * The functions that printed these lines, of a switch that the suite has for itself, and are in none
 * of these lists, of which `npm start` bundles the first before it is ready.
 */
export function functionsBundledLater(
  lines: readonly LogLine[],
  named: readonly string[] = firstPaymentFunctions,
): readonly string[] {
  const names = new Set(lines.map(({ source }) => source.replace('.', '/')));
  return [...names].filter(
    (name) => name.includes('/') && !byTheClock.test(name) && !named.includes(name),
  );
}
