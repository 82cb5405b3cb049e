import { limitOfRegion, type Rate } from '../../lib/api/route-rates.ts';
import { keyArnOutput, standbyNameOf } from '../../lib/data/standby-names.ts';
import { noSuchName } from '../../lib/settings/nearest-name.ts';
import { type Placement, sentenceOf, wrongPlace } from '../../lib/settings/placement.ts';
import { leastUnreserved, sharesOf, usualConcurrency } from '../../lib/settings/quota.ts';
import { edgeRegion } from '../../lib/settings/read-settings.ts';
import {
  acceptableNames,
  changesToAccept,
  recordIn,
  type SettingChange,
  type SettingValues,
} from '../../lib/settings/recorded-settings.ts';
import { sizingFor } from '../../lib/settings/sizing.ts';
import type { VaultAccounts } from '../../lib/vault/vault-accounts.ts';
import { type Account, type DeployedStack, SignInNeeded } from './account.ts';
import { answerTo, hindrances } from './stack-statuses.ts';

/** A domain that CloudFront is to carry, and the setting that names it. */
interface EdgeDomain {
  readonly setting: 'apiDomain' | 'vaultDomain';
  readonly name: string;
}

/** The deployment that an operator wants. */
export interface Wanted {
  readonly stage: 'sandbox' | 'production';
  /** The Region that the settings name. */
  readonly region: string | undefined;
  /** The accounts of the vault and of the switch, where they are two. */
  readonly accounts: VaultAccounts | undefined;
  /** Whether a web ACL is deployed, and domains that CloudFront carries. */
  readonly hasEdge: boolean;
  readonly edgeDomains: readonly EdgeDomain[];
  /** The Region that gets copies of the data. */
  readonly replicaRegion: string | undefined;
  /** The place among all cells; undefined where the deployment is the only one. */
  readonly placement: Placement | undefined;
  /** The settings to be recorded; undefined while they are wrong, and cannot be compared. */
  readonly settings: Readonly<Record<Part, SettingValues>> | undefined;
  /** Settings whose change the operator accepts; `stage` accepts a second stage in the account. */
  readonly accepted: readonly string[];
  /** The name of the CDK's bootstrap stack. */
  readonly toolkit: string;
  readonly concurrency: number;
  /** The share of each function that needs no key; 0 for none. */
  readonly keylessConcurrency: number;
  /** The payments a second that the deployment is sized for. */
  readonly expectedRate: number;
  /** Whether the settings state how many functions the account may run at once. */
  readonly statesConcurrency: boolean;
  /** Whether the settings state the account's limit of API Gateway. */
  readonly statesApiLimit: boolean;
  readonly isUnattended: boolean;
  readonly isQuotaIgnored: boolean;
}

/** The findings about the account before a deployment. */
export interface AccountFindings {
  /** The reasons why no deployment is possible; each is a sentence or more, with a remedy. */
  readonly problems: readonly string[];
  /** Facts that an operator should know, and questions without an answer. */
  readonly notes: readonly string[];
  /** Whose account it is, where the vault has one of its own. */
  readonly part?: Part | undefined;
  /** The stage's stacks, in the deployment's Region and those for its edges and its replica. */
  readonly stacks: readonly DeployedStack[];
  /** How many functions the account may run at once, where the app would take another number. */
  readonly accountConcurrency?: number;
  /** The account's limit of API Gateway where the app would take another one. */
  readonly apiLimit?: Rate;
}

/** One of the two accounts of a deployment whose vault has one of its own. */
type Part = 'vault' | 'switch';

