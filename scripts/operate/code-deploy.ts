import type { LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import { type AwsService, awsClient } from '#platform/aws/aws-client.ts';
import type { Shift } from './first-hour-checks.ts';

/**
 * CodeDeploy, by its JSON protocol:
 * https://docs.aws.amazon.com/codedeploy/latest/APIReference/API_ListDeployments.html
 */
const codeDeploy: AwsService = {
  name: 'codedeploy',
  target: 'CodeDeploy_20141006',
  contentType: 'application/x-amz-json-1.1',
};

const DeploymentList = v.object({
  deployments: v.optional(v.array(v.string()), []),
  nextToken: v.nullish(v.string()),
});

const DeploymentInfos = v.object({
  deploymentsInfo: v.optional(
    v.array(
      v.object({
        applicationName: v.optional(v.string(), ''),
        deploymentGroupName: v.optional(v.string(), ''),
        deploymentConfigName: v.optional(v.string(), ''),
        status: v.optional(v.string(), ''),
        errorInformation: v.nullish(v.object({ code: v.optional(v.string()) })),
      }),
    ),
    [],
  ),
});

/** How many deployments CodeDeploy describes in one answer at most. */
const mostDescribed = 25;

/**
 * The deployments of a stage's aliases that CodeDeploy still knows, in the account and Region of
 * the client.
 */
export async function shiftsOf(
  stage: string,
  { config }: LambdaClient,
  endpoint: string | undefined,
): Promise<readonly Shift[]> {
  const client = awsClient(codeDeploy, {
    tries: 4,
    callTimeoutMs: 10_000,
    region: await config.region(),
    ...(endpoint && { endpoint }),
    credentials: () => config.credentials(),
  });
  try {
    const ids: string[] = [];
    let nextToken: string | null | undefined;
    do {
      const page = await client.call('ListDeployments', { ...(nextToken && { nextToken }) });
      const parsed = v.parse(DeploymentList, page);
      ids.push(...parsed.deployments);
      nextToken = parsed.nextToken;
    } while (nextToken);
    const found: Shift[] = [];
    for (let start = 0; start < ids.length; start += mostDescribed) {
      const deploymentIds = ids.slice(start, start + mostDescribed);
      const page = await client.call('BatchGetDeployments', { deploymentIds });
      for (const one of v.parse(DeploymentInfos, page).deploymentsInfo) {
        if (!one.applicationName.startsWith(`turnout-${stage}-`)) continue;
        found.push({
          group: one.deploymentGroupName,
          config: one.deploymentConfigName,
          status: one.status,
          errorCode: one.errorInformation?.code,
        });
      }
    }
    return found;
  } finally {
    client.close();
  }
}
