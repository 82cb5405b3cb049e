import type { App, RemovalPolicy as RemovalPolicyType } from 'aws-cdk-lib';
import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as v from 'valibot';
import { listWindowSeconds } from '#platform/lists/window.ts';
import { limitOfRegion, type Rate } from '../api/route-rates.ts';
import { type ProtectedStack, protectedStacks } from '../data/protected-stacks.ts';
import { wrongPlace } from './placement.ts';
import { usualConcurrency } from './quota.ts';
import { readSettings, type Settings, WrongSettings } from './read-settings.ts';
import { settings as settingKinds } from './settings.ts';
import { usualRate } from './sizing.ts';

/** The differences between deployments; everything else is the same code. */
export interface Stage {
  readonly name: 'sandbox' | 'production' | 'laptop';
  /** The prefix of API keys and key ids. */
  readonly keyEnvironment: 'snd' | 'prd';
  /**
   * Whether the sandbox processor is deployed, and merchants may connect to simulated processors.
   */
  readonly hasSandbox: boolean;
  /** Whether merchants' servers and processors may be on this machine. */
  readonly loopbackAllowed: boolean;
  /** Whether data outlives its stack. */
  readonly retainsData: boolean;
  /** Whether tables and their stacks refuse deletion, once both exist. */
  readonly refusesDeletion: boolean;
  /** Whether removing the stack deletes the files that merchants uploaded. */
  readonly emptiesFiles: boolean;
  /** How often a payment may be refunded, and for how many days after it was created. */
  readonly refunds: { readonly most: number; readonly days: number };
  /** Whether invocations are traced with X-Ray, which costs more than running them. */
  readonly traces: boolean;
  /** The share of requests whose way to the merchant's server is traced in the log, from 0 to 1. */
  readonly traceSampling: number;
  /**
   * How new versions of functions that move money take over: gradually or at once by CodeDeploy, or
   * with `off` at once by CloudFormation, which ignores the alarm.
   */
  readonly shift: 'gradual' | 'at-once' | 'off';
  /** How many containers of each function for which a payer waits are kept warm. */
  readonly keepWarm: number;
  /** How many containers of each function that needs no key may run at once; 0 for any number. */
  readonly keylessConcurrency: number;
  /** How many functions the account may run at once; half of them may wait for one processor. */
  readonly accountConcurrency: number;
  /** How many payments a second the deployment is sized for. */
  readonly expectedRate: number;
  /** How many of them always come: 0 for tables with on-demand capacity. */
  readonly steadyRate: number;
  /** For how many seconds changes are gathered before they are listed. */
  readonly listSeconds: number;
  /** How many requests API Gateway lets through for the whole account in the Region. */
  readonly apiLimit: Rate;
  /** How many requests a second each merchant may send on average; undefined for any number. */
  readonly merchantRate?: number;
  /** The code signing config of all functions, by its ARN; undefined for none. */
  readonly codeSigningConfig?: string;
  /** Whether lines of requests, and the access logs, name the caller's IP address. */
  readonly logsAddresses: boolean;
  /** Whether the key that operators share, and the vault's master key, are valid. */
  readonly sharesKeys: boolean;
  /** Where developers read the pages that refusals link; undefined for no links. */
  readonly docsUrl?: string;
  readonly removalPolicy: RemovalPolicyType;
  readonly logRetention: RetentionDays;
}

/** Hyperswitch's limits. A setting states another number. */
const refunds = { most: 10, days: 365 };

const trial = {
  keyEnvironment: 'snd',
  hasSandbox: true,
  retainsData: false,
  refusesDeletion: false,
  emptiesFiles: false,
  refunds,
  traces: false,
  traceSampling: 0,
  shift: 'at-once',
  keepWarm: 0,
  keylessConcurrency: 0,
  accountConcurrency: usualConcurrency,
  expectedRate: usualRate,
  steadyRate: 0,
  listSeconds: listWindowSeconds,
  apiLimit: limitOfRegion(undefined),
  logsAddresses: true,
  sharesKeys: true,
  removalPolicy: RemovalPolicy.DESTROY,
  logRetention: RetentionDays.ONE_MONTH,
} as const;