/** Asks an account for all facts that a deployment depends on, at the same time. */
export async function checkAccount(all: Wanted, account: Account): Promise<AccountFindings> {
  const [region, id] = await Promise.all([account.region(), idOf(account)]);
  const ofRegion = regionProblems(all, region);
  if (id instanceof SignInNeeded) {
    return { problems: [...ofRegion, id.message], notes: [], stacks: [] };
  }
  const misplaced = all.placement ? wrongPlace(all.placement, { account: id }) : [];
  if (misplaced.length > 0) {
    return { problems: [...ofRegion, ...misplaced], notes: [], stacks: [] };
  }
  const part = partOf(all, id);
  if (part === 'neither') {
    return { problems: [...ofRegion, otherAccount(all, id)], notes: [], stacks: [] };
  }
  const wanted = wantedIn(part, all);
  if (region === undefined) return { problems: ofRegion, notes: [], stacks: [] };

  const isElsewhere = wanted.hasEdge && region !== edgeRegion;
  const { replicaRegion } = wanted;
  const [here, there, away, executions, apiLimit, taken] = await Promise.all([
    account.stacks(region),
    isElsewhere ? account.stacks(edgeRegion) : undefined,
    replicaRegion === undefined ? undefined : account.stacks(replicaRegion),
    account.concurrentExecutions(),
    wanted.statesApiLimit ? undefined : account.apiLimit(),
    Promise.all(
      wanted.edgeDomains.map(async (one) => ({ ...one, to: await account.cnames(one.name) })),
    ),
  ]);
  const notes: string[] = wanted.placement ? [sentenceOf(wanted.placement)] : [];
  const known = here?.filter(({ name }) => isOfStage(name, wanted.stage, region));
  const atEdge = there?.filter(({ name }) => isOfStage(name, wanted.stage, region));
  const standby = away?.filter(({ name }) => name === standbyNameOf({ name: wanted.stage }));
  if (!known) {
    notes.push(
      'Not known, because the credentials may not ask: the stacks of the account, the settings of the last deployment, whether the account is prepared for the CDK.',
    );
  }
  const problems = [
    ...ofRegion,
    ...bootstrapProblems(here, wanted.toolkit, id, region),
    ...(isElsewhere ? bootstrapProblems(there, wanted.toolkit, id, edgeRegion) : []),
    ...hindrances(known ?? [], region),
    ...hindrances(atEdge ?? [], edgeRegion),
    ...(replicaRegion === undefined
      ? []
      : [
          ...bootstrapProblems(away, wanted.toolkit, id, replicaRegion),
          ...hindrances(standby ?? [], replicaRegion),
          ...keyProblems(wanted, known),
        ]),
    ...(here ? stageProblems(here, wanted, region) : []),
    ...concurrencyProblems(wanted, known),
    ...domainProblems(taken, wanted, [...(known ?? [])]),
  ];
  if (executions === undefined) {
    notes.push(
      'Not known, because the credentials may not ask: how many functions may run at once.',
    );
  } else if (part === 'vault') {
    if (executions < leastUnreserved) notes.push(vaultQuotaSentence(executions));
  } else if (executions < neededConcurrency(wanted)) {
    const isProduction = wanted.stage === 'production';
    const said = quotaSentence(executions, wanted, hasStacks(known));
    const shares = sharesOf(wanted.keylessConcurrency);
    const isRefused = shares > 0 && executions < leastUnreserved + shares;
    if ((isProduction || isRefused) && !wanted.isQuotaIgnored) problems.push(said);
    else notes.push(said);
  }
  const usual = limitOfRegion(region);
  if (!apiLimit && !wanted.statesApiLimit) {
    notes.push(
      `Not known, because the credentials may not ask: how many requests API Gateway lets through. The rates are for ${usual.rate} a second, AWS's default in ${region}; -c apiLimit=RATE/BURST states another limit.`,
    );
  }
  const isUsual = apiLimit?.rate === usual.rate && apiLimit.burst === usual.burst;
  const changes = settingProblems(known, wanted, part);
  return {
    part,
    problems: [...problems, ...changes.problems],
    notes: [...notes, ...changes.notes],
    stacks: [...(known ?? []), ...(atEdge ?? []), ...(standby ?? [])],
    ...(!wanted.statesConcurrency &&
      executions !== undefined &&
      executions !== usualConcurrency && { accountConcurrency: executions }),
    ...(apiLimit && !isUsual && { apiLimit }),
  };
}

function partOf({ accounts }: Wanted, id: string): Part | 'neither' | undefined {
  if (!accounts) return undefined;
  if (id === accounts.vault) return 'vault';
  return id === accounts.switch ? 'switch' : 'neither';
}

