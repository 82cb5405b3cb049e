import { resolveCname } from 'node:dns/promises';
import {
  CloudFormationClient,
  DeleteChangeSetCommand,
  DescribeChangeSetCommand,
  GetTemplateCommand,
  paginateDescribeStacks,
  type ResourceChange,
} from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { loadSharedConfigFiles } from '@smithy/core/config';
import type { AwsCredentialIdentity } from '@smithy/types';
import { type Account, type DeployedStack, type PlannedChange, SignInNeeded } from './account.ts';
import { accountRoles } from './account-roles.ts';
import { accountApiLimit } from './api-limit.ts';
import { signInAdvice } from './sign-in-advice.ts';

/** Credentials other than those of the environment. */
interface Credentials {
  readonly credentials?: AwsCredentialIdentity;
}

interface AwsAccount extends Account {
  /** The credentials that the last question needed. */
  askedBy(): Credentials;
}

/** Settings of all clients: an account that does not answer is reported soon. */
const settings = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_500, requestTimeout: 8_000 },
};

/**
 * The account of the environment's credentials. Where these may not ask a question, the role for
 * look-ups of the CDK's bootstrap asks it:
 * https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html#bootstrapping-env-roles
 *
 * @param qualifier of the bootstrap, `hnb659fds` unless a company chose another
 */
export function awsAccount(qualifier: string): AwsAccount {
  const region = once(regionOfCredentials);
  const identity = once(async () => {
    const sts = new STSClient({ ...settings, region: (await region()) ?? 'us-east-1' });
    try {
      const { Account: id = '', Arn = '' } = await sts.send(new GetCallerIdentityCommand({}));
      return { id, partition: Arn.split(':')[1] ?? 'aws' };
    } catch (error) {
      throw (await signInNeeded(error)) ?? error;
    }
  });

  const roleCredentials = async (name: string, where: string) =>
    cdkRole(await identity(), qualifier, name, where);
  const lookupRole = once(async () => roleCredentials('lookup', (await region()) ?? 'us-east-1'));

  const { asked, askedBy } = askingWith(lookupRole);

  const stacksIn = (where: string, by: Credentials) =>
    new CloudFormationClient({ ...settings, region: where, ...by });

  return {
    askedBy,
    region,
    id: async () => (await identity()).id,

    stacks: (where) => asked((by) => deployedStacks(stacksIn(where, by))),

    concurrentExecutions: () =>
      asked(async (by) => {
        const lambda = new LambdaClient({ ...settings, region: (await region()) ?? '', ...by });
        const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
        return AccountLimit?.ConcurrentExecutions;
      }),

    apiLimit: () =>
      asked(async ({ credentials }) => {
        const where = (await region()) ?? 'us-east-1';
        return accountApiLimit(credentials ?? (await ownCredentials()), where);
      }),

    roles: () =>
      asked(async ({ credentials }) => {
        const { partition } = await identity();
        return accountRoles(credentials ?? (await ownCredentials()), partition);
      }),

    template: (StackName, where) =>
      asked(async (by) => {
        const command = new GetTemplateCommand({ StackName, TemplateStage: 'Original' });
        return (await stacksIn(where, by).send(command)).TemplateBody;
      }),

    takeChangeSet: (StackName, ChangeSetName, where) =>
      asked(
        (by) => takeChanges(stacksIn(where, by), StackName, ChangeSetName),
        () => roleCredentials('deploy', where),
      ),

    async cnames(domain) {
      try {
        return (await resolveCname(domain)).map((name) => name.toLowerCase().replace(/\.$/, ''));
      } catch {
        return [];
      }
    },
  };
}

/** The credentials of the environment. */
const ownCredentials = () => new STSClient({ region: 'us-east-1' }).config.credentials();

interface Identity {
  readonly id: string;
  readonly partition: string;
}

/** Credentials of one of the CDK's roles; undefined where they may not be had. */
async function cdkRole(
  { id, partition }: Identity,
  qualifier: string,
  name: string,
  where: string,
): Promise<Credentials | undefined> {
  const sts = new STSClient({ ...settings, region: where });
  try {
    const { Credentials: made } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: `arn:${partition}:iam::${id}:role/cdk-${qualifier}-${name}-role-${id}-${where}`,
        RoleSessionName: 'turnout-deploy',
      }),
    );
    if (!made?.AccessKeyId || !made.SecretAccessKey) return undefined;
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, SessionToken } = made;
    return {
      credentials: {
        accessKeyId,
        secretAccessKey,
        ...(SessionToken && { sessionToken: SessionToken }),
      },
    };
  } catch {
    return undefined;
  }
}

