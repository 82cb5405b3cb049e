import * as v from 'valibot';
import type { Rate } from '../../lib/api/route-rates.ts';
import { cellOutput } from '../../lib/settings/cell-output.ts';
import { usualConcurrency } from '../../lib/settings/quota.ts';
import { recordIn } from '../../lib/settings/recorded-settings.ts';
import { requiredConcurrency, sizingFor, usualRate } from '../../lib/settings/sizing.ts';
import type { LiveAlias } from './live-functions.ts';

/** A stack of the stage. */
export interface DeployedStack {
  readonly name: string;
  /** CloudFormation's status, such as `CREATE_COMPLETE`. */
  readonly status: string;
  readonly outputs: ReadonlyMap<string, string>;
}

interface StackResource {
  readonly type: string;
  readonly logicalId: string;
  readonly physicalId: string;
}

export interface StackEvent {
  readonly at: Date;
  readonly logicalId: string;
  readonly status: string;
  readonly reason: string;
}

interface DeployedFunction {
  /** `Active` when it can be invoked. */
  readonly state: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly isInNetwork: boolean;
}

/** A shift of one alias, as CodeDeploy reports it. */
export interface Shift {
  readonly group: string;
  /** `CodeDeployDefault.LambdaCanary10Percent5Minutes`. */
  readonly config: string;
  /** `Succeeded`, `Failed`, `Stopped`, `InProgress` … */
  readonly status: string;
  readonly errorCode: string | undefined;
}

/** The facts of an account that the checks read. No call changes anything. */
export interface FirstHourAccount {
  /** Whether the CDK's bootstrap stack is in the Region. */
  isBootstrapped(): Promise<boolean>;
  concurrentExecutions(): Promise<number>;
  /** How many requests API Gateway lets through; undefined where AWS does not say. */
  apiLimit(): Promise<Rate | undefined>;
  stacks(): Promise<readonly DeployedStack[]>;
  resources(stackName: string): Promise<readonly StackResource[]>;
  /** All events of a stack, in any order. */
  events(stackName: string): Promise<readonly StackEvent[]>;
  functionNamed(physicalId: string): Promise<DeployedFunction>;
  aliases(): Promise<readonly LiveAlias[]>;
  /** The shifts of the stage's aliases that CodeDeploy still stores. */
  shifts(): Promise<readonly Shift[]>;
  /** The status code of a GET request; undefined when nothing answers. */
  statusOf(url: string): Promise<number | undefined>;
}

/** The result of a check: as it should be, not so, or not visible yet. */
export interface Finding {
  readonly result: 'good' | 'wrong' | 'open';
  readonly found: string;
}

/**
 * One check of the first hour: for a person to read in docs/first-hour.md, and for the program to run.
 */
export interface Check {
  readonly title: string;
  /** Why no test of the repository can know it. */
  readonly unknown: string;
  /** The command that a person runs, for a sandbox. */
  readonly command: string;
  /** The expected output, and the remedy for another one. Sentences. */
  readonly shows: string;
  readonly otherwise: string;
  /** Absent where only a person can see it. */
  readonly run?: (account: FirstHourAccount, stage: string) => Promise<Finding>;
}

const good = (found: string): Finding => ({ result: 'good', found });
const wrong = (found: string): Finding => ({ result: 'wrong', found });
const open = (found: string): Finding => ({ result: 'open', found });
const nothingDeployed = open('Nothing is deployed yet.');

