import type { JsonObject } from '../../../../local/assembly/json.ts';
import type { Declaration, Template } from '../../../../local/assembly/template.ts';

/** Something that exists in the account. */
export interface Thing {
  /** Differs for every thing that was ever made. */
  readonly serial: number;
  readonly type: string;
  readonly region: string;
  /** The stack that made it. */
  readonly stackName: string;
  readonly logicalId: string;
  /** The name that its template gives it, or one that CloudFormation made. */
  readonly name: string;
  /** A published version's number. */
  readonly version?: string;
  /** As it is now, which others than CloudFormation may have changed. */
  properties: JsonObject;
  /** Names that no second thing may have at the same moment. */
  keys: readonly string[];
  /** Whether a stack left it behind on purpose. */
  retained: boolean;
}

/** A resource of a stack as CloudFormation remembers it. */
export interface StackResource {
  readonly declaration: Declaration;
  /** The thing's last properties from CloudFormation, also where it has changed since. */
  readonly properties: JsonObject;
  readonly thing: Thing;
}

export interface Stack {
  readonly name: string;
  readonly region: string;
  status: StackStatus;
  template: Template;
  resources: ReadonlyMap<string, StackResource>;
  outputs: ReadonlyMap<string, string>;
  terminationProtection: boolean;
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html */
type StackStatus =
  | 'CREATE_COMPLETE'
  | 'UPDATE_COMPLETE'
  | 'ROLLBACK_COMPLETE'
  | 'ROLLBACK_FAILED'
  | 'UPDATE_ROLLBACK_COMPLETE'
  | 'UPDATE_ROLLBACK_FAILED'
  | 'DELETE_COMPLETE'
  | 'DELETE_FAILED';

/** The history of a thing, in order. */
export interface Change {
  /** `undo` is the deletion of a thing by the operation that made it and then failed. */
  readonly action: 'create' | 'update' | 'replace' | 'delete' | 'retain' | 'undo';
  readonly stackName: string;
  readonly logicalId: string;
  readonly type: string;
}

export interface Account {
  readonly id: string;
  readonly things: Set<Thing>;
  /** The thing that has a natural key, by that key. */
  readonly keys: Map<string, Thing>;
  /** By Region and name. */
  readonly stacks: Map<string, Stack>;
  readonly changes: Change[];
  /** The names of alarms that are on. */
  readonly alarmsOn: Set<string>;
  /** Buckets and vaults that have content: S3 and AWS Backup refuse to delete them. */
  readonly filled: Set<Thing>;
  /**
   * The versions that were published of each function, by its name: the code of each of them, or
   * undefined for one that was deleted. A number is never used again.
   */
  readonly versions: Map<string, (string | undefined)[]>;
  serial: number;
}

export const emptyAccount = (): Account => ({
  id: '123456789012',
  things: new Set(),
  keys: new Map(),
  stacks: new Map(),
  changes: [],
  alarmsOn: new Set(),
  filled: new Set(),
  versions: new Map(),
  serial: 0,
});

export const stackIn = (account: Account, region: string, name: string): Stack | undefined =>
  account.stacks.get(`${region}/${name}`);

/** An error as a service or CloudFormation reports it: the step is refused. */
export class Refused extends Error {}
