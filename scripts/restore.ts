import { setTimeout as sleep } from 'node:timers/promises';
import { turnoutCommand, UsageError } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';
import { withAwsErrors } from './operate/aws-errors.ts';
import { awsSettings } from './operate/aws-settings.ts';

const help = `Restores the switch's table to an earlier time, as another table, to be taken into service.

  npx turnout restore table --table NAME --as NEW_NAME [--to TIME]
      restores, waits until the table is there, and gives it the settings that a restore leaves
      out: stream, time to live, point-in-time recovery, deletion protection, tags. Prints the
      settings for the deployment that uses it. The old table stays as it is. You may stop it
      anywhere and run it again: what is done is not done twice.

  npx turnout restore rehearse
      does on this machine what docs/runbooks/restore.md says, with a switch of its own: payments,
      a table of an earlier time, what was lost and what is made good. Needs no AWS account.

  --table NAME    the table of the stack Data
  --as NEW_NAME   the name of the restored table, such as turnout-production-restored-1
  --to TIME       such as 2026-03-01T12:00:00Z; the latest possible, some five minutes ago, without it
  --help          shows this

Credentials and region are those of the AWS CLI.
`;

export const restore = turnoutCommand(
  {
    name: 'npx turnout restore',
    help,
    words: { table: ['table', 'as', 'to'], rehearse: [] },
    options: { table: 'value', as: 'value', to: 'value' },
  },
  async (given, { progress: say }, surroundings) => {
    if (given.word === 'rehearse') {
      const { rehearseRestore } = await import('./rehearse/rehearse-restore.ts');
      const checks = await rehearseRestore(say, surroundings);
      const isGood = checks.every((check) => check.isGood);
      return { value: { isGood, checks }, text: '', code: isGood ? 0 : 1 };
    }
    const table = given.required('table', 'the table of the stack Data');
    const as = given.required('as', 'the name of the restored table');
    given.matching('as', /^[\w.-]{3,255}$/, 'turnout-production-restored-1');
    const time = given.matching(
      'to',
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/,
      '2026-03-01T12:00:00Z',
    );
    const to = time === undefined ? undefined : new Date(time);
    if (to && Number.isNaN(to.getTime())) throw new UsageError(`--to: ${time} is no time.`);
    const [{ DynamoDBClient }, { restoreTable }] = await Promise.all([
      import('@aws-sdk/client-dynamodb'),
      import('./operate/restore-table.ts'),
    ]);
    const client = new DynamoDBClient(awsSettings(surroundings.environment, 'DYNAMODB'));
    const streamArn = await withAwsErrors('', () =>
      restoreTable({ table, as, to }, { client, say, sleep }),
    );
    const options = `-c tableName=${as} -c tableStreamArn=${streamArn} --accept tableName`;
    return {
      value: { table, as, streamArn, options },
      text: `
Take it into service with the settings of your last deployment, and these:

  ${options}

What comes before and after it: docs/runbooks/restore.md.`,
    };
  },
);

await runAsProgram(import.meta, restore);
