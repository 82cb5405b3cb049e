import type { App, RemovalPolicy as RemovalPolicyType } from 'aws-cdk-lib';
import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { maxRefunds, parseShare } from '../shared/stage.ts';

const shifts = ['gradual', 'at-once', 'off'] as const;
type Shift = (typeof shifts)[number];

/** What differs from one deployment to the next; everything else is the same code. */
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
   * with `off` at once by CloudFormation alone, whatever the alarm says.
   */
  readonly shift: Shift;
  /** How many containers of each function for which a payer waits are kept warm. */
  readonly keepWarm: number;
  /** How many requests a second each merchant may send on average; undefined for any number. */
  readonly merchantRate?: number;
  readonly removalPolicy: RemovalPolicyType;
  readonly logRetention: RetentionDays;
}

/** Hyperswitch's limits, used unless the context names others. */
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
    // A failed first deployment deletes what it created, so that it can be repeated.
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    logRetention: RetentionDays.THREE_MONTHS,
  },
};

/** The stage that `-c stage=…` names; `sandbox` without one. Throws when there is no such stage. */
export function stageOf(app: App): Stage {
  const name: unknown = app.node.tryGetContext('stage') ?? 'sandbox';
  const stage = Object.values(stages).find((one) => one.name === name);
  if (!stage) {
    throw new Error(`There is no stage "${name}". Stages: ${Object.keys(stages).join(', ')}.`);
  }
  return {
    ...stage,
    traces: tracesOf(app),
    traceSampling: traceSamplingOf(app),
    shift: shiftOf(app) ?? stage.shift,
    keepWarm: keepWarmOf(app),
    ...merchantRateOf(app),
    refunds: { ...stage.refunds, most: refundsPerPaymentOf(app) },
  };
}

/** Whether `-c traces=on` asks for X-Ray. Throws for a value other than on or off. */
function tracesOf(app: App): boolean {
  const given: unknown = app.node.tryGetContext('traces') ?? 'off';
  if (given !== 'on' && given !== 'off') throw new Error('traces must be on or off.');
  return given === 'on';
}

/** The share that `-c traceSampling=0.05` names, 0 without it. Throws when it is none from 0 to 1. */
function traceSamplingOf(app: App): number {
  const given: unknown = app.node.tryGetContext('traceSampling') ?? 0;
  const share = parseShare(String(given));
  if (share === undefined) {
    throw new Error('traceSampling must be a number from 0 to 1, such as 0.05.');
  }
  return share;
}

/** The value of `-c shift=…`; undefined without it. Throws when it is none of the three. */
function shiftOf(app: App): Shift | undefined {
  const given: unknown = app.node.tryGetContext('shift');
  const shift = shifts.find((one) => one === given);
  if (given === undefined || shift) return shift;
  throw new Error('shift must be gradual, at-once or off.');
}

/**
 * The number of requests a second that `-c merchantRate=100` allows each merchant; nothing without
 * it. Throws when it is no number from 1 to 5,000, which is what the whole API allows.
 */
function merchantRateOf(app: App): Pick<Stage, 'merchantRate'> {
  const given: unknown = app.node.tryGetContext('merchantRate');
  if (given === undefined) return {};
  const merchantRate = /^\d{1,4}$/.test(String(given)) ? Number(given) : 0;
  if (merchantRate < 1 || merchantRate > 5_000) {
    throw new Error('merchantRate must be a number from 1 to 5000.');
  }
  return { merchantRate };
}

/** Whether `-c fixedAddress=on` asks for one address for requests to others. Throws otherwise. */
export function hasFixedAddress(app: App): boolean {
  const given: unknown = app.node.tryGetContext('fixedAddress') ?? 'off';
  if (given !== 'on' && given !== 'off') throw new Error('fixedAddress must be on or off.');
  return given === 'on';
}

/** A table that was restored from the one of the stack Data. */
export interface RestoredTableName {
  readonly tableName: string;
  readonly streamArn: string;
}

/**
 * The restored table that `-c tableName=… -c tableStreamArn=…` take into service; undefined without
 * both. `npm run restore` prints them. Throws when one is missing, or names something else.
 */