/** The ten checks, in their order. */
export const checks: readonly Check[] = [
  {
    title: 'The account is prepared',
    unknown: 'the bootstrap and the quota of your account',
    command: `aws cloudformation describe-stacks --stack-name CDKToolkit --query "Stacks[0].StackStatus"
aws lambda get-account-settings --query AccountLimit.ConcurrentExecutions
aws apigateway get-account --query throttleSettings`,
    shows: `The first command shows a status that ends in \`COMPLETE\`, the second one ${requiredConcurrency} or more. For another \`expectedRate\`, the second and the third show what [its size](scale.md) needs.`,
    otherwise: 'Do [step 2](deploy.md#2-prepare-the-account). A sandbox works with 10, slowly.',
    async run(account, stage) {
      if (!(await account.isBootstrapped())) return wrong('There is no stack CDKToolkit.');
      const expectedRate = await expectedRateOf(account, stage);
      const needed = sizingFor({ expectedRate, accountConcurrency: usualConcurrency });
      const most = await account.concurrentExecutions();
      const limit = await account.apiLimit();
      const cell = (await dataOutputs(account, stage)).get(cellOutput);
      const found = [
        ...(cell === undefined ? [] : [`Cell ${cell}.`]),
        `${most} functions may run at the same time; production needs ${needed.concurrency} for ${expectedRate} payments a second.`,
        limit
          ? `API Gateway lets ${limit.rate} requests a second through; ${needed.apiLimit.rate} are needed.`
          : 'How many requests API Gateway lets through is not known.',
      ].join(' ');
      const isEnough = most >= needed.concurrency && (!limit || limit.rate >= needed.apiLimit.rate);
      return isEnough ? good(found) : wrong(found);
    },
  },
  {
    title: 'A first deployment gets through, at a pace that AWS allows',
    unknown: 'how many changes of an API, a function and a role AWS allows you in a second',
    command: `time npx turnout deploy -c stage=sandbox
aws cloudformation describe-stacks --query "Stacks[?starts_with(StackName, 'turnout-sandbox-')].[StackName, StackStatus]" --output text`,
    shows:
      'Each stack is `CREATE_COMPLETE` or `UPDATE_COMPLETE`. `npx turnout first-hour` says how long each took, and how often AWS refused a call as too fast; CloudFormation repeats those.',
    otherwise:
      'Deploy again: existing resources stay. A stack that fails twice for `Rate exceeded` needs smaller batches: `batchSize` in `lib/constructs/deploy-in-batches.ts`.',
    run: pace,
  },
  {
    title: 'The API answers',
    unknown: 'whether API Gateway, the functions and their roles work together',
    command: `source docs/runbooks/commands.sh sandbox
curl -s -w ' %{http_code}\\n' "$(output api Url)/health"`,
    shows: 'The last word is 200.',
    otherwise:
      '500: `logs "filter level = \'error\'" 10` names the function and the reason, mostly a right that is missing. 403 or no answer: the stage or its domain.',
    async run(account, stage) {
      const stacks = await account.stacks();
      const url = stacks.find(({ name }) => name === `turnout-${stage}-api`)?.outputs.get('Url');
      if (url === undefined) return nothingDeployed;
      const status = await account.statusOf(`${url.replace(/\/$/, '')}/health`);
      const found = `${url} answers ${status ?? 'nothing'}.`;
      return status === 200 ? good(found) : wrong(found);
    },
  },
  {
    title: 'References between stacks are resolved, and stay so',
    unknown:
      'whether `Fn::GetStackOutput` gives its value again when a resource changes for another reason',
    command: `npx turnout deploy -c stage=sandbox -c traceSampling=0.01     # another setting of each function
npx turnout first-hour --stage sandbox`,
    shows:
      'One function of each stack has the name of the table and of the key that the stack `turnout-sandbox-data` made. See that it does after the first deployment, and after this one.',
    otherwise:
      '`npx turnout deploy -c stage=sandbox --force` resolves them anew. If it does not, go no further: every function finds its table, its keys and its queues by them.',
    run: references,
  },
  {
    title: 'Functions in the network start',
    unknown:
      'whether the condition that keeps a function’s code from the rights of its network lets Lambda use them',
    command: `source docs/runbooks/commands.sh sandbox
npx turnout deploy -c stage=sandbox -c fixedAddress=on     # costs $0.05 an hour
aws lambda get-function-configuration --function-name "$(function_of payments.confirm)" --query "[State, StateReasonCode, VpcConfig.VpcId]"`,
    shows:
      '`Active`, no reason, and the name of a network. A payment at the test processor succeeds.',
    otherwise:
      'Deploy without `fixedAddress`. `StateReasonCode` says which right Lambda lacks: the condition in `lib/network/network-stack.ts` is too narrow.',
    run: network,
  },
  {
    title: 'A second version shifts',
    unknown: 'whether CodeDeploy may move the aliases, and how many at once',
    command: `npx turnout deploy -c stage=sandbox -c shift=gradual -c traceSampling=0.02     # five minutes for each stack
aws deploy list-deployments --include-only-statuses Succeeded --query "length(deployments)"`,
    shows:
      'As many deployments as functions change gradually. While a stack shifts, `aws lambda get-alias --function-name "$(function_of payments.confirm)" --name live` shows two versions, one with 0.1.',
    otherwise:
      '`IAM_ROLE_PERMISSIONS`: a right is missing in `lib/constructs/gradual-deployment.ts`. `THROTTLED`: fewer aliases for a role, in the same file. Until it is mended, deploy with `-c shift=off`.',
    run: shifts,
  },
  {
    title: 'An alarm takes a shift back',
    unknown: 'whether CodeDeploy may read one alarm when its role names only that alarm',
    command: `npx turnout deploy -c stage=sandbox -c shift=gradual -c traceSampling=0.03 &
ALARM=$(aws cloudwatch describe-alarms --alarm-name-prefix turnout-sandbox-api-Unhealthy --query "MetricAlarms[0].AlarmName" --output text)
aws cloudwatch set-alarm-state --alarm-name "$ALARM" --state-value ALARM --state-reason "the first hour"     # once a stack shifts`,
    shows:
      'The deployment of that stack ends with `ALARM_ACTIVE`, and CloudFormation rolls the stack back: `UPDATE_ROLLBACK_COMPLETE`. The next deployment works.',
    otherwise:
      'The shift succeeds all the same: CodeDeploy cannot read the alarm. Allow `cloudwatch:DescribeAlarms` on `*` in `lib/constructs/gradual-deployment.ts`; until then no bad version goes back by itself.',
    run: alarmOfShift,
  },
  {
    title: 'A rollback, and the deployment after it',
    unknown: "CloudFormation's treatment of an alias that was moved by hand",
    command: `npx turnout rollback --stage sandbox
npx turnout first-hour --stage sandbox     # says which functions lead elsewhere
npx turnout deploy -c stage=sandbox -c traceSampling=0.04
npx turnout first-hour --stage sandbox`,
    shows:
      'After the rollback the functions lead to the version before, and payments go on. The deployment prints which it changes without a shift, and ends with 0. All aliases then lead to the version that was deployed.',
    otherwise:
      '`INVALID_LAMBDA_CONFIGURATION`: an alias went through CodeDeploy all the same. Deploy with `-c shift=off`, and see [rollback](runbooks/rollback.md#the-next-deployment).',
    run: rollbacks,
  },
  {
    title: 'An alarm reaches a mailbox',
    unknown: 'your mail, and whether its address was confirmed',
    command: `TOPIC=$(aws cloudwatch describe-alarms --alarm-types CompositeAlarm --alarm-name-prefix turnout-sandbox --query "CompositeAlarms[0].AlarmActions[0]" --output text)
aws sns list-subscriptions-by-topic --topic-arn "$TOPIC" --query "Subscriptions[].[Endpoint, SubscriptionArn]" --output text
ALARM=$(aws cloudwatch describe-alarms --alarm-name-prefix turnout-sandbox-ops-RoutingFallback --query "MetricAlarms[0].AlarmName" --output text)
aws cloudwatch set-alarm-state --alarm-name "$ALARM" --state-value ALARM --state-reason "the first hour"`,
    shows:
      'An ARN behind your address, and a message of `PaymentsInTrouble` in your mailbox within two minutes. Deploy with `-c alarmEmail=…` before.',
    otherwise:
      '`PendingConfirmation`: open the link of the first message, or [ask for another](deploy.md#6-point-the-domains-and-confirm-the-alarms-address).',
  },
  {
    title: 'It can be removed',
    unknown: 'whether CloudFormation deletes all of it, and the network above all',
    command: `npx cdk destroy --all -c stage=sandbox
npx turnout first-hour --stage sandbox     # says what is left`,
    shows:
      'No stack of the stage is left. A network may take half an hour: Lambda gives its addresses back late.',
    otherwise:
      'Run it again. `DELETE_FAILED` names the obstacle: `aws cloudformation describe-stack-events --stack-name NAME`. A production: [removal](runbooks/removal.md).',
    async run(account) {
      const left = await account.stacks();
      if (left.length === 0) return good('No stack of the stage is in the account.');
      const stuck = left.filter(({ status }) => status === 'DELETE_FAILED');
      return stuck.length > 0
        ? wrong(`Not deleted: ${stuck.map(({ name }) => name).join(', ')}.`)
        : open(`${left.length} stacks are there.`);
    },
  },
];