/** All stages. */
export const stages: Record<Stage['name'], Stage> = {
  sandbox: { name: 'sandbox', ...trial, loopbackAllowed: false, emptiesFiles: true },
  laptop: { name: 'laptop', ...trial, loopbackAllowed: true },
  production: {
    name: 'production',
    keyEnvironment: 'prd',
    hasSandbox: false,
    loopbackAllowed: false,
    retainsData: true,
    refusesDeletion: true,
    emptiesFiles: false,
    refunds,
    traces: false,
    traceSampling: 0,
    shift: 'gradual',
    keepWarm: 0,
    keylessConcurrency: 0,
    accountConcurrency: usualConcurrency,
    expectedRate: usualRate,
    steadyRate: 0,
    listSeconds: listWindowSeconds,
    apiLimit: limitOfRegion(undefined),
    // A busy shop's rate, and a fiftieth of the whole API's.
    merchantRate: 100,
    logsAddresses: true,
    sharesKeys: true,
    // A failed first deployment deletes the resources that it created, so that it can be repeated.
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    // PCI DSS v4.0.1, 10.5.1 asks for twelve months.
    logRetention: RetentionDays.THIRTEEN_MONTHS,
  },
};

/**
 * The settings of an app: those of its context, which `-c NAME=VALUE` states, and beside them those
 * of the stage's settings file. Throws `WrongSettings`.
 *
 * @param ofFile the values of the settings file of a stage
 */
export function settingsOf(app: App, ofFile: SettingsOfFile): Settings {
  const stage: unknown = app.node.tryGetContext('stage') ?? 'sandbox';
  if (!Object.values(stages).some(({ name }) => name === stage)) {
    throw new WrongSettings([
      `There is no stage "${stage}". Stages: ${Object.keys(stages).join(', ')}.`,
    ]);
  }
  const context = v.parse(v.record(v.string(), v.unknown()), app.node.getAllContext());
  const both = { ...ofFile(String(stage)), ...context };
  const { settings, problems } = readSettings(both, regionOfCredentials());
  const { placement } = settings;
  const credentials = {
    account: process.env.CDK_DEFAULT_ACCOUNT || undefined,
    region: regionOfCredentials(),
  };
  const misplaced = placement ? wrongPlace(placement, credentials) : [];
  if (problems.length + misplaced.length > 0) throw new WrongSettings([...problems, ...misplaced]);
  // Constructs that are no stacks read their context.
  const { tableName } = both;
  if (tableName !== undefined) app.node.setContext('tableName', tableName);
  return settings;
}

/** The values of a stage's settings file, by name; none where there is no file. */
export type SettingsOfFile = (stage: string) => Readonly<Record<string, unknown>>;

/** The stage that the settings name, as they change it. */
export function stageOf(settings: Settings): Stage {
  const stage = stages[settings.get('stage')];
  const merchantRate = settings.get('merchantRate');
  const codeSigningConfig = settings.get('codeSigningConfig');
  const docsUrl = settings.get('docsUrl');
  return {
    ...stage,
    traces: settings.get('traces') === 'on',
    traceSampling: settings.get('traceSampling'),
    shift: settings.get('shift') ?? stage.shift,
    keepWarm: settings.get('keepWarm'),
    keylessConcurrency: settings.get('keylessConcurrency'),
    accountConcurrency: settings.get('accountConcurrency'),
    expectedRate: settings.get('expectedRate'),
    steadyRate: settings.get('steadyRate'),
    listSeconds: settings.get('listSeconds'),
    apiLimit: apiLimitOf(settings),
    logsAddresses: settings.get('logAddresses') === 'on',
    sharesKeys: settings.get('sharedKeys') === 'on',
    ...(merchantRate !== undefined && { merchantRate }),
    ...(codeSigningConfig !== undefined && { codeSigningConfig }),
    ...(docsUrl !== undefined && { docsUrl }),
    refunds: { ...stage.refunds, most: settings.get('refundsPerPayment') },
  };
}

/** The account's limit that the settings state, or else the usual one of the Region. */
function apiLimitOf(settings: Settings): Rate {
  const [rate, burst] = settings.get('apiLimit')?.split('/').map(Number) ?? [];
  return rate !== undefined && burst !== undefined
    ? { rate, burst }
    : limitOfRegion(settings.get('region') ?? regionOfCredentials());
}

