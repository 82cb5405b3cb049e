import { listWindowSeconds } from '#platform/lists/window.ts';
import { markdownTable } from '../scripts/command-line/markdown-table.ts';
import { measureJourneys } from '../test/support/switch/journey.ts';
import { busiestKeys } from '../test/support/table/busiest-keys.ts';
import { memoryPort } from '../test/support/table/memory-table.ts';

/**
 * The cost of one whole journey in the table, function by function. The figures are counted, not
 * timed, by our own calculator on the table in memory, at the rate of a million journeys a month.
 */
export async function journey(): Promise<string> {
  const port = memoryPort();
  const { functions, groups, all } = await measureJourneys(port, (key) => port.get(key), {
    listsEveryMs: listWindowSeconds * 1_000,
  });
  const row = (
    name: string,
    { writeUnits, readUnits }: { readonly writeUnits: number; readonly readUnits: number },
    invocations: number | undefined,
  ) => [name, invocations?.toFixed(1) ?? '', writeUnits.toFixed(2), readUnits.toFixed(2)];
  const rows = [
    ...Object.entries(functions).map(([name, cost]) => row(name, cost, cost.invocations)),
    ...Object.entries(groups).map(([name, cost]) => row(`**${name}**`, cost, undefined)),
    row('**everything**', all, undefined),
  ];
  const head = ['function', 'invocations', 'write units', 'read units'];
  return [
    markdownTable(head, rows),
    'The keys that all journeys of one merchant share, by the journeys a second that their partitions take (1,000 write units or 3,000 read units): with its lists in one partition each, and in eight, which a busy merchant gets by itself.',
    await keysTable(),
  ].join('\n\n');
}

async function keysTable(): Promise<string> {
  const eight = await busiestKeys(8);
  return markdownTable(
    ['key', 'write units', 'read units', 'journeys/s', 'with eight partitions'],
    (await busiestKeys(1)).map(({ key, writeUnits, readUnits, perSecond }) => [
      `\`${key}\``,
      writeUnits.toFixed(2),
      readUnits.toFixed(2),
      Math.floor(perSecond).toLocaleString('en'),
      Math.floor(eight.find((one) => one.key === key)?.perSecond ?? perSecond).toLocaleString('en'),
    ]),
  );
}