/** The payments a second that the deployed stage is sized for; the usual ones where none is. */
async function expectedRateOf(account: FirstHourAccount, stage: string): Promise<number> {
  const outputs = await dataOutputs(account, stage);
  const { expectedRate } = recordIn(Object.fromEntries(outputs)) ?? {};
  return v.parse(v.optional(v.number(), usualRate), expectedRate);
}

/** The outputs of the stack Data; none before the first deployment. */
async function dataOutputs(
  account: FirstHourAccount,
  stage: string,
): Promise<ReadonlyMap<string, string>> {
  const stacks = await account.stacks();
  return stacks.find(({ name }) => name === `turnout-${stage}-data`)?.outputs ?? new Map();
}

async function pace(account: FirstHourAccount): Promise<Finding> {
  const stacks = await account.stacks();
  if (stacks.length === 0) return nothingDeployed;
  const unfinished = stacks.filter(({ status }) => !/^(CREATE|UPDATE)_COMPLETE$/.test(status));
  if (unfinished.length > 0) {
    return wrong(unfinished.map(({ name, status }) => `${name} is ${status}`).join(', '));
  }
  let refused = 0;
  const minutes: [string, number][] = [];
  for (const { name } of stacks) {
    const events = await account.events(name);
    refused += events.filter(({ reason }) =>
      /rate exceeded|throttl|too many requests/i.test(reason),
    ).length;
    const created = creationMs(name, events);
    if (created !== undefined) minutes.push([name, created / 60_000]);
  }
  const total = minutes.reduce((sum, [, one]) => sum + one, 0);
  const [slowest, longest = 0] = minutes.toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return good(
    `${stacks.length} stacks are complete. ${slowest === undefined ? 'How long their creation took is forgotten' : `They were created in ${total.toFixed(0)} minutes, ${slowest} in ${longest.toFixed(1)}`}; ` +
      `AWS refused ${refused} calls as too fast.`,
  );
}