/** @param lookupRole the role that asks unless a question names another one */
function askingWith(lookupRole: () => Promise<Credentials | undefined>) {
  let askedBy: Credentials = {};

  /** Asks with the credentials, and where they may not ask, with a role of the CDK. */
  async function asked<Answer>(
    question: (by: Credentials) => Promise<Answer>,
    role: () => Promise<Credentials | undefined> = lookupRole,
  ): Promise<Answer | undefined> {
    try {
      return await question({});
    } catch (error) {
      if (!isDenied(error)) throw error;
    }
    const by = await role();
    if (!by) return undefined;
    try {
      const answer = await question(by);
      askedBy = by;
      return answer;
    } catch (error) {
      if (isDenied(error)) return undefined;
      throw error;
    }
  }

  return { asked, askedBy: () => askedBy };
}

async function deployedStacks(client: CloudFormationClient): Promise<readonly DeployedStack[]> {
  const found: DeployedStack[] = [];
  const pages = paginateDescribeStacks({ client }, {});
  for await (const { Stacks = [] } of pages) {
    for (const { StackName: name = '', StackStatus: status = '', Outputs = [] } of Stacks) {
      const outputs = Outputs.map(({ OutputKey = '', OutputValue = '' }) => [
        ...[OutputKey, OutputValue],
      ]);
      found.push({ name, status, outputs: Object.fromEntries(outputs) });
    }
  }
  return found;
}

/** The changes of a change set, which is deleted; undefined when it cannot be read. */
async function takeChanges(
  client: CloudFormationClient,
  StackName: string,
  ChangeSetName: string,
): Promise<readonly PlannedChange[] | undefined> {
  const changes: PlannedChange[] = [];
  try {
    let NextToken: string | undefined;
    do {
      const page = await client.send(
        new DescribeChangeSetCommand({ StackName, ChangeSetName, NextToken }),
      );
      if (page.Status === 'FAILED') {
        if (isWithoutChanges(page.StatusReason)) return [];
        // A change set that was refused contains no changes.
        throw new Error(page.StatusReason);
      }
      for (const { ResourceChange: one } of page.Changes ?? []) {
        if (one) changes.push(plannedChange(one));
      }
      NextToken = page.NextToken;
    } while (NextToken);
    return changes;
  } catch (error) {
    if (error instanceof Error && !isDenied(error)) return undefined;
    throw error;
  } finally {
    await client
      .send(new DeleteChangeSetCommand({ StackName, ChangeSetName }))
      .catch(() => undefined);
  }
}

/**
 * The Region that the environment or the profile has. The CDK reads both variables, the SDK one.
 */
async function regionOfCredentials(): Promise<string | undefined> {
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  const stated = AWS_REGION || AWS_DEFAULT_REGION;
  if (stated) return stated;
  const { configFile, credentialsFile } = await loadSharedConfigFiles();
  const name = profileName();
  return configFile[name]?.region ?? credentialsFile[name]?.region;
}

const profileName = () => process.env.AWS_PROFILE || process.env.AWS_DEFAULT_PROFILE || 'default';

/** The error that describes how to sign in; undefined for an error of another kind. */
async function signInNeeded(error: unknown): Promise<SignInNeeded | undefined> {
  if (!(error instanceof Error)) return undefined;
  const { configFile, credentialsFile } = await loadSharedConfigFiles();
  const name = profileName();
  const profile = { ...credentialsFile[name], ...configFile[name] };
  const advice = signInAdvice({
    error: error.name,
    profileName: name,
    profile: Object.keys(profile).length > 0 ? profile : undefined,
    hasKeysInEnvironment: Boolean(process.env.AWS_ACCESS_KEY_ID),
  });
  return advice === undefined ? undefined : new SignInNeeded(advice, { cause: error });
}

const isDenied = (error: unknown): boolean =>
  error instanceof Error && /^AccessDenied|^UnauthorizedOperation|NotAuthorized/.test(error.name);

/** How CloudFormation refuses a change set that would change nothing, by the CDK's own test. */
const isWithoutChanges = (reason = '') =>
  reason.startsWith("The submitted information didn't contain changes.") ||
  reason.startsWith('No updates are to be performed');

function plannedChange(change: ResourceChange): PlannedChange {
  const {
    LogicalResourceId: logicalId = '',
    ResourceType: type = '',
    Action,
    Replacement,
  } = change;
  if (Action === 'Add') return { logicalId, type, action: 'made' };
  if (Action === 'Remove') {
    const isKept = change.PolicyAction === 'Retain';
    return { logicalId, type, action: isKept ? 'kept' : 'deleted' };
  }
  if (Replacement === 'True') return { logicalId, type, action: 'replaced' };
  return { logicalId, type, action: Replacement === 'Conditional' ? 'may be replaced' : 'changed' };
}

/** The same answer, however often it is asked for. */
function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
}
