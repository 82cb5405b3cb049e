import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  paginateDescribeStackEvents,
  paginateDescribeStacks,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import {
  GetAccountSettingsCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { turnoutCommand } from './command-line/command.ts';
import { withAwsErrors } from './operate/aws-errors.ts';
import { shiftsOf } from './operate/code-deploy.ts';
import type { DeployedStack, FirstHourAccount, StackEvent } from './operate/first-hour-checks.ts';
import {
  firstHourHeading,
  firstHourSection,
  reportFirstHour,
} from './operate/first-hour-report.ts';
import { accountAliases } from './operate/live-functions.ts';

const help = `Checks in a real account what no test of this repository can know, and prints a report.

  npx turnout first-hour --stage STAGE [--profile NAME] [--region REGION]
  npx turnout first-hour --write

  --stage STAGE    sandbox or production
  --profile NAME   credentials of this profile
  --region REGION  a Region other than that of the credentials
  --write          writes the checks into docs/deploy.md anew, and asks nothing of AWS
  --help           shows this

There are ten checks, in the order in which docs/deploy.md goes through them. Each is good, wrong, or open
where nothing shows it yet. The command only reads. It ends with 1 when something is wrong.
`;

await turnoutCommand(
  {
    name: 'npx turnout first-hour',
    help,
    options: { stage: 'value', profile: 'value', region: 'value', write: 'flag' },
  },
  async (given, output) => {
    if (given.has('write')) return { value: { written: writeSection() }, text: '' };
    given.required('stage', 'sandbox or production');
    const stage = given.oneOf('stage', ['sandbox', 'production']) ?? '';
    const profile = given.text('profile');
    if (profile) process.env.AWS_PROFILE = profile;
    // The CDK reads the Region from both variables, the SDK only from the first.
    const region = given.text('region') ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
    const lambda = new LambdaClient({ ...(region && { region }) });
    // Without a Region or credentials every check would print the same error.
    await withAwsErrors('', async () => {
      await lambda.config.region();
      await lambda.config.credentials();
    });
    const account = accountOf(stage, lambda, region);
    const findings = await reportFirstHour(account, stage, output.progress);
    const isWrong = findings.some(({ result }) => result === 'wrong');
    return { value: { stage, findings }, text: '', code: isWrong ? 1 : 0 };
  },
);

/** Writes the section of a page, which ends where the next one begins. Returns the page. */
function writeSection(): string {
  const page = 'docs/deploy.md';
  const file = join(import.meta.dirname, '..', page);
  const text = readFileSync(file, 'utf8');
  const [before = '', after = ''] = text.split(`${firstHourHeading}\n`);
  const next = after.search(/^## /m);
  const rest = next < 0 ? '' : `\n${after.slice(next)}`;
  writeFileSync(file, `${before.trimEnd()}\n\n${firstHourSection()}\n${rest}`);
  return page;
}

/** The account of the client's credentials. */
function accountOf(
  stage: string,
  lambda: LambdaClient,
  region: string | undefined,
): FirstHourAccount {
  const settings = { ...(region && { region }) };
  const stacks = new CloudFormationClient(settings);
  return {
    async isBootstrapped() {
      try {
        await stacks.send(new DescribeStacksCommand({ StackName: 'CDKToolkit' }));
        return true;
      } catch (error) {
        const isUnknown =
          error instanceof CloudFormationServiceException &&
          error.message.includes('does not exist');
        if (isUnknown) return false;
        throw error;
      }
    },
    async concurrentExecutions() {
      const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
      return AccountLimit?.ConcurrentExecutions ?? 0;
    },
    async stacks() {
      const found: DeployedStack[] = [];
      for await (const { Stacks = [] } of paginateDescribeStacks({ client: stacks }, {})) {
        for (const { StackName: name = '', StackStatus: status = '', Outputs = [] } of Stacks) {
          if (!name.startsWith(`turnout-${stage}-`)) continue;
          const outputs = new Map(
            Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
          );
          found.push({ name, status, outputs });
        }
      }
      return found;
    },
    async resources(StackName) {
      const found = [];
      const pages = paginateListStackResources({ client: stacks }, { StackName });
      for await (const { StackResourceSummaries = [] } of pages) {
        for (const one of StackResourceSummaries) {
          found.push({
            type: one.ResourceType ?? '',
            logicalId: one.LogicalResourceId ?? '',
            physicalId: one.PhysicalResourceId ?? '',
          });
        }
      }
      return found;
    },
    async events(StackName) {
      const found: StackEvent[] = [];
      const pages = paginateDescribeStackEvents({ client: stacks }, { StackName });
      for await (const { StackEvents = [] } of pages) {
        for (const one of StackEvents) {
          found.push({
            at: one.Timestamp ?? new Date(0),
            logicalId: one.LogicalResourceId ?? '',
            status: one.ResourceStatus ?? '',
            reason: one.ResourceStatusReason ?? '',
          });
        }
      }
      return found;
    },
    async functionNamed(FunctionName) {
      const fn = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
      return {
        state: fn.State ?? '',
        variables: fn.Environment?.Variables ?? {},
        isInNetwork: Boolean(fn.VpcConfig?.VpcId),
      };
    },
    aliases: () => accountAliases(stage, settings).list(),
    shifts: () => shiftsOf(stage, lambda),
    async statusOf(url) {
      try {
        return (await fetch(url, { signal: AbortSignal.timeout(10_000) })).status;
      } catch {
        return undefined;
      }
    },
  };
}
