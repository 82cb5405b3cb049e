import type { LogLine } from '../../local/log.ts';
import { firstPaymentFunctions } from '../../tools/first-payment-functions.ts';

/** These run by the clock and for an operator, whatever a merchant does. */
const byTheClock = /^(?:vault-jobs|probe)\//;

/** The functions that printed these lines and that `npm start` does not bundle first. */
export function functionsBundledLater(lines: readonly LogLine[]): readonly string[] {
  const names = new Set(lines.map(({ source }) => source.replace('.', '/')));
  return [...names].filter(
    (name) => name.includes('/') && !byTheClock.test(name) && !firstPaymentFunctions.includes(name),
  );
}