export function restoredTableOf(app: App): RestoredTableName | undefined {
  const tableName: unknown = app.node.tryGetContext('tableName');
  const streamArn: unknown = app.node.tryGetContext('tableStreamArn');
  if (tableName === undefined && streamArn === undefined) return undefined;
  if (typeof tableName !== 'string' || !/^[\w.-]{3,255}$/.test(tableName)) {
    throw new Error('tableName must be the name of a restored table.');
  }
  const form = /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/([\w.-]+)\/stream\/[\w:.-]+$/;
  const [, named] = typeof streamArn === 'string' ? (form.exec(streamArn) ?? []) : [];
  if (typeof streamArn !== 'string' || named !== tableName) {
    throw new Error(
      'tableStreamArn must be the ARN of the stream of tableName; npm run restore prints both.',
    );
  }
  return { tableName, streamArn };
}

/** Whether `-c backups=weekly` asks for copies of the table. Throws for another value. */
export function hasWeeklyBackups(app: App): boolean {
  const given: unknown = app.node.tryGetContext('backups') ?? 'off';
  if (given !== 'weekly' && given !== 'off') throw new Error('backups must be weekly or off.');
  return given === 'weekly';
}

/** More of each function would take what production leaves for all callers. */
const mostKeptWarm = 20;

/** The number that `-c keepWarm=2` names, 0 without it. Throws when it is no number up to 20. */
function keepWarmOf(app: App): number {
  const given: unknown = app.node.tryGetContext('keepWarm') ?? 0;
  const count = /^\d{1,2}$/.test(String(given)) ? Number(given) : Number.NaN;
  if (!(count <= mostKeptWarm)) {
    throw new Error(`keepWarm must be a number from 0 to ${mostKeptWarm}.`);
  }
  return count;
}

/**
 * The number that `-c refundsPerPayment=20` names, 10 without it. A payment with so many refunds may
 * have one more, as in Hyperswitch. Throws when it is no number from 1 to 100.
 */
function refundsPerPaymentOf(app: App): number {
  const given: unknown = app.node.tryGetContext('refundsPerPayment') ?? refunds.most;
  const max = /^\d{1,3}$/.test(String(given)) ? Number(given) : 0;
  if (max < 1 || max > maxRefunds) {
    throw new Error(`refundsPerPayment must be a number from 1 to ${maxRefunds}.`);
  }
  return max;
}

/** Stacks with data. Where the stage retains data, they refuse deletion once they exist. */
export const statefulStacks = ['Data', 'Vault'] as const;
export type StatefulStack = (typeof statefulStacks)[number];

/**
 * The stage as a stateful stack sees it. `-c first=Data,Vault` names the stacks that do not exist
 * yet: if their creation fails, CloudFormation could not roll back what refuses deletion. Throws
 * when the context names another stack.
 */
export function stageOfStatefulStack(app: App, stage: Stage, stack: StatefulStack): Stage {
  const given: unknown = app.node.tryGetContext('first') ?? '';
  const first = typeof given === 'string' ? given.split(',').filter(Boolean) : [String(given)];
  const unknown = first.find((name) => !statefulStacks.some((kept) => kept === name));
  if (unknown !== undefined) {
    throw new Error(`first must name some of ${statefulStacks.join(', ')}, not "${unknown}".`);
  }
  return { ...stage, refusesDeletion: stage.refusesDeletion && !first.includes(stack) };
}

/**
 * The custom domain that `-c publicUrl=https://…` names, at which customers and processors reach
 * the switch; undefined without one. Throws unless it is an https URL without a query.
 */
export function publicUrlOf(app: App): string | undefined {
  const given: unknown = app.node.tryGetContext('publicUrl');
  if (given === undefined) return undefined;
  const url = typeof given === 'string' ? URL.parse(given) : null;
  if (url?.protocol !== 'https:' || url.search || url.hash || url.username) {
    throw new Error('publicUrl must be an https address without a query.');
  }
  return url.href.replace(/\/+$/, '');
}

/**
 * The Region to deploy to: from `-c region=…`, or else the one that the CDK found in the profile or
 * the environment. Throws without one.
 *
 * @param what needs to know it, for the error
 */
export function regionOf(app: App, what: string): string {
  const region: unknown = app.node.tryGetContext('region') ?? process.env.CDK_DEFAULT_REGION;
  if (typeof region === 'string' && /^[a-z]{2,5}(-[a-z]+)+-\d+$/.test(region)) return region;
  throw new Error(`${what} needs to know its region: -c region=eu-west-1.`);
}

/** A domain of the operator's, with its certificate. */
export interface ApiDomain {
  readonly domain: string;
  /** In the deployment's Region, or for an edge in us-east-1, which CloudFront requires. */
  readonly certificateArn: string;
  /** Whether CloudFront and its filter stand in front of the API, and carry the domain. */
  readonly hasEdge: boolean;
}

