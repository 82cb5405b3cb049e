import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { usualConcurrency } from '../../lib/settings/quota.ts';
import { edgeRegion } from '../../lib/settings/read-settings.ts';
import { quotasFor, sizingFor } from '../../lib/settings/sizing.ts';
import { isOfVaultAccount } from '../../lib/vault/vault-accounts.ts';
import { inDeploymentOrder, readAssembly, type Stack } from '../../local/assembly/assembly.ts';
import { objectOf } from '../../local/assembly/json.ts';
import type { Declaration, Template } from '../../local/assembly/template.ts';
import type { PlannedChange } from './account.ts';
import type { AccountFindings, Wanted } from './check-account.ts';
import { deployedTemplate } from './deployed-template.ts';
import type { Deployer } from './deployer.ts';
import { idleCost } from './idle-cost.ts';
import { answerTo } from './stack-statuses.ts';

interface DryRun {
  readonly wanted: Wanted;
  readonly found: AccountFindings;
  readonly forCdk: readonly string[];
  readonly deployer: Deployer;
}

/** The plan for one stack. */
interface PlannedStack {
  readonly stackName: string;
  /** The source of the changes; `unknown` where the credentials may not ask for any. */
  readonly source: 'new' | 'change_set' | 'templates' | 'unknown';
  readonly changes: readonly PlannedChange[];
}

/** The findings of a dry run; absent where no app was synthesized. */
export interface DryRunFindings {
  /** In the order of the deployment. */
  readonly planned: readonly PlannedStack[];
  /** Names of the stage's stacks that the app no longer has. */
  readonly orphans: readonly string[];
  /** The roles of the stage, and those of the account after it where they are known. */
  readonly roles: RoleFindings;
  /** The cost of a month, in lines to read. */
  readonly bill: readonly string[];
}

interface RoleFindings {
  readonly inStage: number;
  readonly inAccount?: number;
  readonly quota?: number;
}

type DryRunEnd = { readonly code: number } & Partial<DryRunFindings>;

/** A change set of a dry run never stays: it is read and deleted. */
const changeSetName = 'turnout-dry-run';

/**
 * Prints the effects of a deployment: its stacks in order with the resources that are made,
 * changed, replaced and deleted, stacks that the app no longer has, roles against their quota, and
 * the bill. Changes nothing of the account but for change sets, which it deletes again.
 */
