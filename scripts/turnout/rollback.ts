import { turnoutCommand } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';
import { withAwsErrors } from '../operate/aws-errors.ts';

const help = `Leads the functions of the last release back to the version before.

  npx turnout rollback --stage STAGE [--dry-run] [--only NAME,NAME] [--since TIME]
  npx turnout rollback --stage STAGE --forward [--dry-run]

  --stage STAGE    sandbox or production
  --dry-run        says what would be done, and does nothing
  --only NAMES     only these functions, such as payments.confirm,queues.sync-pending
  --since TIME     functions published since then, such as 2025-11-23T22:00:00Z. Without it: those of
                   the last release, between whose versions lies less than an hour
  --forward        leads them to their newest version again
  --profile NAME   credentials of this profile
  --region REGION  a Region other than that of the credentials
  --help           shows this

It changes functions that move money: those that are deployed gradually. A stack that is being deployed
just now is stopped instead, and CloudFormation takes it back; end "npx turnout deploy" itself, which goes on
with the next stack otherwise. Every request from then on runs the version before, without a deployment. Nothing else is taken back: settings, tables, other functions.

Doing it twice changes nothing more. Ends with 1 when a function could not be changed, or has no version
before.
`;

export const rollback = turnoutCommand(
  {
    name: 'npx turnout rollback',
    help,
    options: {
      stage: 'value',
      only: 'value',
      since: 'value',
      profile: 'value',
      region: 'value',
      forward: 'flag',
      'dry-run': 'flag',
    },
  },
  async (given, { progress }, { environment }) => {
    given.required('stage', 'sandbox or production');
    const stage = given.oneOf('stage', ['sandbox', 'production']) ?? '';
    const since = given.matching(
      'since',
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/,
      '2025-11-23T22:00Z',
    );
    const only = given.text('only')?.split(',').filter(Boolean);
    const direction = given.has('forward') ? 'forward' : 'back';
    const isDryRun = given.has('dry-run');
    const asked = { profile: given.text('profile'), region: given.text('region') };
    const { rollBackStage } = await import('../operate/roll-back-stage.ts');
    const { isDone, steps } = await withAwsErrors('', () =>
      rollBackStage(
        { stage, environment, asked, say: progress },
        {
          direction,
          dryRun: isDryRun,
          ...(only && { only }),
          ...(since && { since: new Date(since) }),
        },
      ),
    );
    const value = { stage, direction, isDryRun, isDone, steps };
    return { value, text: '', code: isDone ? 0 : 1 };
  },
);

await runAsProgram(import.meta, rollback);
