import { listedSortKeys } from '#platform/lists/listed-sort-keys.ts';
import { cachedShards, maxShards, spreadLists } from '#platform/lists/shards.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { type Table, tableOver } from '#platform/table/table.ts';
import { createRelisting } from '../functions/queues/project-lists.ts';
import { type Report, turnoutCommand } from './command-line/command.ts';
import { withAwsErrors } from './operate/aws-errors.ts';
import { operatorDatabase } from './operate/operator-database.ts';
import { rebuildLists } from './operate/rebuild-lists.ts';
import { walkTable } from './operate/table-walk.ts';

const help = `Maintains the lists of payments, refunds, customers and all other objects that merchants list.

  npx turnout lists rebuild --table NAME [--merchant MERCHANT_ID]
      rebuilds missing list entries, such as after messages in the queue Unlisted. It reads the whole
      table, and writes each entry that is missing or wrong. You may run it at any time, stop it, and
      run it again.

  npx turnout lists spread --table NAME --merchant MERCHANT_ID --over N
      spreads the objects that a merchant creates from five minutes hence over N partitions, 1 to ${maxShards}. One takes
      about a thousand changes a second; each costs every page of a list one more read.

  --table NAME       the table of the stack Data
  --merchant ID      a merchant account
  --help             shows this

Credentials and region are those of the AWS CLI. Ends with 1 when an item could not be listed.
`;

await turnoutCommand(
  {
    name: 'npx turnout lists',
    help,
    options: { table: 'value', merchant: 'value', over: 'value' },
    words: { rebuild: ['table', 'merchant'], spread: ['table', 'merchant', 'over'] },
  },
  (given) => {
    const name = given.required('table', 'the table of the stack Data');
    const merchant = given.text('merchant');
    if (given.word === 'rebuild') return withAwsErrors('', () => rebuild(name, merchant));
    const whose = `MERCHANT#${given.required('merchant', 'whose lists are spread')}`;
    given.required('over', 'over how many partitions');
    const over = given.wholeNumber('over', { least: 1, most: maxShards }) ?? 1;
    return withAwsErrors('', () => spread(name, whose, over));
  },
);

async function spread(name: string, owner: string, over: number): Promise<Report> {
  const table = await operatorTable(name);
  const { from, shards } = await spreadLists(table, owner, over, new Date());
  return { value: { from, shards }, text: `From ${from} on over ${shards}.` };
}

async function operatorTable(name: string): Promise<Table> {
  return tableOver(dynamoPort(name, await operatorDatabase()));
}

async function rebuild(name: string, merchant: string | undefined): Promise<Report> {
  const table = await operatorTable(name);
  const relist = createRelisting({ table, shards: cachedShards(table) });
  async function* pages() {
    for await (const { items } of walkTable(name, { merchant, sortKeys: listedSortKeys }))
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
