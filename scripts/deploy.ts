import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type Deployer, deployInOrder } from './deploy-in-order.ts';
import { deployPipelineRoles } from './deploy-pipeline-roles.ts';
import { accountAliases } from './live-functions.ts';

const help = `Deploys the switch into the AWS account of your credentials.

  npm run deploy -- [-c stage=production] [-c NAME=VALUE …] [--yes] [--despite-quota] [options of cdk deploy]

  -c stage=NAME      sandbox (without it) or production
  -c NAME=VALUE      other settings of the deployment: docs/deploy.md lists them
  --yes              asks nothing: for pipelines, and for engineers who have read what cdk diff says
  --despite-quota    deploys production although too few functions may run at the same time
  --pipeline-roles   deploys only the roles of the workflows, for -c repository=OWNER/NAME: docs/pipeline.md
  --help             shows this

It checks that the account is bootstrapped and how many functions may run at the same time. It deploys
all stacks in their order. The stacks that data lies in are protected against deletion once they were
made, so a first deployment that failed can be repeated. Functions that "npm run rollback" led to another
version change without a gradual shift, which CodeDeploy would refuse.

Credentials and region are those of the AWS CLI. Ends with 1 when something is missing, or with the code
of the CDK.
`;

const args = process.argv.slice(2);
if (args.includes('--help')) process.stdout.write(help);
else {
  const deployer = accountDeployer(args);
  const deploy = args.includes('--pipeline-roles') ? deployPipelineRoles : deployInOrder;
  process.exitCode = await deploy(args, deployer).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
}

/** The account of the environment's credentials, or of the profile that the arguments name. */
function accountDeployer(given: readonly string[]): Deployer {
  const at = given.indexOf('--profile');
  const profile = at < 0 ? undefined : given[at + 1];
  if (profile) process.env.AWS_PROFILE = profile;
  // The CDK reads the Region from both variables, the SDK from the first alone.
  const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  const clientOf = (where = region) => ({ ...(where && { region: where }) });
  return {
    async stackStatus(StackName, where) {
      try {
        const client = new CloudFormationClient(clientOf(where));
        const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
        return Stacks[0]?.StackStatus;
      } catch (error) {
        const isUnknown =
          error instanceof CloudFormationServiceException &&
          error.name === 'ValidationError' &&
          error.message.includes('does not exist');
        if (isUnknown) return undefined;
        throw error;
      }
    },
    async concurrentExecutions() {
      const client = new LambdaClient(clientOf());
      const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
      return AccountLimit?.ConcurrentExecutions ?? 0;
    },
    aliasesOf: (stage) => accountAliases(stage, clientOf()),
    async cdk(cdkArgs) {
      const cli = join(import.meta.dirname, '..', 'node_modules', 'aws-cdk', 'bin', 'cdk');
      const running = spawn(process.execPath, [cli, ...cdkArgs], { stdio: 'inherit' });
      const [code] = await once(running, 'exit');
      return typeof code === 'number' ? code : 1;
    },
    say: (line) => process.stdout.write(`${line}\n`),
  };
}