/**
 * How long the creation of a stack took; undefined when CloudFormation has forgotten its events.
 */
function creationMs(stack: string, events: readonly StackEvent[]): number | undefined {
  const ofStack = (status: string) =>
    events.find((one) => one.logicalId === stack && one.status === status)?.at.getTime();
  const [from, to] = [ofStack('CREATE_IN_PROGRESS'), ofStack('CREATE_COMPLETE')];
  return from !== undefined && to !== undefined ? to - from : undefined;
}

/** Settings of functions that name a resource of the stack Data, and its logical name there. */
const dataReferences = [
  { variable: 'TABLE_NAME', type: 'AWS::DynamoDB::GlobalTable', logicalId: /^Table[0-9A-F]{8}$/ },
  { variable: 'MERCHANT_KEY_ARN', type: 'AWS::KMS::Key', logicalId: /^Key[0-9A-F]{8}$/ },
] as const;

async function references(account: FirstHourAccount, stage: string): Promise<Finding> {
  const stacks = await account.stacks();
  if (stacks.length === 0) return nothingDeployed;
  const made = await account.resources(`turnout-${stage}-data`);
  const wanted = dataReferences.map(({ variable, type, logicalId }) => ({
    variable,
    value: made.find((one) => one.type === type && logicalId.test(one.logicalId))?.physicalId ?? '',
  }));
  let seen = 0;
  const mistakes: string[] = [];
  for (const { name } of stacks) {
    const fn = (await account.resources(name)).find(({ type }) => type === 'AWS::Lambda::Function');
    if (!fn) continue;
    const { variables } = await account.functionNamed(fn.physicalId);
    for (const { variable, value } of wanted) {
      const given = variables[variable];
      if (given === undefined) continue;
      seen += 1;
      // A key's ARN ends in its name.
      const isRight = value !== '' && (given === value || given.endsWith(`/${value}`));
      if (!isRight) mistakes.push(`${name} has ${variable} "${given}", and "${value}" was made`);
    }
  }
  if (mistakes.length > 0) return wrong(`${mistakes.join('; ')}.`);
  return seen > 0
    ? good(`${seen} references have their values.`)
    : open('No function refers to it.');
}

