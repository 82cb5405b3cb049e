import type { Rate } from '../../lib/api/route-rates.ts';
import type { StackState } from './stack-statuses.ts';

/** A stack of the account, with its outputs. */
export interface DeployedStack extends StackState {
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * The questions that a deployment asks about an account. The answer is undefined where neither the
 * credentials nor the CDK's own roles may ask.
 */
export interface Account {
  /**
   * The Region of the credentials; undefined where neither the environment nor the profile has one.
   */
  region(): Promise<string | undefined>;
  /** The number of the account. Throws `SignInNeeded` without credentials, or with ended ones. */
  id(): Promise<string>;
  stacks(region: string): Promise<readonly DeployedStack[] | undefined>;
  /** The limit of concurrent executions. */
  concurrentExecutions(): Promise<number | undefined>;
  /** How many requests API Gateway lets through: a second, and at once. */
  apiLimit(): Promise<Rate | undefined>;
  /** How many IAM roles there are, and how many there may be. */
  roles(): Promise<{ readonly used: number; readonly quota: number } | undefined>;
  /** The template of a stack as it is deployed. */
  template(stackName: string, region: string): Promise<string | undefined>;
  /**
   * The changes of a change set, which is deleted then; undefined if there is no such change set.
   */
  takeChangeSet(
    stackName: string,
    changeSetName: string,
    region: string,
  ): Promise<readonly PlannedChange[] | undefined>;
  /** Where the CNAME records of a domain lead; empty where there are none. */
  cnames(domain: string): Promise<readonly string[]>;
}

/** A change of one resource, as CloudFormation plans it. */
export interface PlannedChange {
  readonly logicalId: string;
  readonly type: string;
  readonly action: 'made' | 'changed' | 'replaced' | 'may be replaced' | 'deleted' | 'kept';
}

/**
 * The credentials are missing, have ended or are wrong. The message has the command that mends it.
 */
export class SignInNeeded extends Error {
  constructor(advice: string, options?: ErrorOptions) {
    super(advice, options);
    this.name = 'SignInNeeded';
  }
}
