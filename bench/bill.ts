import { packed } from '#platform/table/packed-item.ts';
import type { Item } from '#platform/table/port.ts';
import { storedBytes } from '#platform/table/units.ts';
import { readApp } from '../local/assembly/named-app.ts';
import {
  type BillRow,
  type CountedFunction,
  type CountedJourney,
  idleBill,
  journeysBill,
  laterBill,
  openedKeys,
  openedSharedKey,
  type PricedResource,
  provisioned,
  type TableUnits,
  totalOf,
  withFewTools,
  yearBill,
} from '../scripts/cost/cost-model.ts';
import { pricesIn, type Region } from '../scripts/cost/prices.ts';
import { budgets } from '../test/prove/budgets.ts';
import { vaultWorkBudgets } from '../test/shared/vault/budgets.ts';
import { synthesized } from '../test/support/deployment/synthesized-app.ts';
import { measureJourneys } from '../test/support/switch/journey.ts';
import { memoryPort } from '../test/support/table/memory-table.ts';

/** The cost of a million customer journeys. */
interface JourneyBills {
  /** A million of them: five requests, and three webhooks that the merchant is sent. */
  readonly journeys: readonly BillRow[];
  /**
   * The additional cost of a million journeys when the processor sends a webhook for each of its
   * three answers.
   */
  readonly processorWebhooks: readonly BillRow[];
}

/** The cost of a deployment: a month without payments, and a million customer journeys. */
export interface Bill extends JourneyBills {
  readonly idle: readonly BillRow[];
  /** The same month without dashboards and composite alarms. */
  readonly idleWithFewTools: readonly BillRow[];
  /** A million journeys of one merchant whose changes are gathered for longer before they are listed. */
  readonly laterListedJourneys: readonly BillRow[];
  /** A million journeys of one merchant whose clients take no answer in gzip. */
  readonly unpackedJourneys: readonly BillRow[];
  /** A million journeys of one merchant that come evenly, on provisioned capacity. */
  readonly steadyJourneys: readonly BillRow[];
  /**
   * The same journeys of a thousand merchants: each request meets a container that has neither the
   * merchant's key nor its settings.
   */
  readonly ofSmallMerchants: JourneyBills;
  /** Those of the thousand merchants once their keys are under a shared one. */
  readonly sharedKeyJourneys: readonly BillRow[];
  /** Costs beside a million journeys, each in its own unit of time. */
  readonly later: readonly BillRow[];
  /** Twelve months with a million journeys of one merchant each. */
  readonly year: readonly BillRow[];
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
  const listSeconds = windowSeconds(resources);
  const [busy, small, later, unpacked] = [
    await countedJourney({ listSeconds }),
    await countedJourney({ listSeconds, eachOfAnother: true }),
    await countedJourney({ listSeconds: laterListSeconds }),
    await countedJourney({ listSeconds, takesGzip: false }),
  ];
  const billsOf = (
    functions: CountedJourney['functions'],
    deployed: readonly PricedResource[] = resources,
  ): JourneyBills => {
    const { 'incoming-webhooks.receive': receiving, ...others } = functions;
    if (!receiving) throw new Error('No journey has had a webhook of its processor.');
    const bill = (counted: CountedJourney) => journeysBill(counted, deployed, prices);
    return {
      // A merchant's own items are few among those of a thousand journeys.
      journeys: bill({ functions: others, storedBytes: busy.storedBytes }),
      processorWebhooks: bill({
        functions: { 'incoming-webhooks.receive': receiving },
        storedBytes: 0,
      }),
    };
  };
  const idle = idleBill(resources, unitsOfRun, prices);
  const bills = billsOf(busy.functions);
  const ofSmallMerchants = billsOf(small.functions);
  const beside = laterBill(busy, small.functions, resources, prices);
  return {
    idle,
    idleWithFewTools: idleBill(withFewTools(resources), unitsOfRun, prices),
    laterListedJourneys: billsOf(later.functions).journeys,
    unpackedJourneys: billsOf(unpacked.functions).journeys,
    steadyJourneys: billsOf(busy.functions, provisioned(resources)).journeys,
    ...bills,
    ofSmallMerchants,
    sharedKeyJourneys: [
      ...ofSmallMerchants.journeys.filter(({ what }) => what !== openedKeys),
      ...beside.filter(({ what }) => what === openedSharedKey),
    ],
    later: beside,
    year: yearBill(busy, { idleUsd: totalOf(idle), journeysUsd: totalOf(bills.journeys) }, prices),
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

/** The value of `listSeconds` whose bill is beside the others. */
const laterListSeconds = 10;

interface Counted extends CountedJourney {
  readonly functions: Readonly<Record<string, CountedFunction>>;
  /** The bytes of a journey that stay once its events have ended. */
  readonly lastingBytes: number;
  /** The series of metrics that the journeys' log lines make. */
  readonly series: number;
}

/** Journeys that come evenly, at a rate of a million a month, on a table in memory. */
async function countedJourney({
  listSeconds,
  ...clients
}: {
  readonly listSeconds: number;
  readonly eachOfAnother?: boolean;
  readonly takesGzip?: boolean;
}): Promise<Counted> {
  const listsEveryMs = 1_000 * listSeconds;
  const counted = async (journeys: number) => {
    const port = memoryPort();
    const pace = { journeys, listsEveryMs, ...clients };
    const cost = await measureJourneys(port, (key) => port.get(key), pace);
    const bytesOf = (items: readonly Item[]) =>
      items.reduce((sum, item) => sum + storedBytes(packed(item)), 0);
    const lasting = port.items().filter(({ expiresAtSeconds }) => expiresAtSeconds === undefined);
    return { ...cost, bytes: bytesOf(port.items()), lasting: bytesOf(lasting) };
  };
  const [one, many] = [await counted(1), await counted(journeys)];
  // The merchant's own items are in both counts.
  const ofOne = (few: number, all: number) => (all - few) / (journeys - 1);
  return {
    functions: many.functions,
    storedBytes: ofOne(one.bytes, many.bytes),
    lastingBytes: ofOne(one.lasting, many.lasting),
    series: many.series,
  };
}

/** How long the list writer gathers changes before it is invoked, in seconds. */
function windowSeconds(resources: readonly PricedResource[]): number {
  const reading = resources.find(({ name }) => name === 'Lists.ListChanges');
  const seconds = reading?.properties.MaximumBatchingWindowInSeconds ?? 0;
  return typeof seconds === 'number' ? seconds : 0;
}