const otherAccount = ({ accounts }: Wanted, id: string): string =>
  `The credentials are of the account ${id}. The vault goes to ${accounts?.vault} (vaultAccount), and the switch to ${accounts?.switch} (switchAccount): deploy once with credentials of each, the vault first: --profile NAME`;

/** The deployment as far as an account has it. */
function wantedIn(part: Part | undefined, wanted: Wanted): Wanted {
  if (!part) return wanted;
  const setting = part === 'vault' ? 'vaultDomain' : 'apiDomain';
  const edgeDomains = wanted.edgeDomains.filter((one) => one.setting === setting);
  return { ...wanted, edgeDomains, hasEdge: edgeDomains.length > 0 };
}

const vaultQuotaSentence = (executions: number): string =>
  `${executions} functions of the vault's account may run at the same time. Ask for more: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${usualConcurrency}`;

async function idOf(account: Account): Promise<string | SignInNeeded> {
  try {
    return await account.id();
  } catch (error) {
    if (error instanceof SignInNeeded) return error;
    throw error;
  }
}

function regionProblems(wanted: Wanted, region: string | undefined): readonly string[] {
  if (region === undefined) {
    return [
      `It is not said in which Region: export AWS_REGION=${wanted.region ?? 'eu-west-1'}, or aws configure set region ${wanted.region ?? 'eu-west-1'}`,
    ];
  }
  if (wanted.region === undefined || wanted.region === region) return [];
  return [
    `The setting region is ${wanted.region}, and the credentials are for ${region}: export AWS_REGION=${wanted.region}, or change the setting.`,
  ];
}

function bootstrapProblems(
  stacks: readonly DeployedStack[] | undefined,
  toolkit: string,
  account: string,
  region: string,
): readonly string[] {
  if (!stacks) return [];
  const found = stacks.find(({ name }) => name === toolkit);
  if (found && answerTo(found.status).do === 'deploy') return [];
  const other = toolkit === 'CDKToolkit' ? '' : ` --toolkit-stack-name ${toolkit}`;
  return [
    `The account is not prepared for the CDK in ${region}: npx cdk bootstrap aws://${account}/${region}${other}`,
  ];
}

/** The standby reads the key's ARN from the last deployment, before this one changes anything. */
function keyProblems(
  { stage }: Wanted,
  stacks: readonly DeployedStack[] | undefined,
): readonly string[] {
  const data = stacks?.find(({ name }) => name === `turnout-${stage}-data`);
  if (!stacks || data?.outputs[keyArnOutput] !== undefined) return [];
  return [
    'replicaRegion needs a stage that this version deployed before, whose key can be replicated: deploy without it first, and then with it.',
  ];
}

/**
 * Stacks of a stage in a Region. The web ACLs of all Regions are in us-east-1. The roles of the
 * workflows are deployed by themselves, and a standby belongs to the stage in another Region.
 */
function isOfStage(name: string, stage: string, region: string): boolean {
  if (!name.startsWith(`turnout-${stage}-`) || /-(pipeline-roles|standby)$/.test(name))
    return false;
  const [, filterOf] = /-filter-(.+)$/.exec(name) ?? [];
  return filterOf === undefined || filterOf === region;
}

const hasStacks = (stacks: readonly DeployedStack[] | undefined): boolean =>
  stacks?.some(({ status }) => answerTo(status).do !== 'create') ?? false;

function stageProblems(
  stacks: readonly DeployedStack[],
  { stage, accepted }: Wanted,
  region: string,
): readonly string[] {
  const other = stage === 'sandbox' ? 'production' : 'sandbox';
  const isThere = hasStacks(stacks.filter(({ name }) => isOfStage(name, other, region)));
  if (!isThere || accepted.includes('stage')) return [];
  return [
    `This account has a ${other} already. Alarms count the functions of the whole account, so those of a production would sound for the sandbox. Use another account, or go on with --accept stage.`,
  ];
}

function concurrencyProblems(
  { concurrency, isUnattended }: Wanted,
  stacks: readonly DeployedStack[] | undefined,
): readonly string[] {
  if (concurrency <= 1) return [];
  return [
    ...(isUnattended
      ? []
      : [
          `--concurrency ${concurrency} needs --yes: the CDK cannot ask about several stacks at the same time.`,
        ]),
    ...(stacks && !hasStacks(stacks)
      ? [
          `A first deployment takes no --concurrency ${concurrency}: AWS limits how fast roles, functions and routes are made.`,
        ]
      : []),
  ];
}

