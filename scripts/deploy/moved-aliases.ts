import {
  type AccountAliases,
  aliasCommand,
  type LiveAlias,
  type LiveFunction,
  partsOf,
} from '../operate/live-functions.ts';

/** The calls with which a deployment looks at aliases. */
export type AliasReader = Pick<AccountAliases, 'list' | 'describe'>;

/** How a deployment treats aliases that lead elsewhere than CloudFormation led them. */
export interface ShiftPlan {
  /** Options of the CDK: the functions whose aliases CloudFormation moves without CodeDeploy. */
  readonly cdkOptions: readonly string[];
  /** Prints where these aliases lead after the deployment. */
  sayAfterwards(): Promise<void>;
}

/**
 * Looks at all aliases of a stage before a deployment. CloudFormation states to CodeDeploy the
 * version that it deployed last. Where `npx turnout rollback` or a person led the alias elsewhere,
 * CodeDeploy refuses with INVALID_LAMBDA_CONFIGURATION, and the stack goes back:
 * https://github.com/aws/serverless-application-model/issues/291. Such aliases change without
 * CodeDeploy.
 *
 * Prints the needed work and resolves with undefined when a person has to mend something first.
 */
export async function planShift(
  stage: string,
  aliases: AliasReader,
  say: (line: string) => void,
): Promise<ShiftPlan | undefined> {
  const all = await aliases.list();
  const obstacles = [...all.flatMap(obstacleOf), ...stuckStacks(all)];
  for (const obstacle of obstacles) say(obstacle);
  if (obstacles.length > 0) return undefined;

  const moved: LiveFunction[] = [];
  for (const alias of all.filter(isMoved)) moved.push(await aliases.describe(alias));
  if (moved.length === 0) return { cdkOptions: [], sayAfterwards: async () => {} };

  const width = Math.max(...moved.map(({ name }) => name.length));
  const told = (name: string, what: string) => say(`  ${name.padEnd(width)}  ${what}`);
  say('CodeDeploy would refuse to shift these functions, because they were led elsewhere by hand:');
  for (const one of moved) told(one.name, `at version ${one.live}, and ${deployedOf(one)}`);
  say(
    'They change without a shift. One of which this deployment has no other version stays where it is; ' +
      `npx turnout rollback --stage ${stage} --forward leads to its newest.`,
  );
  return {
    cdkOptions: ['-c', `unshifted=${moved.map(({ name }) => name).join(',')}`],
    async sayAfterwards() {
      const now = new Map((await aliases.list()).map((one) => [one.aliasArn, one]));
      say('Functions that were led elsewhere by hand before this deployment:');
      for (const before of moved) told(before.name, outcome(before, now.get(before.aliasArn)));
    },
  };
}

const isMoved = ({ live, deployed }: LiveAlias) => live !== deployed;

/** Why nothing can be deployed while an alias is so, with the command that mends it. */
function obstacleOf(alias: LiveAlias): readonly string[] {
  const { stackName, stackStatus, live, deployed = 'VERSION', takingOver } = alias;
  if (live === undefined) {
    const command = aliasCommand('create-alias', alias, deployed);
    return [`${stackName}: the alias ${alias.aliasArn} is gone. Make it again: ${command}`];
  }
  if (takingOver === undefined || stackStatus.endsWith('_IN_PROGRESS')) return [];
  return [
    `${stackName}: a shift of ${partsOf(alias.aliasArn).functionName} broke off, and version ` +
      `${takingOver} has a part of its requests still. Give all to ${live}: ${leadingCommand(alias, live)}`,
  ];
}

/**
 * Stacks that a refused shift brought into UPDATE_ROLLBACK_FAILED. CloudFormation skips only
 * resources that failed:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ContinueUpdateRollback.html
 */
function stuckStacks(all: readonly LiveAlias[]): readonly string[] {
  const failed = all.filter(
    ({ stackStatus, resourceStatus }) =>
      stackStatus === 'UPDATE_ROLLBACK_FAILED' && resourceStatus === 'UPDATE_FAILED',
  );
  return [...Map.groupBy(failed, ({ stackName }) => stackName)].map(
    ([stackName, aliases]) =>
      `${stackName} is in UPDATE_ROLLBACK_FAILED, because aliases could not go back. Leave them where they are: ` +
      `aws cloudformation continue-update-rollback --stack-name ${stackName} ` +
      `--resources-to-skip ${aliases.map(({ logicalId }) => logicalId).join(' ')}`,
  );
}

function deployedOf({ deployed, versions }: LiveFunction): string {
  if (deployed === undefined) return 'which one was deployed is unknown';
  const isThere = versions.some(({ version }) => String(version) === deployed);
  return `${deployed} was deployed${isThere ? '' : ', which is gone'}`;
}

/** Where a moved alias leads after the deployment, and why. */
function outcome(before: LiveFunction, now: LiveAlias | undefined): string {
  if (now?.live === undefined) return 'is gone';
  const { live, deployed } = now;
  if (live === before.live && deployed === before.deployed) {
    return `stays at version ${live}: this deployment had no other version than ${deployed}`;
  }
  if (live === before.deployed && before.live !== undefined) {
    return `at version ${live} again, from which it was led away: CloudFormation took its deployment back. ${leadingCommand(now, before.live)} leads it to ${before.live}`;
  }
  return live === deployed
    ? `at version ${live}, which was deployed`
    : `at version ${live}, and ${deployed ?? 'an unknown one'} was deployed`;
}

const leadingCommand = (alias: LiveAlias, version: string) =>
  `${aliasCommand('update-alias', alias, version)} --routing-config AdditionalVersionWeights={}`;
