import { CommandFailed, turnoutCommand } from '../command-line/command.ts';
import { asIs } from '../command-line/json-of.ts';
import { runAsProgram } from '../command-line/program.ts';
import { withAwsErrors } from '../operate/aws-errors.ts';

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

export const item = turnoutCommand(
  {
    name: 'npx turnout item',
    help,
    options: { table: 'value' },
    operands: ['KEY', 'SORT_KEY'],
  },
  async (given, _, { environment }) => {
    const name = given.required('table', 'the table of the stack Data');
    const [pk = '', sk] = given.operands;
    const { maskedItems } = await import('../operate/masked-items.ts');
    const items = await withAwsErrors('', () => maskedItems({ environment, name }, pk, sk));
    if (items.length === 0) throw new CommandFailed('Nothing stands there.');
    return {
      value: { items: items.map(asIs) },
      text: items.map((one) => JSON.stringify(one)).join('\n'),
    };
  },
);

await runAsProgram(import.meta, item);
