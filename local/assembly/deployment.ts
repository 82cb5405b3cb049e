import { ownMember } from '../own-member.ts';
import type { Stack } from './assembly.ts';
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  optionalString,
  stringOf,
} from './json.ts';

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

/**
 * Resolves templates with references into resources with values. Values are resolved lazily, so
 * stacks may refer to each other in any order, and unused values may be unresolvable.
 */
export function resolveDeployment(
  stacks: readonly Stack[],
  region: string,
  names: PhysicalNames,
): Deployment {
  const scopes = new Map<string, Scope>();
  const exports = new Map<string, Exported>();
  const templates: Templates = { region, names, scopes, exports };

  for (const stack of stacks) {
    if (scopes.has(stack.name)) throw new Error(`Two stacks are called ${stack.name}.`);
    const scope: Scope = { stack, templates, resources: new Map(), resolving: new Set() };
    scopes.set(stack.name, scope);
    for (const [logicalId, entry] of Object.entries(section(stack, 'Resources'))) {
      const declared = objectOf(entry, logicalId);
      if (declared.Condition && !condition(scope, stringOf(declared.Condition, 'Condition')))
        continue;
      scope.resources.set(logicalId, resourceOf(scope, logicalId, declared));
    }
  }
  for (const scope of scopes.values()) {
    for (const output of Object.values(section(scope.stack, 'Outputs'))) {
      const { Export, Value } = objectOf(output, 'An output');
      if (!isObject(Export)) continue;
      exports.set(stringOf(resolve(scope, Export.Name), 'Export name'), { scope, value: Value });
    }
  }

  const resources = [...scopes.values()].flatMap((scope) => [...scope.resources.values()]);
  return {
    region,
    resources,
    ofType: (...types) => resources.filter(({ type }) => types.includes(type)),
    asset: (stackName, objectKey) => scopes.get(stackName)?.stack.assets.get(objectKey),
  };
}

/** All templates of an assembly, and the surroundings that their values depend on. */
interface Templates {
  readonly region: string;
  readonly names: PhysicalNames;
  readonly scopes: ReadonlyMap<string, Scope>;
  readonly exports: ReadonlyMap<string, Exported>;
}

/** An exported value, and the stack in which its references are resolved. */
interface Exported {
  readonly scope: Scope;
  readonly value: Json | undefined;
}

/** One stack: the names that its references can mean. */
interface Scope {
  readonly stack: Stack;
  readonly templates: Templates;
  readonly resources: Map<string, Resource>;
  /** Properties that are being resolved, to detect circular references. */
  readonly resolving: Set<string>;
}

/** A resource whose references are resolved when they are read. */
function resourceOf(scope: Scope, logicalId: string, declared: JsonObject): Resource {
  const properties = objectOf(declared.Properties, `Properties of ${logicalId}`);
  const resolved = new Map<string, Json | undefined>();
  const resource: Resource = {
    stackName: scope.stack.name,
    logicalId,
    type: stringOf(declared.Type, `Type of ${logicalId}`),
    path: optionalString(objectOf(declared.Metadata, 'Metadata')['aws:cdk:path']),
    reference: () => scope.templates.names.reference(resource),
    attribute: (name) => scope.templates.names.attribute(resource, name),
    property(name) {
      if (!resolved.has(name)) {
        const key = `${logicalId}.${name}`;
        if (scope.resolving.has(key))
          throw new Error(`${scope.stack.name}: ${key} refers to itself.`);
        scope.resolving.add(key);
        try {
          resolved.set(name, resolve(scope, ownMember(properties, name)));
        } catch (cause) {
          throw new Error(`${scope.stack.name}: cannot resolve ${key}: ${messageOf(cause)}`, {
            cause,
          });
        } finally {
          scope.resolving.delete(key);
        }
      }
      return resolved.get(name);
    },
  };
  return resource;
}

/** A value with all references replaced by their values. */
function resolve(scope: Scope, value: Json | undefined): Json | undefined {
  if (isList(value)) return value.map((entry) => resolve(scope, entry)).filter(isPresent);
  if (!isObject(value))
    return typeof value === 'string' ? scope.templates.names.localize(value) : value;
  const [name, ...others] = Object.keys(value);
  if (name !== undefined && others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) {
    const result = intrinsic(scope, name, ownMember(value, name));
    return typeof result === 'string' ? scope.templates.names.localize(result) : result;
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const resolved = resolve(scope, entry);
      return resolved === undefined ? [] : [[key, resolved]];
    }),
  );
}

