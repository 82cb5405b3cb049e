import { billOfAssembly } from '../cost/bill.ts';
import { monthUsd, totalOf } from '../cost/cost-model.ts';
import { pricesOf } from '../cost/prices.ts';
import { pricedRegion } from './idle-cost.ts';

const secondsOfMonth = 730 * 3_600;

/**
 * The cost of a month by the assembly in a folder, in lines to read.
 *
 * @param expectedRate payments a second, all the month
 */
export async function billLines(
  directory: string,
  { region, expectedRate }: { readonly region: string; readonly expectedRate: number },
): Promise<readonly string[]> {
  const { idle, journeys } = await billOfAssembly(directory, pricedRegion(region));
  const millions = (expectedRate * secondsOfMonth) / 1_000_000;
  const at = `at the list prices of ${pricedRegion(region)}, ${pricesOf}`;
  return [
    `The bill ${at}: $${totalOf(idle).toFixed(2)} for a month without payments, and $${totalOf(journeys).toFixed(2)} more for a million payments.`,
    `A month of ${expectedRate} payments a second, day and night (${millions.toFixed(1)} million): $${monthUsd({ idle, journeys }, millions).toFixed(0)}. Half as many payments cost about half.`,
  ];
}
