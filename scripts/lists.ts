import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { projectLists } from '../functions/queues/project-lists.ts';
import { listedSortKeys } from '../shared/lists/listed-items.ts';
import { keptShards, mostShards, spreadLists } from '../shared/lists/shards.ts';
import { asItem, dynamoPort } from '../shared/table/dynamo-port.ts';
import { type Item, tableOver } from '../shared/table/table.ts';
import { rebuildLists } from './rebuild-lists.ts';

const help = `The lists of payments, refunds, customers and all else that merchants list.

  npm run lists -- rebuild --table NAME [--merchant MERCHANT_ID]
      lists whatever is missing on lists, such as after messages in the queue Unlisted. It reads the
      whole table, and writes what is not listed as it should be. It may be run at any time, broken
      off, and run again.

  npm run lists -- spread --table NAME --merchant MERCHANT_ID --over N
      spreads what a merchant makes from five minutes hence over N partitions, 1 to ${mostShards}. One takes
      about a thousand changes a second; each costs every page of a list one more read.

  --table NAME       the table of the stack Data
  --merchant ID      a merchant account
  --help             shows this

Credentials and region are those of the AWS CLI. Ends with 1 when something could not be listed.
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    table: { type: 'string' },
    merchant: { type: 'string' },
    over: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const [command] = positionals;
const { table: tableName, merchant } = options;
const over = Number(options.over);
const owner = merchant && `MERCHANT#${merchant}`;

if (options.help || !tableName) usage(options.help ? 0 : 1);
else if (command === 'rebuild') await rebuild(tableName);
else if (command === 'spread' && owner && over >= 1 && over <= mostShards) {
  const table = tableOver(dynamoPort(tableName));
  const { from, shards } = await spreadLists(table, owner, over, new Date());
  process.stdout.write(`From ${from} on over ${shards}.\n`);
} else usage(1);

function usage(code: number): void {
  process.stdout.write(help);
  process.exitCode = code;
}

async function rebuild(name: string): Promise<void> {
  const table = tableOver(dynamoPort(name));
  const project = projectLists({ table, shards: keptShards(table) });
  const { read, left } = await rebuildLists(listedItems(name), project);
  for (const key of left) process.stdout.write(`NOT LISTED  ${key}\n`);
  process.stdout.write(`${read} read, ${left.length} not listed.\n`);
  if (left.length > 0) process.exitCode = 1;
}

/** Everything in the table that is on lists, a page of the scan at a time. */
async function* listedItems(TableName: string): AsyncGenerator<readonly Item[]> {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient());
  const { are, beginWith } = listedSortKeys;
  const sortKeys = [
    ...are.map((_, index) => `sk = :is${index}`),
    ...beginWith.map((_, index) => `begins_with(sk, :begins${index})`),
  ];
  const owners = owner ? ['pk = :owner', 'begins_with(pk, :below)'] : ['begins_with(pk, :owner)'];
  const pages = paginateScan(
    { client: documents },
    {
      TableName,
      FilterExpression: `(${owners.join(' OR ')}) AND (${sortKeys.join(' OR ')})`,
      ExpressionAttributeValues: {
        ':owner': owner ?? 'MERCHANT#',
        ...(owner && { ':below': `${owner}#` }),
        ...Object.fromEntries(are.map((sk, index) => [`:is${index}`, sk])),
        ...Object.fromEntries(beginWith.map((sk, index) => [`:begins${index}`, sk])),
      },
    },
  );
  for await (const { Items = [] } of pages) yield Items.map(asItem);
}