/** The value of an intrinsic function. */
function intrinsic(scope: Scope, name: string, argument: Json | undefined): Json | undefined {
  const list = () => {
    const resolved = resolve(scope, argument);
    if (!isList(resolved)) throw new Error(`${name} wants a list.`);
    return resolved;
  };
  const text = (value: Json | undefined) => stringOf(resolve(scope, value), name);
  switch (name) {
    case 'Ref':
      return reference(scope, text(argument));
    case 'Fn::GetAtt': {
      const [logicalId, ...attribute] = isList(argument)
        ? argument.map(text)
        : text(argument).split('.');
      return find(scope, logicalId ?? '').attribute(attribute.join('.'));
    }
    case 'Fn::Join': {
      const [separator, parts] = list();
      if (!isList(parts)) throw new Error('Fn::Join wants a list of parts.');
      return parts.map((part) => stringOf(part, 'A part of Fn::Join')).join(String(separator));
    }
    case 'Fn::Sub':
      return substitute(scope, argument);
    case 'Fn::Select': {
      const [index, choices] = list();
      const chosen = isList(choices) ? choices[Number(index)] : undefined;
      if (chosen === undefined) throw new Error('Fn::Select finds nothing there.');
      return chosen;
    }
    case 'Fn::Split': {
      const [separator, whole] = list();
      return stringOf(whole, 'Fn::Split').split(String(separator));
    }
    case 'Fn::If': {
      if (!isList(argument)) throw new Error('Fn::If wants a list.');
      const [test, whenTrue, whenFalse] = argument;
      return resolve(scope, condition(scope, stringOf(test, 'Fn::If')) ? whenTrue : whenFalse);
    }
    case 'Fn::FindInMap': {
      const [map, first, second] = list().map((key) => stringOf(key, name));
      const found = objectOf(ownMember(section(scope.stack, 'Mappings'), map ?? ''), 'A mapping');
      const value = ownMember(objectOf(ownMember(found, first ?? ''), 'A mapping'), second ?? '');
      if (value === undefined) throw new Error(`Fn::FindInMap finds no ${map}.${first}.${second}.`);
      return value;
    }
    case 'Fn::ImportValue':
      return imported(scope, text(argument));
    case 'Fn::GetStackOutput':
      return stackOutput(scope, objectOf(resolve(scope, argument), name));
    case 'Fn::Equals':
    case 'Fn::And':
    case 'Fn::Or':
    case 'Fn::Not':
      return test(scope, { [name]: argument });
    default:
      throw new Error(`${name} is not supported.`);
  }
}

/** The value of `Ref`: a pseudo parameter, a parameter or a resource. */
function reference(scope: Scope, name: string): Json | undefined {
  const { region } = scope.templates;
  const pseudo: Record<string, Json | undefined> = {
    'AWS::AccountId': account,
    'AWS::Region': region,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': scope.stack.name,
    'AWS::StackId': `arn:aws:cloudformation:${region}:${account}:stack/${scope.stack.name}/local`,
    'AWS::NotificationARNs': [],
    'AWS::NoValue': undefined,
  };
  if (Object.hasOwn(pseudo, name)) return ownMember(pseudo, name);
  const parameter = ownMember(section(scope.stack, 'Parameters'), name);
  if (parameter !== undefined) {
    const { Default } = objectOf(parameter, name);
    if (Default === undefined) throw new Error(`Parameter ${name} has no default.`);
    return Default;
  }
  return find(scope, name).reference();
}

function substitute(scope: Scope, argument: Json | undefined): string {
  const [pattern, variables] = isList(argument) ? argument : [argument];
  const given = objectOf(variables, 'The variables of Fn::Sub');
  return stringOf(pattern, 'Fn::Sub').replaceAll(/\$\{([^{}]+)\}/g, (_, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`;
    if (Object.hasOwn(given, name)) return stringOf(resolve(scope, ownMember(given, name)), name);
    const value = name.includes('.')
      ? intrinsic(scope, 'Fn::GetAtt', name)
      : reference(scope, name);
    return stringOf(value, name);
  });
}

function imported({ templates: { exports } }: Scope, name: string): Json | undefined {
  const exported = exports.get(name);
  if (!exported) throw new Error(`No stack exports ${name}.`);
  return resolve(exported.scope, exported.value);
}

function stackOutput(
  { templates: { scopes } }: Scope,
  { StackName, StackArn, OutputName }: JsonObject,
): Json | undefined {
  const stackName = StackName ?? stringOf(StackArn, 'StackArn').split('/')[1];
  const scope = scopes.get(stringOf(stackName, 'StackName'));
  const output =
    scope && ownMember(section(scope.stack, 'Outputs'), stringOf(OutputName, 'OutputName'));
  if (!scope || !output) throw new Error(`Stack ${stackName} has no output ${OutputName}.`);
  return resolve(scope, objectOf(output, 'An output').Value);
}

function condition(scope: Scope, name: string): boolean {
  const declared = ownMember(section(scope.stack, 'Conditions'), name);
  if (declared === undefined) throw new Error(`There is no condition ${name}.`);
  return test(scope, declared);
}

function test(scope: Scope, expression: Json | undefined): boolean {
  if (typeof expression === 'boolean') return expression;
  const [[name, argument] = []] = Object.entries(objectOf(expression, 'A condition'));
  if (name === 'Condition') return condition(scope, stringOf(argument, name));
  if (!isList(argument)) throw new Error(`${name} wants a list.`);
  if (name === 'Fn::Equals') {
    const [left, right] = argument.map((side) => JSON.stringify(resolve(scope, side)));
    return left === right;
  }
  if (name === 'Fn::And') return argument.every((part) => test(scope, part));
  if (name === 'Fn::Or') return argument.some((part) => test(scope, part));
  if (name === 'Fn::Not') return !test(scope, argument[0]);
  throw new Error(`${name} is not supported in a condition.`);
}

function find(scope: Scope, logicalId: string): Resource {
  const resource = scope.resources.get(logicalId);
  if (!resource) throw new Error(`There is no ${logicalId} in ${scope.stack.name}.`);
  return resource;
}

const section = (stack: Stack, name: string) => objectOf(ownMember(stack.template, name), name);
const isPresent = (value: Json | undefined): value is Json => value !== undefined;
const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));
