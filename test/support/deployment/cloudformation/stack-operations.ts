import { isDeepStrictEqual } from 'node:util';
import { inOrder } from '../../../../local/assembly/graph.ts';
import {
  isTrue,
  resolve,
  resolveObject,
  type Scope,
} from '../../../../local/assembly/intrinsics.ts';
import { isObject, type JsonObject, optionalString } from '../../../../local/assembly/json.ts';
import type { Declaration, Template } from '../../../../local/assembly/template.ts';
import {
  type Account,
  type Change,
  Refused,
  type Stack,
  type StackResource,
  stackIn,
  type Thing,
} from './account.ts';
import type { AssemblyStack } from './assembly.ts';
import { type Shifts, shift } from './code-deploy.ts';
import { refusalsOfTemplate } from './refusals.ts';
import { resourceType } from './resource-types.ts';
import { scopeOf } from './stack-scope.ts';
import { dependenciesOf, resourceReferences } from './template-graph.ts';
import { createThing, deleteThing, updateThing } from './things.ts';

/** A change of a resource that is about to be made. */
export type Step = Pick<Change, 'stackName' | 'logicalId' | 'type'> & {
  readonly action: 'create' | 'update' | 'replace';
};

/** Faults of an operation, and the open points of AWS's reference. */
export interface Circumstances {
  /** Whether the service refuses this change. */
  readonly fails?: (step: Step) => boolean;
  /**
   * When an update reads outputs of other stacks again: for a resource that changes for another reason,
   * or for every resource of the stack. The reference says no more than "at stack create or update
   * time":
   * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-getstackoutput.html
   */
  readonly readsOutputs?: 'with another change' | 'always';
}

/** Why an operation failed; undefined when it succeeded. */
export type Failure = string | undefined;

/**
 * Creates or updates a stack, and takes everything back when a resource fails:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-updating-stacks.html
 */
export function applyStack(
  account: Account,
  wanted: AssemblyStack,
  circumstances: Circumstances = {},
): Failure {
  const { name, region, template } = wanted;
  const existing = stackIn(account, region, name);
  if (existing?.status === 'UPDATE_ROLLBACK_FAILED' || existing?.status === 'ROLLBACK_FAILED') {
    return `${name} is in ${existing.status}.`;
  }
  const refusals = refusalsOfTemplate(template);
  if (refusals.length > 0) return refusals.join('\n');

  const operation: Operation = {
    account,
    circumstances,
    existing,
    template,
    name,
    region,
    resources: new Map(),
    undo: [],
    obsolete: [],
    changed: new Set(),
    finished: new Map(),
    shifts: new Map(),
  };
  const scope = scopeOf(account, operation);
  try {
    for (const id of inOrder(dependenciesOf(template))) {
      const declaration = template.resources.get(id);
      if (!declaration || !holds(declaration.condition, scope)) continue;
      operation.resources.set(id, applyResource(operation, id, declaration, scope));
    }
    const outputs = [...template.outputs].map(([output, { value }]): [string, string] => [
      output,
      String(resolve(value, scope)),
    ]);
    const stack: Stack = {
      name,
      region,
      template,
      resources: operation.resources,
      outputs: new Map(outputs),
      status: existing ? 'UPDATE_COMPLETE' : 'CREATE_COMPLETE',
      terminationProtection: wanted.terminationProtection,
    };
    account.stacks.set(`${region}/${name}`, stack);
    cleanUp(operation);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    rollBack(operation);
    return `${name}: ${error.message}`;
  }
}

/** An operation under way. */
interface Operation {
  readonly account: Account;
  readonly circumstances: Circumstances;
  readonly existing: Stack | undefined;
  readonly template: Template;
  readonly name: string;
  readonly region: string;
  readonly resources: Map<string, StackResource>;
  /** The steps of a rollback, the last first. */
  readonly undo: (() => void)[];
  /** Things that were replaced, which go once the update has succeeded. */
  readonly obsolete: { readonly thing: Thing; readonly policy: string }[];
  /** Resources that others may see changed: new ones, and those whose properties changed. */
  readonly changed: Set<string>;
  /** How many shifts end before a resource is done, one after another. */
  readonly finished: Map<string, number>;
  readonly shifts: Shifts;
}

