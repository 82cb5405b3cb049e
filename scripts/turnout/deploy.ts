import { CommandFailed, turnoutCommand, UsageError } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';

const help = `Deploys the switch into the AWS account of your credentials.

  npx turnout deploy [-c stage=production] [-c NAME=VALUE …] [--dry-run] [--accept NAME …] [--yes] [options of cdk deploy]

  -c stage=NAME      sandbox (without it) or production
  -c NAME=VALUE      another setting than the file turnout.STAGE.json has: docs/settings.md lists them
  --dry-run          says what would be made, changed, replaced and deleted, and the bill; deploys nothing
  --accept NAME      the setting of this name may be dropped or changed; may be given more than once.
                     "stage" accepts a second stage in the account
  --yes              asks nothing: for pipelines, and for engineers who have read what --dry-run says
  --despite-quota    deploys production although too few functions may run at the same time
  --pipeline-roles   deploys only the roles of the workflows, for -c repository=OWNER/NAME: docs/pipeline.md.
                     The settings file of the stage says whether they need us-east-1
  --help             shows this

With the settings vaultAccount and switchAccount it deploys the stacks of the account that the
credentials are of: run it once with those of the vault's account, then with those of the switch's.

With the setting cell it deploys that cell of cells.json, and refuses the credentials of another account
or Region: docs/scale.md.

Before anything is built it says all that is wrong at once: settings, credentials, Region, bootstrap,
quota, stacks that are at work or broken, settings of the last deployment that this one would drop. It
deploys all stacks in their order. The stacks that data lies in are protected against deletion once they
were made, so a first deployment that failed can be repeated. Functions that "npx turnout rollback" led to
another version change without a gradual shift, which CodeDeploy would refuse.

Credentials and Region are those of the AWS CLI. Ends with 1 when something is wrong, or with the code
of the CDK.
`;

export const deploy = turnoutCommand(
  { name: 'npx turnout deploy', help, options: {}, isOpen: true },
  async ({ operands }, output) => {
    // Loaded late, because help needs nothing of it.
    const { deployToAccount } = await import('../deploy/deploy-to-account.ts');
    try {
      return await deployToAccount(operands, output);
    } catch (error) {
      if (!(error instanceof Error) || error instanceof UsageError) throw error;
      throw new CommandFailed(error.message, { cause: error });
    }
  },
);

await runAsProgram(import.meta, deploy);