/** A table that was restored from the one of the stack Data. */
export interface RestoredTableName {
  readonly tableName: string;
  readonly streamArn: string;
}

/** The restored table that the settings take into service; undefined without one. */
export function restoredTableOf(settings: Settings): RestoredTableName | undefined {
  const [tableName, streamArn] = [settings.get('tableName'), settings.get('tableStreamArn')];
  return tableName && streamArn ? { tableName, streamArn } : undefined;
}

/**
 * The stage as a protected stack sees it. `-c first=Data,Vault,Ops` names the stacks that do not
 * exist yet: if their creation fails, CloudFormation could not roll back resources that refuse
 * deletion, and the CDK not delete the stack.
 * Throws when the context names another stack.
 */
export function stageOfProtectedStack(app: App, stage: Stage, stack: ProtectedStack): Stage {
  const given: unknown = app.node.tryGetContext('first') ?? '';
  const first = typeof given === 'string' ? given.split(',').filter(Boolean) : [String(given)];
  const unknown = first.find((name) => !Object.hasOwn(protectedStacks, name));
  if (unknown !== undefined) {
    const known = Object.keys(protectedStacks).join(', ');
    throw new Error(`first must name some of ${known}, not "${unknown}".`);
  }
  return { ...stage, refusesDeletion: stage.refusesDeletion && !first.includes(stack) };
}

/**
 * Whether the stage of the API is in the stack `Api`, where versions up to 0.2.0 have it, and not in
 * a stack of its own. `-c apiStageIn=Api` says so for one deployment, which brings everything else
 * of this version: the API serves only while it has the stage, and a deployment that moved it at
 * once would delete it minutes before the routes are there that the new one needs. Throws when the
 * context names another stack.
 */
export function hasApiStageInCore(app: App): boolean {
  const given: unknown = app.node.tryGetContext('apiStageIn');
  if (given === undefined || given === 'Api') return given === 'Api';
  throw new Error(`apiStageIn must be Api, not "${String(given)}".`);
}

/**
 * The custom address at which customers and processors reach the switch, without a slash at its
 * end; undefined without one.
 */
export function publicUrlOf(settings: Settings): string | undefined {
  const given = settings.get('publicUrl');
  return given && new URL(given).href.replace(/\/+$/, '');
}

/**
 * The Region to deploy to: the one that the settings name, or else the one of the credentials.
 * Throws without one.
 *
 * @param what the part that needs the Region, for the error
 */
export function regionOf(settings: Settings, what: string): string {
  const region = settings.get('region') ?? regionOfCredentials();
  if (region !== undefined) return region;
  throw new Error(`${what} needs to know its region: -c region=eu-west-1.`);
}

/** The Region that the CDK found in the profile or the environment; undefined if it is none. */
function regionOfCredentials(): string | undefined {
  const region = process.env.CDK_DEFAULT_REGION;
  return region && v.is(settingKinds.region.kind.schema, region) ? region : undefined;
}

/** A domain of the operator's, with its certificate. */
export interface ApiDomain {
  readonly domain: string;
  /** In the deployment's Region, or for an edge in us-east-1, which CloudFront requires. */
  readonly certificateArn: string;
  /** Whether CloudFront and its filter stand in front of the API, and carry the domain. */
  readonly hasEdge: boolean;
}

/** The domain at which merchants, customers and processors find the API; undefined without one. */
export function apiDomainOf(settings: Settings): ApiDomain | undefined {
  const [domain, certificateArn] = [settings.get('apiDomain'), settings.get('apiCertificateArn')];
  if (!domain || !certificateArn) return undefined;
  return { domain, certificateArn, hasEdge: settings.get('apiEdge') === 'on' };
}

/** A domain of the operator's, with its certificate in us-east-1, which CloudFront requires. */
export interface VaultDomain {
  readonly domain: string;
  readonly certificateArn: string;
}

/** The domain at which browsers find the embedded pages; undefined without one. */
export function vaultDomainOf(settings: Settings): VaultDomain | undefined {
  const domain = settings.get('vaultDomain');
  const certificateArn = settings.get('vaultCertificateArn');
  return domain && certificateArn ? { domain, certificateArn } : undefined;
}
