import { dynamoPort } from '../shared/table/dynamo-port.ts';
import { packedPort } from '../shared/table/packed-port.ts';
import type { Item } from '../shared/table/port.ts';
import { withAwsErrors } from './aws-errors.ts';
import { command } from './command.ts';
import { maskItem } from './masked-item.ts';
import { operatorDatabase } from './operator-database.ts';

const help = `Shows what stands in the table under a key, also what is packed there.

  npm run item -- KEY [SORT_KEY] --table NAME

KEY is the partition key of the table, such as MERCHANT#shop#PAYMENT#pay_1: everything that stands
there is shown, as JSON, a line for each item. With SORT_KEY only that item is, such as PAYMENT or
REFUND#ref_1. What is sealed stays so: bytes and secrets are named and not shown. Put keys in
quotes, since # begins a comment in a shell.

  --table NAME       the table of the stack Data
  --help             shows this

It reads and changes nothing: dynamodb:Query on the table, and the use of its key, are enough.
Credentials and region are those of the AWS CLI. Ends with 1 when nothing stands there.
`;

await command(
  {
    name: 'npm run item',
    help,
    options: { table: 'value' },
    operands: ['KEY', 'SORT_KEY'],
  },
  (given) => {
    const name = given.required('table', 'the table of the stack Data');
    const [pk = '', sk] = given.operands;
    return withAwsErrors('', () => show(name, pk, sk));
  },
);

async function show(name: string, pk: string, sk: string | undefined): Promise<number> {
  const port = packedPort(dynamoPort(name, await operatorDatabase()));
  const found = await port.query({ pk, ...(sk !== undefined && { from: sk, until: sk }) });
  for (const item of found) process.stdout.write(`${line(item)}\n`);
  if (found.length === 0) process.stderr.write('Nothing stands there.\n');
  return found.length === 0 ? 1 : 0;
}

function line(item: Item): string {
  return JSON.stringify(maskItem(item));
}
