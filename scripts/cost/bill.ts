import { readApp } from '../../local/assembly/named-app.ts';
import {
  type BillRow,
  idleBill,
  journeysBill,
  laterBill,
  listSecondsOf,
  openedKeys,
  openedSharedKey,
  type PricedResource,
  provisioned,
  totalOf,
  withFewTools,
  yearBill,
} from './cost-model.ts';
import { type CountedJourney, type Counts, countJourneys } from './counted-journeys.ts';
import { pricesIn, type Region } from './prices.ts';

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

/** The bill of a production deployment with its vault and alarms, from its templates. */
export async function billOfProduction(region: Region): Promise<Bill> {
  // Imported late, because it reads all sources of the app.
  const { synthesizedIn } = await import('../deploy/synthesized-assembly.ts');
  const settings = { alarmEmail: 'on-call@example.com' };
  return synthesizedIn('production', settings, (directory) => billOfAssembly(directory, region));
}

/** The same for the app in an assembly's folder, with the settings that it was synthesized with. */
export async function billOfAssembly(directory: string, region: Region): Promise<Bill> {
  const resources = readApp(directory).resources();
  return billOf(resources, await countJourneys(listSecondsOf(resources)), region);
}

/** The bill of deployed resources, with journeys that were counted for them. */
export function billOf(
  resources: readonly PricedResource[],
  { busy, small, later, unpacked, unitsOfRuns }: Counts,
  region: Region,
): Bill {
  const prices = pricesIn(region);
  const billsOf = (
    functions: CountedJourney['functions'],
    deployed: readonly PricedResource[] = resources,
  ): JourneyBills => {
    const { 'incoming-webhooks.receive': receiving, ...others } = functions;
    if (!receiving) throw new Error('No journey has had a webhook of its processor.');
    const bill = (counted: Pick<CountedJourney, 'functions' | 'storedBytes'>) =>
      journeysBill(counted, deployed, prices);
    return {
      // A merchant's own items are few among those of a thousand journeys.
      journeys: bill({ functions: others, storedBytes: busy.storedBytes }),
      processorWebhooks: bill({
        functions: { 'incoming-webhooks.receive': receiving },
        storedBytes: 0,
      }),
    };
  };
  const idle = idleBill(resources, unitsOfRuns, prices);
  const bills = billsOf(busy.functions);
  const ofSmallMerchants = billsOf(small.functions);
  const beside = laterBill(busy, small.functions, resources, prices);
  return {
    idle,
    idleWithFewTools: idleBill(withFewTools(resources), unitsOfRuns, prices),
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