export async function sayDryRun({ wanted, found, forCdk, deployer }: DryRun): Promise<DryRunEnd> {
  const { account, say } = deployer;
  const region = (await account.region()) ?? edgeRegion;
  const directory = mkdtempSync(join(tmpdir(), 'turnout-dry-run-'));
  try {
    const code = await deployer.cdk([
      ...['synth', '--quiet', '--output', directory],
      // Other options are those of a deployment, which a synthesis does not take.
      ...optionsOf(forCdk, ['-c', '--context', '--profile']),
    ]);
    if (code !== 0) return { code };
    const { part } = found;
    const app = inDeploymentOrder(readAssembly(directory)).filter(
      ({ id }) => !part || isOfVaultAccount(id) === (part === 'vault'),
    );
    const regionOf = (stack: Stack) => stack.region ?? region;
    const isThere = (stack: Stack) =>
      found.stacks.some(
        ({ name, status }) => name === stack.name && answerTo(status).do === 'deploy',
      );

    const existing = app.filter(isThere);
    if (existing.length > 0) {
      // The other stacks, for which the CDK cannot prepare a change set, are compared by their
      // templates.
      await deployer.cdk([
        ...['deploy', ...existing.map(({ id }) => id), '--exclusively', '--app', directory],
        ...['--method', 'prepare-change-set', '--change-set-name', changeSetName],
        ...['--require-approval', 'never', ...optionsOf(forCdk, ['--profile'])],
      ]);
    }
    say('Stacks, in the order of the deployment:');
    const plans: PlannedStack[] = [];
    let rolesNow = 0;
    for (const stack of app) {
      const deployed = isThere(stack)
        ? await deployedTemplate(account, stack.name, regionOf(stack))
        : undefined;
      rolesNow += deployed ? rolesIn(deployed) : 0;
      const planned = isThere(stack)
        ? await account.takeChangeSet(stack.name, changeSetName, regionOf(stack))
        : undefined;
      const plan = planOf(stack, isThere(stack), deployed, planned);
      plans.push(plan);
      sayStack(plan, say);
    }
    const orphans = await sayOrphans({ wanted, found, app, region, deployer });
    const roles = await sayRoles(app, rolesNow, deployer);
    if (part !== 'vault') saySize(wanted, say);
    const bill = await deployer.bill(directory, { region, expectedRate: wanted.expectedRate });
    for (const line of bill) say(line);
    say('This was a dry run: nothing is deployed.');
    return { code: 0, planned: plans, orphans, roles, bill };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The size that the expected rate needs, and the quotas of the account for it. */
function saySize({ expectedRate, keylessConcurrency }: Wanted, say: (line: string) => void) {
  const sizing = sizingFor({ expectedRate, accountConcurrency: usualConcurrency });
  const { deliveries, slowDeliveries, syncs, warm } = sizing;
  const ready = Object.entries(warm).map(
    ([name, { writeUnits, readUnits }]) => `${name} ${writeUnits}/${readUnits}`,
  );
  say(
    `For ${expectedRate} payments a second (expectedRate): at most ${deliveries} functions deliver webhooks, ${slowDeliveries} those of slow receivers, ${syncs} sync payments; ` +
      (ready.length > 0
        ? `units a second that are written and read from the first moment: ${ready.join(', ')}. AWS charges for that once.`
        : 'the tables take as much as new ones.'),
  );
  for (const { name, needed, usual, isMore, page } of quotasFor(sizing, keylessConcurrency)) {
    say(`  ${isMore ? 'ask for' : 'enough as usual'}: ${name}, ${needed} (usually ${usual})`);
    if (isMore) say(`    ${page}`);
  }
}

/** These options with their values, as `--name value` or `--name=value`. */
function optionsOf(args: readonly string[], names: readonly string[]): readonly string[] {
  return args.flatMap((one, index) => {
    if (names.some((name) => one.startsWith(`${name}=`))) return [one];
    return names.includes(one) ? args.slice(index, index + 2) : [];
  });
}

function planOf(
  { name: stackName, template }: Stack,
  isThere: boolean,
  deployed: Template | undefined,
  planned: readonly PlannedChange[] | undefined,
): PlannedStack {
  if (isThere && !planned && !deployed) return { stackName, source: 'unknown', changes: [] };
  const source = !isThere ? 'new' : planned ? 'change_set' : 'templates';
  return { stackName, source, changes: planned ?? changesBetween(deployed, template) };
}

const sources = { new: 'new', change_set: 'by a change set', templates: 'by the templates' };

function sayStack({ stackName, source, changes }: PlannedStack, say: (line: string) => void) {
  if (source === 'unknown') {
    say(`  ${stackName}: not known, because the credentials may not ask.`);
    return;
  }
  const counts = Map.groupBy(changes, ({ action }) => action);
  const said = [...counts].map(([action, all]) => `${all.length} ${action}`).join(', ');
  say(`  ${stackName} (${sources[source]}): ${said || 'nothing changes'}`);
  const notable = changes.filter(({ action }) => action !== 'made' && action !== 'changed');
  for (const { action, type, logicalId } of notable) say(`    ${action}: ${type} ${logicalId}`);
  if (source === 'templates' && counts.has('changed')) {
    say('    Whether CloudFormation replaces what is changed, only a change set says.');
  }
}

/** The changes by a comparison of the templates only. Another type replaces a resource. */
function changesBetween(deployed: Template | undefined, next: Template): readonly PlannedChange[] {
  const before = deployed?.resources ?? new Map<string, Declaration>();
  const changed = [...next.resources].flatMap(([logicalId, { type }]): PlannedChange[] => {
    const old = before.get(logicalId);
    if (!deployed || !old) return [{ logicalId, type, action: 'made' }];
    if (old.type !== type) return [{ logicalId, type, action: 'replaced' }];
    const [now, then] = [next, deployed].map(
      ({ written }) => objectOf(written.Resources, 'Resources')[logicalId],
    );
    return isDeepStrictEqual(now, then) ? [] : [{ logicalId, type, action: 'changed' }];
  });
  const gone = [...before].flatMap(([logicalId, { type, deletionPolicy }]) =>
    next.resources.has(logicalId)
      ? []
      : [{ logicalId, type, action: isKept(deletionPolicy) ? 'kept' : 'deleted' } as const],
  );
  return [...changed, ...gone];
}

const isKept = (policy: Declaration['deletionPolicy']) => policy.startsWith('Retain');

interface Orphans {
  readonly wanted: Wanted;
  readonly found: AccountFindings;
  readonly app: readonly Stack[];
  readonly region: string;
  readonly deployer: Deployer;
}

/** Stacks of the stage that the app no longer has: no deployment removes them. Returns their names. */
async function sayOrphans({
  wanted,
  found,
  app,
  region,
  deployer,
}: Orphans): Promise<readonly string[]> {
  const { account, say } = deployer;
  const orphans = found.stacks.filter(
    ({ name, status }) =>
      answerTo(status).do === 'deploy' && !app.some((stack) => stack.name === name),
  );
  if (orphans.length === 0) return [];
  say(`Stacks of this ${wanted.stage} that the app no longer has. No deployment removes them:`);
  for (const { name } of orphans) {
    const where = /-filter-/.test(name) ? edgeRegion : region;
    const template = await deployedTemplate(account, name, where);
    say(`  ${name}: ${template ? idleCost(template, where) : 'what it costs is not known'}`);
    say(`    aws cloudformation delete-stack --stack-name ${name} --region ${where}`);
    for (const [logicalId, { type, deletionPolicy }] of template?.resources ?? []) {
      if (isKept(deletionPolicy)) say(`    stays, and costs on: ${type} ${logicalId}`);
    }
  }
  return orphans.map(({ name }) => name);
}

const rolesIn = ({ resources }: Template) =>
  [...resources.values()].filter(({ type }) => type === 'AWS::IAM::Role').length;

async function sayRoles(
  app: readonly Stack[],
  rolesNow: number,
  { account, say }: Deployer,
): Promise<RoleFindings> {
  const next = app.reduce((sum, { template }) => sum + rolesIn(template), 0);
  const roles = await account.roles();
  if (!roles) {
    say(
      `IAM roles: ${next} in this stage. How many the account has is not known: the credentials may not ask.`,
    );
    return { inStage: next };
  }
  const total = roles.used - rolesNow + next;
  say(
    `IAM roles: the account would have ${total} of the ${roles.quota} that its quota allows; ${next} are of this stage.`,
  );
  if (total > roles.quota) {
    say('  That is more than it may have. Ask for more before you deploy:');
    // "Roles per account", by the code that https://github.com/brennerm/aws-quota-checker asks for. AWS
    // answers questions about quotas of IAM in us-east-1 only.
    say(
      '  aws service-quotas request-service-quota-increase --service-code iam --quota-code L-FE177D64 --desired-value 2000 --region us-east-1',
    );
  }
  return { inStage: next, inAccount: total, quota: roles.quota };
}