function applyResource(
  operation: Operation,
  id: string,
  declaration: Declaration,
  scope: Scope,
): StackResource {
  const { account, existing, template, changed, finished } = operation;
  const before = existing?.resources.get(id);
  const dependencies = [...(dependenciesOf(template).get(id) ?? [])];
  const start = Math.max(0, ...dependencies.map((other) => finished.get(other) ?? 0));
  finished.set(id, start);
  if (!before) {
    changed.add(id);
    return create(operation, id, declaration, resolveObject(declaration.properties, scope));
  }
  if (before.declaration.type !== declaration.type) {
    throw new Refused(`${id} changes its type, which no update may.`);
  }
  // A resource is looked at again when its text changed or something that it refers to in its own
  // stack. Outputs of other stacks are read then, and by default not for their own sake:
  // docs/decisions/0029-what-a-first-deployment-decides.md.
  const isTouched =
    operation.circumstances.readsOutputs === 'always' ||
    !isDeepStrictEqual(before.declaration, declaration) ||
    resourceReferences(declaration, template).some((one) => changed.has(one.id));
  if (!isTouched) return before;

  const properties = resolveObject(declaration.properties, scope);
  const differing = [
    ...new Set([...Object.keys(properties), ...Object.keys(before.properties)]),
  ].filter((name) => !isDeepStrictEqual(properties[name], before.properties[name]));
  if (differing.length === 0) return { ...before, declaration };
  changed.add(id);
  const schema = resourceType(declaration.type);
  const replaces = differing.some(
    (name) => schema?.createOnly.includes(name) || schema?.maybeCreateOnly.includes(name),
  );
  if (!replaces) return update(operation, id, declaration, { before, properties, scope, start });

  const made = create(operation, id, declaration, properties, 'replace');
  operation.obsolete.push({ thing: before.thing, policy: declaration.updateReplacePolicy });
  account.changes.push(changeOf('replace', before.thing));
  return made;
}

function create(
  operation: Operation,
  id: string,
  declaration: Declaration,
  properties: JsonObject,
  action: 'create' | 'replace' = 'create',
): StackResource {
  const { account, name: stackName, region } = operation;
  const { type } = declaration;
  failIfAsked(operation, { action, stackName, logicalId: id, type });
  const thing = createThing(account, { type, region, stackName, logicalId: id, properties });
  account.changes.push(changeOf('create', thing));
  operation.undo.push(() => {
    if (declaration.deletionPolicy === 'Retain') retain(account, thing);
    else remove(account, thing, 'undo');
  });
  return { declaration, properties, thing };
}

interface Update {
  readonly before: StackResource;
  readonly properties: JsonObject;
  readonly scope: Scope;
  readonly start: number;
}

function update(
  operation: Operation,
  id: string,
  declaration: Declaration,
  { before, properties, scope, start }: Update,
): StackResource {
  const { account, name: stackName, finished, shifts } = operation;
  const { thing } = before;
  failIfAsked(operation, { action: 'update', stackName, logicalId: id, type: declaration.type });
  const policy = codeDeployOf(declaration, scope);
  if (policy && properties.FunctionVersion !== before.properties.FunctionVersion) {
    shift(account, before, policy, { start, shifts });
    finished.set(id, start + 1);
  }
  const asItWas = thing.properties;
  updateThing(account, thing, properties);
  account.changes.push(changeOf('update', thing));
  operation.undo.push(() => updateThing(account, thing, asItWas));
  return { declaration, properties, thing };
}

