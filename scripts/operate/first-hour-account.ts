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
import type { Environment } from '../command-line/program.ts';
import { accountApiLimit } from '../deploy/api-limit.ts';
import {
  type AwsOptions,
  type AwsServiceVariable,
  type AwsSettings,
  awsSettings,
} from './aws-settings.ts';
import { shiftsOf } from './code-deploy.ts';
import type { DeployedStack, FirstHourAccount, StackEvent } from './first-hour-checks.ts';
import { reportFirstHour } from './first-hour-report.ts';
import { accountAliases } from './live-functions.ts';

interface Asking {
  readonly environment: Environment;
  readonly asked: AwsOptions;
  readonly say: (line: string) => void;
}

/** Checks a stage in the account of the environment's credentials. */
export async function checkFirstHour(stage: string, { environment, asked, say }: Asking) {
  const settingsOf = (service: AwsServiceVariable) => awsSettings(environment, service, asked);
  const lambda = new LambdaClient(settingsOf('LAMBDA'));
  // Without a Region or credentials every check would print the same error.
  await lambda.config.region();
  await lambda.config.credentials();
  return reportFirstHour(accountOf(stage, lambda, settingsOf), stage, say);
}

function accountOf(
  stage: string,
  lambda: LambdaClient,
  settingsOf: (service: AwsServiceVariable) => AwsSettings,
): FirstHourAccount {
  const stacks = new CloudFormationClient(settingsOf('CLOUDFORMATION'));
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
    async apiLimit() {
      const credentials = await lambda.config.credentials();
      const region = await lambda.config.region();
      // Who may not ask reads that it is not known.
      return accountApiLimit(credentials, region).catch((): undefined => undefined);
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
    aliases: () => accountAliases(stage, settingsOf).list(),
    shifts: () => shiftsOf(stage, lambda, settingsOf('CODEDEPLOY').endpoint),
    async statusOf(url) {
      try {
        return (await fetch(url, { signal: AbortSignal.timeout(10_000) })).status;
      } catch {
        return undefined;
      }
    },
  };
}
