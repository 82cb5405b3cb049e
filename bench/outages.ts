import { ownGuards, sharedGuards } from '../test/support/guards.ts';
import { outages as allOutages, type Outage, type Size, sizes } from '../test/support/outages.ts';
import { type FleetResult, shareOf, simulateFleet } from '../test/support/simulated-fleet.ts';
import { markdownTable } from './markdown-table.ts';

/**
 * Simulates ten minutes of an account in which one processor is in trouble: the share of payments at
 * healthy processors that find no free function, where the containers share their knowledge of the
 * processor, and where each learns by itself. Returns a table for each size.
 */
export async function outages(): Promise<string> {
  const tables: string[] = [];
  for (const size of sizes) {
    const rows: string[][] = [];
    for (const outage of allOutages) {
      const own = await play(outage, size, ownGuards());
      const shared = await play(outage, size, sharedGuards(size.quota));
      rows.push([outage.name, ...figures(own, size), ...figures(shared, size)]);
    }
    tables.push(
      `${size.quota} functions at once, ${size.elsewhere} confirms a second elsewhere and ${size.troubled} at the processor:`,
      markdownTable(
        [
          'the processor',
          'each by itself: refused elsewhere',
          'functions that wait, at most',
          'shared: refused elsewhere',
          'functions that wait, at most',
        ],
        rows,
      ),
    );
  }
  return tables.join('\n\n');
}

const play = (outage: Outage, size: Size, guardOf: ReturnType<typeof ownGuards>) =>
  simulateFleet({
    quota: size.quota,
    seconds: 600,
    traffic: outage.traffic(size),
    ...(outage.releaseAt !== undefined && { releaseAt: outage.releaseAt }),
    guardOf,
  });

const figures = (result: FleetResult, { quota }: Size): readonly string[] => [
  percent(shareOf(result, 'elsewhere', 'refused')),
  percent((result.mostWaiting.troubled ?? 0) / quota),
];

const percent = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 2 : 0)} %`;
