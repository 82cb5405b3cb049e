import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { maskItem } from '#platform/table/masked-item.ts';
import { packedPort } from '#platform/table/packed-port.ts';
import { CommandFailed, type Report, turnoutCommand } from './command-line/command.ts';
import { asIs } from './command-line/json-of.ts';
import { withAwsErrors } from './operate/aws-errors.ts';
import { operatorDatabase } from './operate/operator-database.ts';

const help = `Shows the items of the table under a key, packed values included.

  npx turnout item KEY [SORT_KEY] --table NAME

KEY is the partition key of the table, such as MERCHANT#shop#PAYMENT#pay_1: the command
prints all its items as JSON, a line for each. With SORT_KEY it prints only that item, such as
PAYMENT or REFUND#ref_1. Encrypted bytes and secrets are named and not shown. Put keys in quotes,
since # begins a comment in a shell.

  --table NAME       the table of the stack Data
  --help             shows this

It only reads. It needs dynamodb:Query on the table, and the use of the table's key.
Credentials and region are those of the AWS CLI. Ends with 1 when there is no item.
`;

await turnoutCommand(
  {
    name: 'npx turnout item',
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

async function show(name: string, pk: string, sk: string | undefined): Promise<Report> {
  const port = packedPort(dynamoPort(name, await operatorDatabase()));
  const found = await port.query({ pk, ...(sk !== undefined && { from: sk, until: sk }) });
  if (found.length === 0) throw new CommandFailed('Nothing stands there.');
  const items = found.map(maskItem);
  return {
    value: { items: items.map(asIs) },
    text: items.map((item) => JSON.stringify(item)).join('\n'),
  };
}
