import { parseArgs } from 'node:util';
import { protectedStacks } from '../../lib/data/protected-stacks.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { recordedValues } from '../../lib/settings/recorded-settings.ts';
import { deployedStages, isDeployedStage } from '../../lib/settings/settings-file.ts';
import {
  isOfVaultAccount,
  stacksOfSwitchAccount,
  stacksOfVaultAccount,
  vaultAccountsOf,
} from '../../lib/vault/vault-accounts.ts';
import { UsageError } from '../command-line/command.ts';
import { SignInNeeded } from './account.ts';
import { type AccountFindings, checkAccount, type Wanted } from './check-account.ts';
import { deployedTemplate } from './deployed-template.ts';
import type { Deployer } from './deployer.ts';
import { type DryRunFindings, sayDryRun } from './dry-run.ts';
import { planShift } from './moved-aliases.ts';
import { optionOf } from './option-of.ts';
import { answerTo } from './stack-statuses.ts';

/** The end of a deployment, or of its dry run. */
export interface Deployment extends Partial<DryRunFindings> {
  /** The exit code: that of the CDK where the CDK ran. */
  readonly code: number;
  readonly stage: string | undefined;
  readonly isDryRun: boolean;
  /** The reasons why the CDK did not begin. */
  readonly problems: readonly string[];
  /** Facts about the account that an operator should know. */
  readonly notes: readonly string[];
}

/**
 * Deploys all stacks. All problems are printed first, at once, before anything is built. A second
 * deployment protects the stacks with data, and the one that is deleted first, after they were
 * created: CloudFormation could not roll back a stack that refuses deletion.
 */
export async function deployInOrder(
  args: readonly string[],
  deployer: Deployer,
): Promise<Deployment> {
  const { forCdk: given, own } = sorted(args);
  const { wanted, problems } = await whatIsWanted(given, own, deployer);
  const asked = wanted && checkAccount(wanted, deployer.account);
  const found = problems.length > 0 && asked ? await soon(asked, deployer) : await asked;
  const all = [...problems, ...(found?.problems ?? [])];
  const notes = found?.notes ?? [];
  const ended = (code: number): Deployment => ({
    code,
    stage: wanted?.stage,
    isDryRun: own.isDryRun,
    problems: all,
    notes,
  });
  for (const note of notes) deployer.say(note);
  for (const problem of all) deployer.say(problem);
  if (!wanted || !found || all.length > 0) {
    // Aliases may be why a rollback failed, and which resources it has to skip then.
    if (wanted && found?.stacks.some(({ status }) => status === 'UPDATE_ROLLBACK_FAILED')) {
      await planShift(wanted.stage, deployer.aliasesOf(wanted.stage), deployer.say);
    }
    return ended(1);
  }
  const forCdk = [...given, ...limitOptions(found)];
  const movesApiStage = await hasApiStageInCore(wanted.stage, found, deployer);
  if (movesApiStage) {
    deployer.say(
      `The stage of the API moves to the stack turnout-${wanted.stage}-api-stage, once everything else is deployed. Callers get 404 meanwhile, for about a minute.`,
    );
  }
  if (own.isDryRun) {
    return { ...ended(0), ...(await sayDryRun({ wanted, found, forCdk, deployer })) };
  }

  const shift = await planShift(wanted.stage, deployer.aliasesOf(wanted.stage), deployer.say);
  if (!shift) return ended(1);
  const unattended = own.isUnattended ? ['--require-approval', 'never', '--yes'] : [];
  const cdk = async (...more: string[]) => {
    const code = await deployer.cdk(['deploy', ...more, ...forCdk, ...unattended]);
    if (code !== 0) await sayWhetherSignedOut(deployer);
    return code;
  };
  const cdkForAll = async (...more: string[]) => {
    const code = await cdk(stacksToDeploy(found), ...more, ...shift.cdkOptions);
    await shift.sayAfterwards();
    return code;
  };
  const first = wanted.stage === 'production' ? missingProtectedStacks(wanted.stage, found) : [];
  if (first.length > 0) {
    deployer.say(`Made for the first time: ${first.join(', ')}. Protected once that is done.`);
  }
  const code = await cdkForAll(
    ...(movesApiStage ? ['-c', 'apiStageIn=Api'] : []),
    ...(first.length > 0 ? ['-c', `first=${first.join(',')}`] : []),
  );
  if (code !== 0 && first.length > 0) {
    deployer.say('Not protected yet. What failed was taken back: deploy again when it is mended.');
  }
  const last = [...(movesApiStage ? ['Api', 'ApiStage'] : []), ...first];
  if (code !== 0 || last.length === 0) return ended(code);
  const lastCode = await cdk(...last, '--exclusively');
  if (lastCode !== 0 && movesApiStage) {
    deployer.say('The stage of the API may be gone. Callers then get 404 until you deploy again.');
  }
  return ended(lastCode);
}

/** All stacks, or those of the account where the vault has one of its own. */
function stacksToDeploy({ part }: AccountFindings): string {
  if (!part) return '--all';
  return part === 'vault' ? stacksOfVaultAccount : stacksOfSwitchAccount;
}

/** The app cannot ask the account, so the CDK passes its limits on. */
const limitOptions = ({ apiLimit, accountConcurrency }: AccountFindings): readonly string[] => [
  ...(apiLimit ? ['-c', `apiLimit=${apiLimit.rate}/${apiLimit.burst}`] : []),
  ...(accountConcurrency === undefined ? [] : ['-c', `accountConcurrency=${accountConcurrency}`]),
];

interface OwnOptions {
  readonly isUnattended: boolean;
  readonly isQuotaIgnored: boolean;
  readonly isDryRun: boolean;
  readonly accepted: readonly string[];
}