/** CloudFront gives a domain to one distribution of all accounts: `CNAMEAlreadyExists`. */
function domainProblems(
  taken: readonly (EdgeDomain & { readonly to: readonly string[] })[],
  { accepted }: Wanted,
  stacks: readonly DeployedStack[],
): readonly string[] {
  const own = stacks.map(({ outputs }) => outputs.PointTheDomainTo?.toLowerCase());
  return taken.flatMap(({ setting, name, to }) => {
    const other = to.find((one) => one.endsWith('.cloudfront.net') && !own.includes(one));
    if (!other || accepted.includes(setting)) return [];
    return [
      `${name} leads to ${other}, which is no distribution of this stage. CloudFront gives a domain to one distribution only: take it away there first. If it is not there any more, go on with --accept ${setting}.`,
    ];
  });
}

/** The functions at once that a production needs, with the shares of those without a key. */
const neededConcurrency = ({ expectedRate, keylessConcurrency }: Wanted): number =>
  sizingFor({ expectedRate, accountConcurrency: usualConcurrency }).concurrency +
  sharesOf(keylessConcurrency);

function quotaSentence(executions: number, wanted: Wanted, isDeployed: boolean): string {
  const { stage, expectedRate, keylessConcurrency } = wanted;
  const isProduction = stage === 'production';
  const needed = neededConcurrency(wanted);
  return (
    `${executions} functions of this account may run at the same time, and production needs ${needed} for ${expectedRate} payments a second: ` +
    'with fewer, readers of the stream and queues take what callers need, and callers get 503. ' +
    (keylessConcurrency > 0
      ? `Lambda refuses shares (keylessConcurrency=${keylessConcurrency}) that leave fewer than ${leastUnreserved} for the rest. `
      : '') +
    (isProduction && isDeployed
      ? 'When this stage was deployed first, it was more, or ignored. '
      : '') +
    'Ask for more: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ' +
    Math.max(usualConcurrency, needed) +
    (isProduction ? '\nTo deploy all the same: --despite-quota' : '')
  );
}

function settingProblems(
  stacks: readonly DeployedStack[] | undefined,
  { stage, settings: ofParts, accepted }: Wanted,
  part: Part | undefined,
): { readonly problems: readonly string[]; readonly notes: readonly string[] } {
  const ofPart = part === 'vault' ? 'vault' : 'switch';
  const recorder = part === 'vault' ? 'vault' : 'data';
  const data = stacks?.find(({ name }) => name === `turnout-${stage}-${recorder}`);
  if (!ofParts) return nothing;
  const { [ofPart]: settings } = ofParts;
  const isThere = data && answerTo(data.status).do !== 'create';
  const deployed = isThere ? recordIn(data.outputs) : {};
  if (!deployed) {
    return {
      problems: [],
      notes: [
        'The last deployment did not record its settings: this one cannot be compared with it, and records its own.',
      ],
    };
  }
  const names = ['stage', ...acceptableNames(deployed, settings)];
  const unknown = accepted.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    return { problems: unknown.map((one) => noSuchName('setting', one, names)), notes: [] };
  }
  if (!isThere) return nothing;
  const open = changesToAccept(deployed, settings).filter(({ name }) => !accepted.includes(name));
  if (open.length === 0) return nothing;
  const options = open.map(({ name }) => `--accept ${name}`).join(' ');
  return {
    problems: [
      [
        'This deployment would change settings of the last one:',
        ...open.flatMap(changeLines),
        `To go on: ${options}`,
      ].join('\n'),
    ],
    notes: [],
  };
}

const nothing = { problems: [], notes: [] };

const changeLines = ({ name, deployed, now, means }: SettingChange) => [
  `  ${name}`,
  `    deployed: ${shown(deployed)}`,
  `    now:      ${shown(now)}`,
  `    ${means}`,
];

const shown = (value: unknown) =>
  value === undefined ? 'not given' : typeof value === 'string' ? value : JSON.stringify(value);