async function network(account: FirstHourAccount, stage: string): Promise<Finding> {
  const stacks = await account.stacks();
  if (!stacks.some(({ name }) => name === `turnout-${stage}-network`)) {
    return open('There is no network: fixedAddress is off.');
  }
  const resources = await account.resources(`turnout-${stage}-api-payments`);
  let inside = 0;
  const stopped: string[] = [];
  for (const { physicalId } of resources.filter(({ type }) => type === 'AWS::Lambda::Function')) {
    const { isInNetwork, state } = await account.functionNamed(physicalId);
    if (!isInNetwork) continue;
    inside += 1;
    if (state !== 'Active') stopped.push(`${physicalId} is ${state}`);
  }
  if (stopped.length > 0) return wrong(`${stopped.join(', ')}.`);
  return inside > 0
    ? good(`${inside} functions of the stack api-payments are in it, and active.`)
    : wrong('No function of the stack api-payments is in it.');
}

/** CodeDeploy's codes of the shifts that did not succeed: `3 × ALARM_ACTIVE`. */
const codesOf = (failed: readonly Shift[]): string =>
  [...Map.groupBy(failed, ({ errorCode, status }) => errorCode ?? status)]
    .map(([code, those]) => `${those.length} × ${code}`)
    .join(', ');

async function shifts(account: FirstHourAccount): Promise<Finding> {
  const all = await account.shifts();
  if (all.length === 0) return open('No alias was shifted yet.');
  // These two belong to the next checks.
  const expected = ['ALARM_ACTIVE', 'INVALID_LAMBDA_CONFIGURATION', 'MANUAL_STOP'];
  const failed = all.filter(
    ({ status, errorCode }) => status === 'Failed' && !expected.includes(errorCode ?? ''),
  );
  const succeeded = all.filter(({ status }) => status === 'Succeeded');
  const gradual = succeeded.filter(({ config }) => !config.endsWith('AllAtOnce')).length;
  const found = `${succeeded.length} shifts succeeded, ${gradual} of them gradually`;
  if (failed.length > 0) return wrong(`${found}; failed: ${codesOf(failed)}.`);
  return gradual > 0 ? good(`${found}.`) : open(`${found}.`);
}

async function alarmOfShift(account: FirstHourAccount): Promise<Finding> {
  const all = await account.shifts();
  const denied = all.filter(({ errorCode }) => errorCode === 'IAM_ROLE_PERMISSIONS');
  if (denied.length > 0) return wrong(`CodeDeploy lacks a right: ${codesOf(denied)}.`);
  const stopped = all.filter(({ errorCode }) => errorCode === 'ALARM_ACTIVE');
  return stopped.length > 0
    ? good(`The alarm took ${stopped.length} shifts back.`)
    : open('No shift met the alarm.');
}

async function rollbacks(account: FirstHourAccount): Promise<Finding> {
  const aliases = await account.aliases();
  if (aliases.length === 0) return nothingDeployed;
  const refused = (await account.shifts()).filter(
    ({ errorCode }) => errorCode === 'INVALID_LAMBDA_CONFIGURATION',
  );
  if (refused.length > 0) {
    return wrong(`CodeDeploy refused aliases that lead elsewhere: ${codesOf(refused)}.`);
  }
  const elsewhere = aliases.filter(({ live, deployed }) => live !== deployed);
  return elsewhere.length > 0
    ? open(`${elsewhere.length} of ${aliases.length} functions lead elsewhere: deploy now.`)
    : good(`All ${aliases.length} aliases lead to the version that was deployed.`);
}