/** The options of this program, and all others, which are the CDK's. */
function sorted(args: readonly string[]) {
  const forCdk: string[] = [];
  const accepted: string[] = [];
  const flags = new Set<string>();
  const ownFlags = ['--yes', '-y', '--despite-quota', '--dry-run'];
  for (let at = 0; at < args.length; at++) {
    const one = args[at] ?? '';
    if (ownFlags.includes(one)) flags.add(one);
    else if (one === '--accept') accepted.push(valueAfter(one, args[++at]));
    else if (one.startsWith('--accept=')) accepted.push(one.slice('--accept='.length));
    else forCdk.push(one);
  }
  const own: OwnOptions = {
    isUnattended: flags.has('--yes') || flags.has('-y'),
    isQuotaIgnored: flags.has('--despite-quota'),
    isDryRun: flags.has('--dry-run'),
    accepted: accepted.flatMap((names) => names.split(',')),
  };
  return { forCdk, own };
}

function valueAfter(option: string, value: string | undefined): string {
  if (value && !value.startsWith('-')) return value;
  throw new UsageError(`${option} needs a value.`);
}

/** The deployment by the arguments and the settings file, and the problems in them. */
async function whatIsWanted(forCdk: readonly string[], own: OwnOptions, deployer: Deployer) {
  const stated = contextIn(forCdk);
  const stage = stated.stage ?? 'sandbox';
  if (!isDeployedStage(stage)) {
    const { stage: _, ...others } = stated;
    const { problems } = readSettings(others);
    const noStage = `There is no stage "${stage}" to deploy. Stages: ${deployedStages.join(', ')}.`;
    return { wanted: undefined, problems: [noStage, ...problems] };
  }
  const file = deployer.settingsFile(stage);
  // The file's own problems name it. Here they would be printed twice.
  const ofFile = file.problems.length > 0 ? {} : file.given;
  const region = await deployer.account.region();
  const { settings, problems } = readSettings({ ...ofFile, ...stated }, region);
  const recorded = {
    switch: recordedValues(settings),
    vault: recordedValues(settings, 'vault'),
  };
  const hasApiEdge = settings.get('apiEdge') === 'on';
  const domains = (
    ['vaultDomain', ...(hasApiEdge ? (['apiDomain'] as const) : [])] as const
  ).flatMap((setting) => {
    const name = settings.get(setting);
    return name === undefined ? [] : [{ setting, name }];
  });
  const wanted: Wanted = {
    stage,
    region: settings.get('region'),
    accounts: vaultAccountsOf(settings),
    placement: settings.placement,
    hasEdge: hasApiEdge || settings.get('vaultDomain') !== undefined,
    edgeDomains: domains,
    replicaRegion: settings.get('replicaRegion'),
    // Half of the settings would look like a deployment that drops the others.
    settings: file.problems.length + problems.length > 0 ? undefined : recorded,
    accepted: own.accepted,
    toolkit: optionOf(forCdk, 'toolkit-stack-name') ?? 'CDKToolkit',
    concurrency: Number(optionOf(forCdk, 'concurrency') ?? 1),
    keylessConcurrency: settings.get('keylessConcurrency'),
    expectedRate: settings.get('expectedRate'),
    statesConcurrency: settings.given.has('accountConcurrency'),
    statesApiLimit: settings.get('apiLimit') !== undefined,
    isUnattended: own.isUnattended,
    isQuotaIgnored: own.isQuotaIgnored,
  };
  return { wanted, problems: [...file.problems, ...problems] };
}

/** The findings, or a line that AWS is slow if the caller's patience ends first. */
async function soon(
  asked: Promise<AccountFindings>,
  { patience }: Deployer,
): Promise<AccountFindings> {
  const slow = patience().then(
    (): AccountFindings => ({ problems: ['AWS has not answered yet.'], notes: [], stacks: [] }),
  );
  return await Promise.race([asked, slow]);
}

/**
 * Prints it when the credentials ended while the CDK ran: the CDK names only the call that failed.
 */
async function sayWhetherSignedOut({ account, say }: Deployer): Promise<void> {
  try {
    await account.id();
  } catch (error) {
    if (!(error instanceof SignInNeeded)) return;
    say(error.message);
    say(
      'CloudFormation goes on with the stack that it is at, or takes it back, without them. Sign in, and deploy again.',
    );
  }
}

/**
 * Whether the deployed API has its stage in its first stack, as a version up to 0.2.0 made it. False
 * where the credentials may not read the stack's template.
 */
async function hasApiStageInCore(
  stage: string,
  { stacks, part }: AccountFindings,
  { account }: Deployer,
): Promise<boolean> {
  if (part === 'vault') return false;
  const has = (name: string) =>
    stacks.some((one) => one.name === name && answerTo(one.status).do === 'deploy');
  const core = `turnout-${stage}-api`;
  const region = await account.region();
  if (!has(core) || has(`${core}-stage`) || region === undefined) return false;
  const template = await deployedTemplate(account, core, region);
  return [...(template?.resources.values() ?? [])].some(
    ({ type }) => type === 'AWS::ApiGatewayV2::Stage',
  );
}

function missingProtectedStacks(
  stage: string,
  { stacks, part }: AccountFindings,
): readonly string[] {
  return Object.entries(protectedStacks)
    .filter(([id, end]) => {
      if (part ? isOfVaultAccount(id) !== (part === 'vault') : id === 'VaultOps') return false;
      const found = stacks.find(({ name }) => name === `turnout-${stage}-${end}`);
      return !found || answerTo(found.status).do === 'create';
    })
    .map(([id]) => id);
}

/** The context that `-c name=value` sets. */
function contextIn(args: readonly string[]): Readonly<Record<string, string>> {
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
  return Object.fromEntries(pairs);
}
