import { listedSortKeys } from '#platform/lists/listed-sort-keys.ts';
import { createRelisting } from '#platform/lists/relisting.ts';
import { cachedShards, spreadLists } from '#platform/lists/shards.ts';
import { logTo } from '#platform/log.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { tableOver } from '#platform/table/table.ts';
import { listRegistry } from '../../shared/list-registry.ts';
import type { Output, Report } from '../command-line/command.ts';
import { type OperatedTable, operatorDatabase } from './operator-database.ts';
import { rebuildLists } from './rebuild-lists.ts';
import { walkTable } from './table-walk.ts';

interface Spread {
  readonly owner: string;
  readonly over: number;
  readonly now: Date;
}

/** Spreads the objects that an owner creates from soon on over so many partitions. */
export async function spreadListsOf(
  operated: OperatedTable,
  { owner, over, now }: Spread,
): Promise<Report> {
  const { from, shards } = await spreadLists(await openTable(operated), owner, over, now);
  return { value: { from, shards }, text: `From ${from} on over ${shards}.` };
}

/** Writes each entry of a list that is missing or wrong: those of one merchant, or all. */
export async function rebuildListsOf(
  operated: OperatedTable,
  merchant: string | undefined,
  say: Output['progress'],
): Promise<Report> {
  const table = await openTable(operated);
  const relist = createRelisting(
    { registry: listRegistry, table, shards: cachedShards(table) },
    logTo(say),
  );
  async function* pages() {
    for await (const { items } of walkTable(operated, { merchant, sortKeys: listedSortKeys }))
      yield items;
  }
  const { read, left } = await rebuildLists(pages(), relist);
  return {
    value: { read, notListed: left },
    text: [
      ...left.map((key) => `NOT LISTED  ${key}`),
      `${read} read, ${left.length} not listed.`,
    ].join('\n'),
    code: left.length > 0 ? 1 : 0,
  };
}

const openTable = async ({ environment, name }: OperatedTable) =>
  tableOver(dynamoPort(name, await operatorDatabase(environment)));
