import {
  CancelUpdateStackCommand,
  CloudFormationClient,
  paginateDescribeStacks,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import {
  GetAliasCommand,
  LambdaClient,
  type LambdaClientConfig,
  paginateListVersionsByFunction,
  ResourceNotFoundException,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';

/** An alias by which a function is invoked, with its state in CloudFormation and Lambda. */
export interface LiveAlias {
  readonly stackName: string;
  /** CloudFormation's status of the stack, such as `UPDATE_COMPLETE`. */
  readonly stackStatus: string;
  /** When the stack was last changed, or began to be. */
  readonly stackChangedAt: Date;
  /** Its name in the template. */
  readonly logicalId: string;
  /** CloudFormation's status of the alias in its stack. */
  readonly resourceStatus: string;
  readonly aliasArn: string;
  /** The version that the stack holds, a number; undefined where it holds none or several. */
  readonly deployed: string | undefined;
  /** The version that it leads to, a number or `$LATEST`; undefined when the alias is gone. */
  readonly live: string | undefined;
  /** The version that gets a part of the requests, as in a shift. */
  readonly takingOver: string | undefined;
  /** Identifies this state of the alias: a change states it and fails if another came first. */
  readonly revision: string;
}

/** A function that is invoked by an alias. */
export interface LiveFunction extends LiveAlias {
  /** The function's name in the app: `payments.confirm`. */
  readonly name: string;
  /** All published versions, in any order. */
  readonly versions: readonly PublishedVersion[];
}

export interface PublishedVersion {
  readonly version: number;
  readonly publishedAt: Date;
}

/** The calls about aliases to the account that a stage is deployed in. */
export interface AccountAliases {
  /** The aliases of all stacks of the stage; empty before the first deployment. */
  list(): Promise<readonly LiveAlias[]>;
  describe(alias: LiveAlias): Promise<LiveFunction>;
  /** Leads an alias to a version, and to no other. Throws when another change came between. */
  lead(alias: LiveAlias, version: number): Promise<void>;
  /** Stops the update of a stack, which CloudFormation then takes back. */
  cancelUpdate(stackName: string): Promise<void>;
}

/** Whether CloudFormation changes the stack just now, and can be stopped. */
export const isBeingDeployed = ({ stackStatus }: LiveAlias): boolean =>
  stackStatus === 'UPDATE_IN_PROGRESS';

/** `arn:aws:lambda:eu-west-1:123456789012:function:NAME:QUALIFIER`. */
export function partsOf(arn: string): {
  readonly functionName: string;
  readonly qualifier: string;
} {
  const [, , , , , , functionName = '', qualifier = ''] = arn.split(':');
  return { functionName, qualifier };
}

/** A command of the AWS CLI about an alias: `aws lambda create-alias … --function-version 3`. */
export function aliasCommand(
  word: 'create-alias' | 'update-alias',
  { aliasArn }: Pick<LiveAlias, 'aliasArn'>,
  version: string,
): string {
  const { functionName, qualifier } = partsOf(aliasArn);
  return `aws lambda ${word} --function-name ${functionName} --name ${qualifier} --function-version ${version}`;
}

/** The aliases of a stage in the account of the credentials. */
export function accountAliases(
  stage: string,
  settingsOf: (
    service: 'CLOUDFORMATION' | 'LAMBDA',
  ) => Pick<LambdaClientConfig, 'profile' | 'region' | 'endpoint' | 'credentials'>,
): AccountAliases {
  const stacks = new CloudFormationClient(settingsOf('CLOUDFORMATION'));
  const lambda = new LambdaClient(settingsOf('LAMBDA'));

  return {
    list: () => aliasesOf(stage, stacks, lambda),
    describe: async (alias) => ({
      ...alias,
      ...(await functionOf(lambda, partsOf(alias.aliasArn).functionName)),
    }),
    async lead({ aliasArn, revision }, version) {
      const { functionName, qualifier } = partsOf(aliasArn);
      await lambda.send(
        new UpdateAliasCommand({
          FunctionName: functionName,
          Name: qualifier,
          RevisionId: revision,
          FunctionVersion: String(version),
          RoutingConfig: { AdditionalVersionWeights: {} },
        }),
      );
    },
    async cancelUpdate(StackName) {
      await stacks.send(new CancelUpdateStackCommand({ StackName }));
    },
  };
}

/** The aliases of all stacks of a stage. */
async function aliasesOf(
  stage: string,
  stacks: CloudFormationClient,
  lambda: LambdaClient,
): Promise<readonly LiveAlias[]> {
  const found: LiveAlias[] = [];
  for await (const { Stacks = [] } of paginateDescribeStacks({ client: stacks }, {})) {
    for (const { StackName = '', StackStatus = '', ...stack } of Stacks) {
      if (!StackName.startsWith(`turnout-${stage}-`)) continue;
      const resources = await resourcesOf(stacks, StackName);
      for (const { PhysicalResourceId: arn, ...resource } of resources) {
        if (resource.ResourceType !== 'AWS::Lambda::Alias' || !arn) continue;
        // One after the other: Lambda allows few such calls a second.
        const alias = await aliasOf(lambda, arn);
        const weights = Object.entries(alias?.RoutingConfig?.AdditionalVersionWeights ?? {});
        found.push({
          stackName: StackName,
          stackStatus: StackStatus,
          aliasArn: arn,
          stackChangedAt: stack.LastUpdatedTime ?? stack.CreationTime ?? new Date(0),
          logicalId: resource.LogicalResourceId ?? '',
          resourceStatus: resource.ResourceStatus ?? '',
          deployed: versionIn(resources, arn),
          live: alias?.FunctionVersion,
          takingOver: weights.find(([, weight]) => weight > 0)?.[0],
          revision: alias?.RevisionId ?? '',
        });
      }
    }
  }
  return found;
}

async function resourcesOf(
  stacks: CloudFormationClient,
  StackName: string,
): Promise<readonly StackResourceSummary[]> {
  const found: StackResourceSummary[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client: stacks },
    { StackName },
  )) {
    found.push(...StackResourceSummaries);
  }
  return found;
}

