import { parseArgs } from 'node:util';
import { requiredConcurrency } from '../lib/quota.ts';
import { stages, statefulStacks } from '../lib/stage.ts';

/** What a deployment asks of the account, and of the CDK. */
export interface Deployer {
  /** CloudFormation's word for the state of a stack, in another region if one is named; undefined for none. */
  stackStatus(stackName: string, region?: string): Promise<string | undefined>;
  /** How many functions of the account may run at the same time. */
  concurrentExecutions(): Promise<number>;
  /** Runs the CDK with these arguments, and resolves to the code that it ends with. */
  cdk(args: readonly string[]): Promise<number>;
  say(line: string): void;
}

/** Where CloudFront looks for what filters for it. */
const filterRegion = 'us-east-1';

/** States of a stack that was never made: CloudFormation makes it anew or has to be rid of it first. */
const missingStackStatuses = [
  'REVIEW_IN_PROGRESS',
  'ROLLBACK_COMPLETE',
  'ROLLBACK_FAILED',
  'CREATE_FAILED',
];

/**
 * Deploys all stacks. Stacks that data lies in are protected against deletion once they were made, by a
 * second deployment of these alone: CloudFormation could not take back what refuses to be deleted.
 * Resolves to the code to end with.
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
  if (!(await isPrepared(deployer, toolkitOf(forCdk), context.has('vaultDomain')))) return 1;
  const enough = await hasQuota(deployer, stage.retainsData);
  if (!enough && stage.retainsData && !isQuotaIgnored) return 1;

  const unattended = isUnattended ? ['--require-approval', 'never', '--yes'] : [];
  const cdk = (...more: string[]) => deployer.cdk(['deploy', ...more, ...forCdk, ...unattended]);
  const first = stage.refusesDeletion ? await missingStatefulStacks(stage.name, deployer) : [];
  if (first.length === 0) return await cdk('--all');

  deployer.say(`Made for the first time: ${first.join(', ')}. Protected once that is done.`);
  const code = await cdk('--all', '-c', `first=${first.join(',')}`);
  if (code !== 0) {
    deployer.say('Not protected yet. What failed was taken back: deploy again when it is mended.');
    return code;
  }
  return await cdk(...first, '--exclusively');
}

/** What this program takes for itself; everything else is the CDK's. */
function sorted(args: readonly string[]) {
  const own = ['--yes', '-y', '--despite-quota'];
  return {
    forCdk: args.filter((one) => !own.includes(one)),
    isUnattended: args.includes('--yes') || args.includes('-y'),
    isQuotaIgnored: args.includes('--despite-quota'),
  };
}

/** The stack by which the CDK prepares a region. */
function toolkitOf(args: readonly string[]): string {
  const at = args.indexOf('--toolkit-stack-name');
  return (at < 0 ? undefined : args[at + 1]) ?? 'CDKToolkit';
}

/** The context that `-c name=value` gives. */
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

/** Whether the CDK can deploy to each region that it has to deploy to. */
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
