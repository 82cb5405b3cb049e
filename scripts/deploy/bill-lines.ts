import { totalOf } from '../cost/cost-model.ts';
import { pricesOf } from '../cost/prices.ts';
import { pricedRegion } from './idle-cost.ts';

/** The cost of a month by the assembly in a folder, in lines to read. */
export async function billLines(directory: string, region: string): Promise<readonly string[]> {
  // Loads the whole app with all functions: a journey is counted by running it.
  const { billOfAssembly } = await import('../../bench/bill.ts');
  const { idle, journeys } = await billOfAssembly(directory, pricedRegion(region));
  const at = `at the list prices of ${pricedRegion(region)}, ${pricesOf}`;
  return [
    `The bill ${at}: $${totalOf(idle).toFixed(2)} for a month without payments, and $${totalOf(journeys).toFixed(2)} more for a million payments.`,
  ];
}