/** Lambda's description of an alias; undefined when none has the name. */
async function aliasOf(lambda: LambdaClient, arn: string) {
  const { functionName, qualifier } = partsOf(arn);
  try {
    return await lambda.send(new GetAliasCommand({ FunctionName: functionName, Name: qualifier }));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** The function's name in the app, and its versions; without them when the function is gone. */
async function functionOf(lambda: LambdaClient, functionName: string) {
  const versions: PublishedVersion[] = [];
  let name = functionName;
  try {
    for await (const { Versions = [] } of paginateListVersionsByFunction(
      { client: lambda },
      { FunctionName: functionName },
    )) {
      for (const { Version = '', LastModified = '', Environment } of Versions) {
        name = Environment?.Variables?.FUNCTION_NAME ?? name;
        if (!/^\d+$/.test(Version)) continue;
        versions.push({ version: Number(Version), publishedAt: new Date(LastModified) });
      }
    }
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
  return { name, versions };
}

/** The one version of the alias's function that a stack holds; undefined for none or several. */
function versionIn(
  resources: readonly StackResourceSummary[],
  aliasArn: string,
): string | undefined {
  const { functionName } = partsOf(aliasArn);
  const [version, another] = resources.flatMap(
    ({ ResourceType, ResourceStatus = '', PhysicalResourceId = '' }) => {
      if (ResourceType !== 'AWS::Lambda::Version' || /^DELETE_/.test(ResourceStatus)) return [];
      const found = partsOf(PhysicalResourceId);
      return found.functionName === functionName ? [found.qualifier] : [];
    },
  );
  return another === undefined ? version : undefined;
}
