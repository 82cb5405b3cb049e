import { maxShards } from '#platform/lists/shards.ts';
import { turnoutCommand } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';
import { withAwsErrors } from '../operate/aws-errors.ts';

const help = `Maintains the lists of payments, refunds, customers and all other objects that merchants list.

  npx turnout lists rebuild --table NAME [--merchant MERCHANT_ID]
      rebuilds missing list entries, such as after messages in the queue Unlisted. It reads the whole
      table, and writes each entry that is missing or wrong. You may run it at any time, stop it, and
      run it again.

  npx turnout lists spread --table NAME --merchant MERCHANT_ID --over N
      spreads the objects that a merchant creates from five minutes hence over N partitions, 1 to ${maxShards}. One takes
      about a thousand changes a second; each costs every page of a list one more read. The switch
      raises N by itself within six minutes where a merchant creates more: state it before a sale
      begins, or a lower one after it.

  --table NAME       the table of the stack Data
  --merchant ID      a merchant account
  --help             shows this

Credentials and region are those of the AWS CLI. Ends with 1 when an item could not be listed.
`;

export const lists = turnoutCommand(
  {
    name: 'npx turnout lists',
    help,
    options: { table: 'value', merchant: 'value', over: 'value' },
    words: { rebuild: ['table', 'merchant'], spread: ['table', 'merchant', 'over'] },
  },
  async (given, { progress }, { environment, now }) => {
    const name = given.required('table', 'the table of the stack Data');
    const merchant = given.text('merchant');
    if (given.word === 'rebuild') {
      const { rebuildListsOf } = await import('../operate/maintain-lists.ts');
      return withAwsErrors('', () => rebuildListsOf({ environment, name }, merchant, progress));
    }
    const owner = `MERCHANT#${given.required('merchant', 'whose lists are spread')}`;
    given.required('over', 'over how many partitions');
    const over = given.wholeNumber('over', { least: 1, most: maxShards }) ?? 1;
    const { spreadListsOf } = await import('../operate/maintain-lists.ts');
    return withAwsErrors('', () =>
      spreadListsOf({ environment, name }, { owner, over, now: now() }),
    );
  },
);

await runAsProgram(import.meta, lists);
