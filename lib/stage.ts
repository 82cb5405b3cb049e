import type { App, RemovalPolicy as RemovalPolicyType } from 'aws-cdk-lib';
import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** What differs from one deployment to the next; everything else is the same code. */
export interface Stage {
  readonly name: 'sandbox' | 'production' | 'laptop';
  /** The beginning of API keys and key identifiers. */
  readonly keyEnvironment: 'snd' | 'prd';
  /** Whether the sandbox processor is part of it, and simulated processors may be connected. */
  readonly hasSandbox: boolean;
  /** Whether merchants' servers and processors may be the machine we run on. */
  readonly loopbackAllowed: boolean;
  /** Whether data outlives its stack. */
  readonly keepsData: boolean;
  /** How often a payment may be refunded, and for how many days after it was created. */
  readonly refunds: { readonly most: number; readonly days: number };
  readonly removalPolicy: RemovalPolicyType;
  readonly logRetention: RetentionDays;
}

const refunds = { most: 10, days: 365 };

const trial = {
  keyEnvironment: 'snd',
  hasSandbox: true,
  keepsData: false,
  refunds,
  removalPolicy: RemovalPolicy.DESTROY,
  logRetention: RetentionDays.ONE_MONTH,
} as const;

const stages: Record<Stage['name'], Stage> = {
  sandbox: { name: 'sandbox', ...trial, loopbackAllowed: false },
  laptop: { name: 'laptop', ...trial, loopbackAllowed: true },
  production: {
    name: 'production',
    keyEnvironment: 'prd',
    hasSandbox: false,
    loopbackAllowed: false,
    keepsData: true,
    refunds,
    removalPolicy: RemovalPolicy.RETAIN,
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
  return stage;
}

/**
 * The custom domain that `-c publicUrl=https://…` names, where customers and processors reach the
 * switch; undefined without one. Throws when it is no address that a path can be put behind.
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

/** A domain of the operator's, with its certificate in us-east-1, where CloudFront looks for it. */
export interface VaultDomain {
  readonly domain: string;
  readonly certificateArn: string;
}

/**
 * The domain that `-c vaultDomain=cards.shop.example -c vaultCertificateArn=arn:…` name, where browsers
 * find the embedded pages; undefined without one. Throws when one of the two is missing or is none.
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