/**
 * The domain that `-c apiDomain=pay.shop.example -c apiCertificateArn=arn:…` name, at which
 * merchants, customers and processors find the API; undefined without both. With `-c apiEdge=on`
 * CloudFront carries it. Throws when one of them is missing or malformed.
 */
export function apiDomainOf(app: App): ApiDomain | undefined {
  const domain: unknown = app.node.tryGetContext('apiDomain');
  const certificateArn: unknown = app.node.tryGetContext('apiCertificateArn');
  const hasEdge = hasApiEdge(app);
  if (domain === undefined && certificateArn === undefined) {
    if (!hasEdge) return undefined;
    throw new Error('apiEdge needs a domain: -c apiDomain=… -c apiCertificateArn=….');
  }
  if (typeof domain !== 'string' || !/^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/.test(domain)) {
    throw new Error('apiDomain must be a name such as pay.shop.example.');
  }
  if (
    typeof certificateArn !== 'string' ||
    !/^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/.test(certificateArn)
  ) {
    throw new Error('apiCertificateArn must be the ARN of a certificate.');
  }
  if (hasEdge && !certificateArn.includes(':acm:us-east-1:')) {
    throw new Error('apiCertificateArn must be of a certificate in us-east-1 with apiEdge.');
  }
  return { domain, certificateArn, hasEdge };
}

/** Whether `-c apiEdge=on` asks for CloudFront in front of the API. Throws for another value. */
function hasApiEdge(app: App): boolean {
  const given: unknown = app.node.tryGetContext('apiEdge') ?? 'off';
  if (given !== 'on' && given !== 'off') throw new Error('apiEdge must be on or off.');
  return given === 'on';
}

/**
 * The word that `-c edgeSecretsOf=2026-02-01` gives, such as the day of the last rotation; undefined
 * without one. CloudFormation does not notice another value of a secret. A word that is not the one of
 * the deployment before makes it read the secrets again that CloudFront sends. Throws for other
 * characters than letters, digits, `.`, `_` and `-`.
 */
export function edgeSecretsOf(app: App): string | undefined {
  const given: unknown = app.node.tryGetContext('edgeSecretsOf');
  if (given === undefined) return undefined;
  if (!/^[\w.-]{1,32}$/.test(String(given))) {
    throw new Error('edgeSecretsOf must be a word such as 2026-02-01.');
  }
  return String(given);
}

/** A domain of the operator's, with its certificate in us-east-1, which CloudFront requires. */
export interface VaultDomain {
  readonly domain: string;
  readonly certificateArn: string;
}

/**
 * The domain that `-c vaultDomain=cards.shop.example -c vaultCertificateArn=arn:…` name, at which
 * browsers find the embedded pages; undefined without both. Throws when one of them is missing or
 * malformed.
 */
export function vaultDomainOf(app: App): VaultDomain | undefined {
  const domain: unknown = app.node.tryGetContext('vaultDomain');
  const certificateArn: unknown = app.node.tryGetContext('vaultCertificateArn');
  if (domain === undefined && certificateArn === undefined) return undefined;
  if (typeof domain !== 'string' || !/^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/.test(domain)) {
    throw new Error('vaultDomain must be a name such as cards.shop.example.');
  }
  if (
    typeof certificateArn !== 'string' ||
    !/^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\/[\w-]+$/.test(certificateArn)
  ) {
    throw new Error('vaultCertificateArn must be the ARN of a certificate in us-east-1.');
  }
  return { domain, certificateArn };
}

/**
 * The roles and users that `-c vaultAuditors=arn:…,arn:…` names, which may read the vault's audit
 * trail; empty without it. A name may end in `*`, as names of AWS IAM Identity Center need. Throws
 * when one is no ARN of a role or user, or matches all of them.
 */
export function vaultAuditorsOf(app: App): readonly string[] {
  const given: unknown = app.node.tryGetContext('vaultAuditors') ?? '';
  const arns = typeof given === 'string' ? given.split(',').filter(Boolean) : [given];
  return arns.map((arn) => {
    if (
      typeof arn !== 'string' ||
      !/^arn:[\w-]+:iam::\d{12}:(role|user)\/([\w+=.@-]+\/)*[\w+=.@-]+\*?$/.test(arn)
    ) {
      throw new Error('vaultAuditors must be ARNs of roles or users, with commas between them.');
    }
    return arn;
  });
}
