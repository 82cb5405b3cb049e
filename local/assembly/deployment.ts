import { ownMember } from '../own-member.ts';
import type { Stack } from './assembly.ts';
import { isTrue, pseudoValues, resolve, type Scope } from './intrinsics.ts';
import { type Json, stringOf } from './json.ts';
import type { Declaration } from './template.ts';

/** The AWS account of everything on a laptop. */
export const account = '000000000000';

/** One resource of a stack. A property is resolved only when a caller reads it. */
export interface Resource {
  readonly stackName: string;
  readonly logicalId: string;
  readonly type: string;
  /** Its path in the CDK app, such as `Stack/orders.create/Resource`, if the template has it. */
  readonly path: string | undefined;
  /** The property with all references replaced by their values; undefined if it is absent. */
  property(name: string): Json | undefined;
  /** The value of `Ref`: a name, an id, a URL or an ARN, as CloudFormation documents it. */
  reference(): string;
  /** The value of `Fn::GetAtt`. */
  attribute(name: string): Json;
}

/** The values of `Ref` and `Fn::GetAtt` for a resource. */
export interface PhysicalNames {
  reference(resource: Resource): string;
  attribute(resource: Resource, name: string): Json;
  /** Rewrites every resolved text, to replace addresses that exist only in the cloud. */
  localize(text: string): string;
}

export interface Deployment {
  readonly region: string;
  readonly resources: readonly Resource[];
  ofType(...types: readonly string[]): readonly Resource[];
  /** The path of the asset with this object key, if it is a file or folder of the assembly. */
  asset(stackName: string, objectKey: string): string | undefined;
}

/** A stack as far as its values are concerned. */
type DeployedStack = Pick<Stack, 'name' | 'template' | 'assets'>;

/**
 * Resolves templates with references into resources with values. Values are resolved lazily, so
 * stacks may refer to each other in any order, and unused values may be unresolvable.
 */
export function resolveDeployment(
  stacks: readonly DeployedStack[],
  region: string,
  names: PhysicalNames,
): Deployment {
  const deployed = new Map<string, Deployed>();
  const exports = new Map<string, () => Json | undefined>();
  const outputOf = (stackName: string, output: string) => {
    const found = deployed.get(stackName);
    return found && resolve(found.stack.template.outputs.get(output)?.value, found.scope);
  };

  for (const stack of stacks) {
    if (deployed.has(stack.name)) throw new Error(`Two stacks are called ${stack.name}.`);
    const resources = new Map<string, Resource>();
    const scope = scopeOf(stack, region, names, {
      resources,
      exported: (name) => exports.get(name)?.(),
      output: (of) => outputOf(of.stack, of.output),
    });
    deployed.set(stack.name, { stack, scope, resources });
    for (const [logicalId, declared] of stack.template.resources) {
      if (declared.condition !== undefined && !isTrue(declared.condition, scope)) continue;
      resources.set(logicalId, resourceOf(stack.name, logicalId, declared, scope, names));
    }
  }
  for (const { stack, scope } of deployed.values()) {
    for (const { value, exportName } of stack.template.outputs.values()) {
      if (exportName === undefined) continue;
      exports.set(stringOf(resolve(exportName, scope), 'Export name'), () => resolve(value, scope));
    }
  }

  const resources = [...deployed.values()].flatMap((one) => [...one.resources.values()]);
  return {
    region,
    resources,
    ofType: (...types) => resources.filter(({ type }) => types.includes(type)),
    asset: (stackName, objectKey) => deployed.get(stackName)?.stack.assets.get(objectKey),
  };
}

interface Deployed {
  readonly stack: DeployedStack;
  readonly scope: Scope;
  readonly resources: ReadonlyMap<string, Resource>;
}

/** The values of the names in a stack's template on a laptop. */
function scopeOf(
  { name: stackName, template }: DeployedStack,
  region: string,
  names: PhysicalNames,
  {
    resources,
    ...others
  }: Pick<Deployed, 'resources'> & Required<Pick<Scope, 'exported'>> & Pick<Scope, 'output'>,
): Scope {
  const values = pseudoValues({ accountId: account, region, stackName });
  const find = (logicalId: string) => {
    const resource = resources.get(logicalId);
    if (!resource) throw new Error(`There is no ${logicalId} in ${stackName}.`);
    return resource;
  };
  return {
    template,
    pseudo: (name) => ownMember(values, name),
    reference: (logicalId) => find(logicalId).reference(),
    attribute: (logicalId, name) => find(logicalId).attribute(name),
    rewrite: (text) => names.localize(text),
    ...others,
  };
}

/** A resource whose references are resolved when they are read. */
function resourceOf(
  stackName: string,
  logicalId: string,
  { type, path, properties }: Declaration,
  scope: Scope,
  names: PhysicalNames,
): Resource {
  const resolved = new Map<string, Json | undefined>();
  /** Properties that are being resolved, to detect circular references. */
  const resolving = new Set<string>();
  const resource: Resource = {
    stackName,
    logicalId,
    type,
    path,
    reference: () => names.reference(resource),
    attribute: (name) => names.attribute(resource, name),
    property(name) {
      if (!resolved.has(name)) {
        const key = `${logicalId}.${name}`;
        if (resolving.has(name)) throw new Error(`${stackName}: ${key} refers to itself.`);
        resolving.add(name);
        try {
          resolved.set(name, resolve(ownMember(properties, name), scope));
        } catch (cause) {
          throw new Error(`${stackName}: cannot resolve ${key}: ${messageOf(cause)}`, { cause });
        } finally {
          resolving.delete(name);
        }
      }
      return resolved.get(name);
    },
  };
  return resource;
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));
