import {
  CancelUpdateStackCommand,
  CloudFormationClient,
  paginateDescribeStacks,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import {
  GetAliasCommand,
  LambdaClient,
  paginateListVersionsByFunction,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';
import { command, UsageError } from './command.ts';
import { type LiveFunction, type Releases, rollBack } from './roll-back.ts';

const help = `Leads the functions of the last release back to the version before.

  npm run rollback -- --stage STAGE [--dry-run] [--only NAME,NAME] [--since TIME]
  npm run rollback -- --stage STAGE --forward [--dry-run]

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
just now is stopped instead, and CloudFormation takes it back. Every request from then on runs the
version before, without a deployment. Nothing else is taken back: settings, tables, other functions.

Doing it twice changes nothing more. Ends with 1 when a function could not be changed, or has no version
before.
`;

await command(
  {
    name: 'npm run rollback',
    help,
    options: {
      ...{ stage: 'value', only: 'value', since: 'value', profile: 'value', region: 'value' },
      ...{ forward: 'flag', 'dry-run': 'flag' },
    },
  },
  async (given) => {
    given.required('stage', 'sandbox or production');
    const stage = given.oneOf('stage', ['sandbox', 'production']) ?? '';
    const since = given.matching(
      'since',
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/,
      '2025-11-23T22:00Z',
    );
    const profile = given.text('profile');
    if (profile) process.env.AWS_PROFILE = profile;
    const only = given.text('only')?.split(',').filter(Boolean);
    return rollBack(accountReleases(stage, given.text('region')), {
      direction: given.has('forward') ? 'forward' : 'back',
      dryRun: given.has('dry-run'),
      ...(only && { only }),
      ...(since && { since: new Date(since) }),
    });
  },
);

/** The functions of a stage in the account of the environment's credentials. */
function accountReleases(stage: string, givenRegion: string | undefined): Releases {
  // The CDK reads the Region from both variables, the SDK from the first alone.
  const region = givenRegion ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  const settings = { ...(region && { region }) };
  const [stacks, lambda] = [new CloudFormationClient(settings), new LambdaClient(settings)];

  async function aliases() {
    const found: { readonly stackName: string; readonly arn: string }[] = [];
    for await (const { Stacks = [] } of paginateDescribeStacks({ client: stacks }, {})) {
      for (const { StackName = '' } of Stacks) {
        if (!StackName.startsWith(`turnout-${stage}-`)) continue;
        const pages = paginateListStackResources({ client: stacks }, { StackName });
        for await (const { StackResourceSummaries = [] } of pages) {
          for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries) {
            if (ResourceType !== 'AWS::Lambda::Alias' || !PhysicalResourceId) continue;
            found.push({ stackName: StackName, arn: PhysicalResourceId });
          }
        }
      }
    }
    if (found.length > 0) return found;
    throw new UsageError(`No stack turnout-${stage}-… of this account and Region has an alias.`);
  }

  async function describe(stackName: string, arn: string): Promise<LiveFunction> {
    const { FunctionName, Name } = partsOf(arn);
    const alias = await lambda.send(new GetAliasCommand({ FunctionName, Name }));
    const versions: { version: number; publishedAt: Date }[] = [];
    let name = FunctionName;
    const pages = paginateListVersionsByFunction({ client: lambda }, { FunctionName });
    for await (const { Versions = [] } of pages) {
      for (const { Version = '', LastModified = '', Environment } of Versions) {
        name = Environment?.Variables?.FUNCTION_NAME ?? name;
        if (!/^\d+$/.test(Version)) continue;
        versions.push({ version: Number(Version), publishedAt: new Date(LastModified) });
      }
    }
    const [takingOver] = Object.entries(alias.RoutingConfig?.AdditionalVersionWeights ?? {})
      .filter(([, weight]) => weight > 0)
      .map(([version]) => Number(version));
    return {
      ...{ name, stackName, aliasArn: arn, takingOver, versions },
      live: Number(alias.FunctionVersion),
      revision: alias.RevisionId ?? '',
    };
  }

  return {
    async functions() {
      const described: LiveFunction[] = [];
      // One after the other: Lambda allows few such calls a second.
      for (const { stackName, arn } of await aliases()) {
        described.push(await describe(stackName, arn));
      }
      return described;
    },
    async lead({ aliasArn, revision }, version) {
      await lambda.send(
        new UpdateAliasCommand({
          ...partsOf(aliasArn),
          FunctionVersion: String(version),
          RevisionId: revision,
          RoutingConfig: { AdditionalVersionWeights: {} },
        }),
      );
    },
    async cancelUpdate(StackName) {
      await stacks.send(new CancelUpdateStackCommand({ StackName }));
    },
    say: (line) => process.stdout.write(`${line}\n`),
  };
}

/** `arn:aws:lambda:eu-west-1:123456789012:function:NAME:ALIAS`. */
function partsOf(arn: string): { readonly FunctionName: string; readonly Name: string } {
  const [, , , , , , FunctionName = '', Name = ''] = arn.split(':');
  return { FunctionName, Name };
}
