import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ParsedArguments,
  type Report,
  turnoutCommand,
  UsageError,
} from '../command-line/command.ts';
import { runAsProgram, type Surroundings } from '../command-line/program.ts';
import { withAwsErrors } from '../operate/aws-errors.ts';
import { awsSettings } from '../operate/aws-settings.ts';

const help = `Restores the switch's table to an earlier time, as another table, to be taken into service.

  npx turnout restore table --table NAME --as NEW_NAME [--to TIME]
      restores, waits until the table is there, and gives it the settings that a restore leaves
      out: stream, time to live, point-in-time recovery, deletion protection, tags. Prints the
      settings for the deployment that uses it. The old table stays as it is. You may stop it
      anywhere and run it again: what is done is not done twice.

  npx turnout restore rehearse
      does on this machine what docs/runbooks/restore.md says, with a switch of its own: payments,
      a table of an earlier time, what was lost and what is made good. Needs no AWS account.

  npx turnout restore replica --stage STAGE --region REGION [--table NAME]
      for the loss of a Region: checks that the replica of the table in REGION can be taken into
      service, and prints the settings for a deployment there. Changes nothing, and asks only
      REGION. docs/runbooks/loss-of-a-region.md

  npx turnout restore rehearse-region
      rehearses the loss of a Region on this machine: a switch goes on with a replica that lacks
      the last payments, and with an empty vault. Prints how long the second switch took.

  --table NAME    the table of the stack Data; a replica has the same name
  --as NEW_NAME   the name of the restored table, such as turnout-production-restored-1
  --stage STAGE   sandbox or production
  --region REGION the Region of the replica
  --to TIME       such as 2026-03-01T12:00:00Z; the latest possible, some five minutes ago, without it
  --help          shows this

Credentials and region are those of the AWS CLI.
`;

export const restore = turnoutCommand(
  {
    name: 'npx turnout restore',
    help,
    words: {
      table: ['table', 'as', 'to'],
      rehearse: [],
      replica: ['table', 'stage', 'region'],
      'rehearse-region': [],
    },
    options: { table: 'value', as: 'value', to: 'value', stage: 'value', region: 'value' },
  },
  async (given, { progress: say }, surroundings) => {
    if (given.word === 'rehearse') {
      const { rehearseRestore } = await import('../rehearse/rehearse-restore.ts');
      return reportOf(await rehearseRestore(say, surroundings));
    }
    if (given.word === 'rehearse-region') {
      const { rehearseRegion } = await import('../rehearse/rehearse-region.ts');
      return reportOf(await rehearseRegion(say, surroundings));
    }
    if (given.word === 'replica') return await replicaReport(given, surroundings);
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
      import('../operate/restore-table.ts'),
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

type Given = ParsedArguments<'table' | 'as' | 'to' | 'stage' | 'region', string>;

const reportOf = (checks: readonly { readonly isGood: boolean }[]): Report => {
  const isGood = checks.every((check) => check.isGood);
  return { value: { isGood, checks }, text: '', code: isGood ? 0 : 1 };
};

/** Checks a replica, and reports the settings of the deployment that takes it into service. */
async function replicaReport(given: Given, { environment }: Surroundings): Promise<Report> {
  given.required('stage', 'sandbox or production');
  const stage = given.oneOf('stage', ['sandbox', 'production']) ?? 'sandbox';
  const region = given.required('region', 'the Region of the replica');
  given.matching('region', /^[a-z]{2,5}(-[a-z]+)+-\d+$/, 'eu-central-1');
  const [{ DynamoDBClient }, { checkReplica }] = await Promise.all([
    import('@aws-sdk/client-dynamodb'),
    import('../operate/check-replica.ts'),
  ]);
  const client = new DynamoDBClient(awsSettings(environment, 'DYNAMODB', { region }));
  const table = given.text('table');
  const replica = await withAwsErrors('', () =>
    checkReplica({ stage, given: table, region }, client),
  );
  const options = [
    `-c region=${region}`,
    `-c takesOverFrom=${replica.from}`,
    `-c tableName=${replica.table}`,
    `-c tableStreamArn=${replica.streamArn}`,
  ].join(' ');
  const { items = 'an unknown number of', bytes = 'an unknown number of' } = replica;
  return {
    value: { stage, region, ...replica, options },
    text: `
The replica can be taken into service. At DynamoDB's last count, within six hours, it had
${items} items, ${bytes} bytes. The last writes of ${replica.from} may be missing: DynamoDB copies them within
about a second while both Regions work.

Never let both Regions take payments: each would decide by its own replica, and a payment could be
charged twice. Close the API of ${replica.from} first, as soon as it answers:
docs/runbooks/loss-of-a-region.md.

Deploy with the settings of your last deployment but replicaRegion, and these:

  AWS_REGION=${region} npx turnout deploy -c stage=${stage} ${options}
`,
  };
}

await runAsProgram(import.meta, restore);
