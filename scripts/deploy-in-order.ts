import { parseArgs } from 'node:util';
import { requiredConcurrency } from '../lib/quota.ts';
import { stages, statefulStacks } from '../lib/stage.ts';
import { type AliasReader, planShift } from './moved-aliases.ts';

/** The calls that a deployment makes to the account and to the CDK. */
export interface Deployer {
  /**
   * CloudFormation's status of a stack, in another Region if one is named; undefined if there is
   * none.
   */
  stackStatus(stackName: string, region?: string): Promise<string | undefined>;
  /** The account's limit of concurrent executions. */
  concurrentExecutions(): Promise<number>;
  /** The aliases of a stage. */
  aliasesOf(stage: string): AliasReader;
  /** Runs the CDK with these arguments, and resolves with its exit code. */
  cdk(args: readonly string[]): Promise<number>;
  say(line: string): void;
}

/** The Region in which CloudFront looks for its web ACLs. */
const filterRegion = 'us-east-1';

/**
 * Statuses of a stack that was never created: CloudFormation creates it, or must first delete it.
 */
const missingStackStatuses = [
  'REVIEW_IN_PROGRESS',
  'ROLLBACK_COMPLETE',
  'ROLLBACK_FAILED',
  'CREATE_FAILED',
];

/**
 * Deploys all stacks. A second deployment protects the stacks with data against deletion, after
 * they were created. CloudFormation could not roll back a stack that refuses deletion. Resolves
 * with the exit code.
 */
export async function deployInOrder(args: readonly string[], deployer: Deployer): Promise<number> {
  const { forCdk, isUnattended, isQuotaIgnored } = sorted(args);
  const context = contextIn(forCdk);
  const name = context.get('stage') ?? 'sandbox';
  const stage = Object.values(stages).find((one) => one.name === name);
  if (!stage || stage.name === 'laptop') {
    deployer.say(`There is no stage "${name}" to deploy. Stages: sandbox, production.`);
    return 1;
  }
  const hasEdge = context.has('vaultDomain') || context.get('apiEdge') === 'on';
  if (!(await isPrepared(deployer, toolkitOf(forCdk), hasEdge))) return 1;
  const enough = await hasQuota(deployer, stage.retainsData);
  if (!enough && stage.retainsData && !isQuotaIgnored) return 1;
  const shift = await planShift(stage.name, deployer.aliasesOf(stage.name), deployer.say);
  if (!shift) return 1;

  const unattended = isUnattended ? ['--require-approval', 'never', '--yes'] : [];
  const cdk = (...more: string[]) => deployer.cdk(['deploy', ...more, ...forCdk, ...unattended]);
  const cdkForAll = async (...more: string[]) => {
    const code = await cdk('--all', ...more, ...shift.cdkOptions);
    await shift.sayAfterwards();
    return code;
  };
  const first = stage.refusesDeletion ? await missingStatefulStacks(stage.name, deployer) : [];
  if (first.length === 0) return await cdkForAll();

  deployer.say(`Made for the first time: ${first.join(', ')}. Protected once that is done.`);
  const code = await cdkForAll('-c', `first=${first.join(',')}`);
  if (code !== 0) {
    deployer.say('Not protected yet. What failed was taken back: deploy again when it is mended.');
    return code;
  }
  return await cdk(...first, '--exclusively');
}

/** The options of this program; all others are the CDK's. */
function sorted(args: readonly string[]) {
  const own = ['--yes', '-y', '--despite-quota'];
  return {
    forCdk: args.filter((one) => !own.includes(one)),
    isUnattended: args.includes('--yes') || args.includes('-y'),
    isQuotaIgnored: args.includes('--despite-quota'),
  };
}

/** The stack with which the CDK bootstraps a Region. */
function toolkitOf(args: readonly string[]): string {
  const at = args.indexOf('--toolkit-stack-name');
  return (at < 0 ? undefined : args[at + 1]) ?? 'CDKToolkit';
}

/** The context that `-c name=value` sets. */
function contextIn(args: readonly string[]): ReadonlyMap<string, string> {
  const { values } = parseArgs({
    args: [...args],
    options: { context: { type: 'string', short: 'c', multiple: true } },
    strict: false,
    allowPositionals: true,
  });
  const pairs = (values.context ?? []).map(String).map((pair): [string, string] => {
    const [name = '', ...rest] = pair.split('=');
    return [name, rest.join('=')];
  });
  return new Map(pairs);
}

/** Whether each Region of the deployment is bootstrapped. */
async function isPrepared(deployer: Deployer, toolkit: string, hasEdge: boolean): Promise<boolean> {
  const regions = [undefined, ...(hasEdge ? [filterRegion] : [])];
  for (const region of regions) {
    if ((await deployer.stackStatus(toolkit, region)) !== undefined) continue;
    const where = region ? `aws://ACCOUNT/${region}` : '';
    deployer.say(
      `The account is not prepared for the CDK${region ? ` in ${region}` : ''}: npx cdk bootstrap ${where}`.trim(),
    );
    return false;
  }
  return true;
}

async function hasQuota(deployer: Deployer, isProduction: boolean): Promise<boolean> {
  const most = await deployer.concurrentExecutions();
  if (most >= requiredConcurrency) return true;
  deployer.say(
    `${most} functions of this account may run at the same time, and production needs ${requiredConcurrency}: ` +
      'with fewer, readers of the stream and queues take what callers need, and callers get 503. Ask for more: ' +
      'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000',
  );
  if (isProduction) deployer.say('To deploy all the same: --despite-quota');
  return false;
}

async function missingStatefulStacks(
  stage: string,
  deployer: Deployer,
): Promise<readonly string[]> {
  const states = await Promise.all(
    statefulStacks.map((stack) => deployer.stackStatus(`turnout-${stage}-${stack.toLowerCase()}`)),
  );
  return statefulStacks.filter((_, index) => {
    const state = states[index];
    return state === undefined || missingStackStatuses.includes(state);
  });
}