/** How CodeDeploy changes an alias; undefined where it is not asked. */
function codeDeployOf({ updatePolicy }: Declaration, scope: Scope) {
  if (!isObject(updatePolicy)) return undefined;
  const { CodeDeployLambdaAliasUpdate: policy } = updatePolicy;
  if (!isObject(policy)) return undefined;
  const given = resolveObject(policy, scope);
  return {
    applicationName: optionalString(given.ApplicationName) ?? '',
    deploymentGroupName: optionalString(given.DeploymentGroupName) ?? '',
  };
}

function failIfAsked({ circumstances }: Operation, step: Step): void {
  if (circumstances.fails?.(step)) throw new Refused(`${step.logicalId}: the service refuses it.`);
}

/** Deletes resources that an update replaced or the template no longer has, or leaves them behind. */
function cleanUp({ account, existing, resources, obsolete }: Operation): void {
  const gone = existing
    ? [...inOrder(dependenciesOf(existing.template))]
        .reverse()
        .filter((id) => !resources.has(id))
        .flatMap((id) => existing.resources.get(id) ?? [])
    : [];
  const all = [
    ...[...obsolete].reverse(),
    ...gone.map(({ thing, declaration }) => ({ thing, policy: declaration.deletionPolicy })),
  ];
  for (const { thing, policy } of all) {
    try {
      if (isKept(policy)) retain(account, thing);
      else remove(account, thing);
    } catch (error) {
      // CloudFormation gives up after some attempts. The stack is complete, and the thing stays.
      if (!(error instanceof Refused)) throw error;
    }
  }
}

function rollBack({ account, existing, undo, name, region, template, resources }: Operation): void {
  let failed = false;
  for (const step of [...undo].reverse()) {
    try {
      step();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      failed = true;
    }
  }
  if (existing) {
    existing.status = failed ? 'UPDATE_ROLLBACK_FAILED' : 'UPDATE_ROLLBACK_COMPLETE';
    return;
  }
  account.stacks.set(`${region}/${name}`, {
    name,
    region,
    template,
    outputs: new Map(),
    terminationProtection: false,
    status: failed ? 'ROLLBACK_FAILED' : 'ROLLBACK_COMPLETE',
    resources: new Map([...resources].filter(([, { thing }]) => account.things.has(thing))),
  });
}

/**
 * Deletes a stack, dependent resources first. Throws for one that is protected.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cfn-console-delete-stack.html
 */
export function deleteStack(account: Account, stack: Stack): Failure {
  if (stack.terminationProtection) return `${stack.name} is protected against termination.`;
  const failures: string[] = [];
  const left = new Map(stack.resources);
  for (const id of [...inOrder(dependenciesOf(stack.template))].reverse()) {
    const resource = left.get(id);
    if (!resource) continue;
    try {
      if (isKept(resource.declaration.deletionPolicy)) retain(account, resource.thing);
      else remove(account, resource.thing);
      left.delete(id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      failures.push(error.message);
    }
  }
  if (failures.length > 0) {
    stack.resources = left;
    stack.status = 'DELETE_FAILED';
    return `${stack.name}: ${failures.join(' ')}`;
  }
  account.stacks.delete(`${stack.region}/${stack.name}`);
  return undefined;
}

const isKept = (policy: string) => policy === 'Retain' || policy === 'RetainExceptOnCreate';

function retain(account: Account, thing: Thing): void {
  if (!account.things.has(thing)) return;
  thing.retained = true;
  account.changes.push(changeOf('retain', thing));
}

function remove(account: Account, thing: Thing, action: 'delete' | 'undo' = 'delete'): void {
  if (!account.things.has(thing)) return;
  deleteThing(account, thing);
  account.changes.push(changeOf(action, thing));
}

const changeOf = (action: Change['action'], { stackName, logicalId, type }: Thing): Change => ({
  action,
  stackName,
  logicalId,
  type,
});

const holds = (condition: string | undefined, scope: Scope) =>
  condition === undefined || isTrue(condition, scope);
