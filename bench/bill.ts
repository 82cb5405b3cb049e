import { packed } from '#platform/table/packed-item.ts';
import { storedBytes } from '#platform/table/units.ts';
import {
  type BillRow,
  type CountedJourney,
  idleBill,
  journeysBill,
  type PricedResource,
  type TableUnits,
} from '../scripts/cost/cost-model.ts';
import { pricesIn, type Region } from '../scripts/cost/prices.ts';
import { budgets } from '../test/prove/budgets.ts';
import { vaultWorkBudgets } from '../test/shared/vault/budgets.ts';
import { measureJourneys } from '../test/support/journey.ts';
import { memoryPort } from '../test/support/memory-table.ts';
import { readApp, synthesized } from '../test/support/synthesized-app.ts';

/** The cost of a deployment: a month without payments, and a million customer journeys. */
export interface Bill {
  readonly idle: readonly BillRow[];
  /** A million of them: five requests, and three webhooks that the merchant is sent. */
  readonly journeys: readonly BillRow[];
  /**
   * The additional cost of a million journeys when the processor sends a webhook for each of its
   * three answers.
   */
  readonly processorWebhooks: readonly BillRow[];
}

/** The resources of a stage’s templates. */
export const deployedResources = (stage: 'sandbox' | 'production') =>
  synthesized(stage).resources();

/**
 * A production deployment with its vault and alarms, from the templates and from the counts of the
 * tests.
 */
export const billOf = (region: Region): Promise<Bill> =>
  billOfResources(
    synthesized('production', { alarmEmail: 'on-call@example.com' }).resources(),
    region,
  );

/** The same for the app in an assembly's folder, with the settings that it was synthesized with. */
export const billOfAssembly = (directory: string, region: Region): Promise<Bill> =>
  billOfResources(readApp(directory).resources(), region);

async function billOfResources(
  resources: readonly PricedResource[],
  region: Region,
): Promise<Bill> {
  const prices = pricesIn(region);
  const { functions, storedBytes } = await countedJourney(resources);
  const { 'incoming-webhooks.receive': receiving, ...others } = functions;
  if (!receiving) throw new Error('No journey has had a webhook of its processor.');
  const bill = (counted: CountedJourney) => journeysBill(counted, resources, prices);
  return {
    idle: idleBill(resources, unitsOfRun, prices),
    journeys: bill({ functions: others, storedBytes }),
    processorWebhooks: bill({
      functions: { 'incoming-webhooks.receive': receiving },
      storedBytes: 0,
    }),
  };
}

/**
 * The table units that a scheduled function uses when it has nothing to do, as its budget states
 * them.
 */
export function unitsOfRun(name: string): TableUnits {
  const own = budgets[name];
  const ofVault = vaultWorkBudgets[name.replace('vault-jobs.', 'jobs.')];
  const tables = own ? [own] : Object.values(ofVault?.warm.tables ?? {});
  const sum = (of: (units: TableUnits) => number) =>
    tables.reduce((total, units) => total + of(units), 0);
  return { readUnits: sum(({ readUnits }) => readUnits), writeUnits: sum((one) => one.writeUnits) };
}

const journeys = 20;

/** Journeys that come evenly, at a rate of a million a month, on a table in memory. */
async function countedJourney(resources: readonly PricedResource[]): Promise<CountedJourney> {
  const listsEveryMs = 1_000 * windowSeconds(resources);
  const counted = async (journeys: number) => {
    const port = memoryPort();
    const cost = await measureJourneys(port, (key) => port.get(key), { journeys, listsEveryMs });
    const bytes = port.items().reduce((sum, item) => sum + storedBytes(packed(item)), 0);
    return { ...cost, bytes };
  };
  const [one, many] = [await counted(1), await counted(journeys)];
  return {
    functions: many.functions,
    // The merchant's own items are in both counts.
    storedBytes: (many.bytes - one.bytes) / (journeys - 1),
  };
}

/** How long the list writer gathers changes before it is invoked, in seconds. */
function windowSeconds(resources: readonly PricedResource[]): number {
  const reading = resources.find(({ name }) => name === 'Lists.ListChanges');
  const seconds = reading?.properties.MaximumBatchingWindowInSeconds ?? 0;
  return typeof seconds === 'number' ? seconds : 0;
}
