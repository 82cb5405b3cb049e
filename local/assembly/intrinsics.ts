import { isDeepStrictEqual } from 'node:util';
import { ownMember } from '../own-member.ts';
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  optionalString,
  stringOf,
} from './json.ts';
import type { Template } from './template.ts';

/** A function of a template with its argument: `['Ref', 'Table']`; undefined for any other value. */
export function intrinsic(value: Json | undefined): readonly [string, Json] | undefined {
  if (!isObject(value)) return undefined;
  const [entry, another] = Object.entries(value);
  if (!entry || another) return undefined;
  const [name, argument] = entry;
  if (argument === undefined || !/^(Ref$|Fn::)/.test(name)) return undefined;
  return [name, argument];
}

/** The references of a value. */
export type Reference =
  | { readonly to: 'resource'; readonly id: string; readonly attribute?: string }
  | ({ readonly to: 'output' } & StackOutput)
  | { readonly to: 'condition'; readonly name: string };

/** An output of another stack. */
export interface StackOutput {
  readonly stack: string;
  readonly output: string;
  /** The stack's Region, unless it is that of the template. */
  readonly region: Json | undefined;
}

/** All references of a value, those within texts of `Fn::Sub` included. */
export function referencesIn(value: Json | undefined): readonly Reference[] {
  if (isList(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  const [name, argument] = intrinsic(value) ?? [];
  switch (name) {
    case 'Ref':
      return [{ to: 'resource', id: stringOf(argument, 'Ref') }];
    case 'Fn::GetAtt': {
      const { id, attribute } = getAttOf(argument);
      return [{ to: 'resource', id, attribute }];
    }
    case 'Fn::Sub': {
      const { text, variables } = subOf(argument);
      const own = [...text.matchAll(placeholders)].flatMap(([, escaped, one = '']) =>
        escaped || Object.hasOwn(variables, one.trim()) ? [] : [placeholder(one)],
      );
      return [...own, ...Object.values(variables).flatMap(referencesIn)];
    }
    case 'Fn::GetStackOutput':
      return [{ to: 'output', ...stackOutputOf(argument) }, ...referencesIn(argument)];
    case 'Fn::If': {
      const [condition, ...values] = listOf(argument);
      return [
        { to: 'condition', name: stringOf(condition, 'Fn::If') },
        ...values.flatMap(referencesIn),
      ];
    }
    default:
      return Object.values(value).flatMap(referencesIn);
  }
}

/** The values of the names in the template of one stack. Undefined for a name that has none. */
export interface Scope {
  readonly template: Template;
  /** The value of one of `pseudoParameters`. */
  pseudo(name: string): Json | undefined;
  /** The value of `Ref` for a resource. */
  reference(logicalId: string): Json | undefined;
  /** The value of `Fn::GetAtt`. */
  attribute(logicalId: string, name: string): Json | undefined;
  /** The value of `Fn::GetStackOutput`. */
  output(of: StackOutput): Json | undefined;
  /** The value of `Fn::ImportValue`. */
  exported?(name: string): Json | undefined;
  /** Rewrites every resolved text. */
  rewrite?(text: string): string;
  /** The value that stands for a function which is not computed; undefined for all others. */
  instead?(name: string, argument: Json): Json | undefined;
}

/** The values that CloudFormation gives in every template, for a stack in an account. */
export const pseudoValues = (place: {
  readonly accountId: string;
  readonly region: string;
  readonly stackName: string;
}): Readonly<Record<string, Json | undefined>> => ({
  'AWS::AccountId': place.accountId,
  'AWS::NoValue': undefined,
  'AWS::NotificationARNs': [],
  'AWS::Partition': 'aws',
  'AWS::Region': place.region,
  'AWS::StackId': `arn:aws:cloudformation:${place.region}:${place.accountId}:stack/${place.stackName}/local`,
  'AWS::StackName': place.stackName,
  'AWS::URLSuffix': 'amazonaws.com',
});

const pseudoParameters = Object.keys(pseudoValues({ accountId: '', region: '', stackName: '' }));

/** Whether a name is one that CloudFormation gives a value in every template. */
export const isPseudoParameter = (name: string): boolean => pseudoParameters.includes(name);

/**
 * The value with every function in it replaced by its result; undefined where that is
 * `AWS::NoValue`. Throws for a function that has no result.
 */
export function resolve(value: Json | undefined, scope: Scope): Json | undefined {
  if (isList(value)) {
    return value.map((one) => resolve(one, scope)).filter((one) => one !== undefined);
  }
  if (!isObject(value)) return rewritten(value, scope);
  const [name, argument] = intrinsic(value) ?? [];
  if (name !== undefined && argument !== undefined) {
    return rewritten(scope.instead?.(name, argument) ?? result(name, argument, scope), scope);
  }
  return resolveObject(value, scope);
}

/** The same for an object whose members are values, such as a resource's properties. */
export function resolveObject(value: JsonObject, scope: Scope): JsonObject {
  const entries = Object.entries(value).flatMap(([key, one]): [string, Json][] => {
    const resolved = resolve(one, scope);
    return resolved === undefined ? [] : [[key, resolved]];
  });
  return Object.fromEntries(entries);
}

const rewritten = (value: Json | undefined, { rewrite }: Scope) =>
  typeof value === 'string' && rewrite ? rewrite(value) : value;

function result(name: string, argument: Json, scope: Scope): Json | undefined {
  const textOf = (value: Json | undefined) => stringOf(resolve(value, scope), name);
  const [first, second, third] = listOf(argument);
  switch (name) {
    case 'Ref':
      return referenceOf(textOf(argument), scope);
    case 'Fn::GetAtt': {
      const { id, attribute } = getAttOf(argument);
      return scope.attribute(id, attribute);
    }
    case 'Fn::Join':
      return listOf(resolve(second, scope))
        .map((one) => stringOf(one, 'A part of Fn::Join'))
        .join(textOf(first));
    case 'Fn::Split':
      return textOf(second).split(textOf(first));
    case 'Fn::Select': {
      const chosen = listOf(resolve(second, scope))[Number(textOf(first))];
      if (chosen === undefined) throw new Error(`Fn::Select finds no value ${textOf(first)}.`);
      return chosen;
    }
    case 'Fn::GetAZs': {
      const region = textOf(argument) || stringOf(scope.pseudo('AWS::Region'), name);
      return ['a', 'b', 'c'].map((zone) => `${region}${zone}`);
    }
    case 'Fn::Base64':
      return Buffer.from(textOf(argument)).toString('base64');
    case 'Fn::If':
      return resolve(isTrue(stringOf(first, name), scope) ? second : third, scope);
    case 'Fn::FindInMap': {
      const [map = '', one = '', other = ''] = listOf(argument).map(textOf);
      const found = ownMember(ownMember(scope.template.mappings.get(map), one), other);
      if (found === undefined) throw new Error(`Fn::FindInMap finds no ${map}.${one}.${other}.`);
      return found;
    }
    case 'Fn::Sub':
      return substitute(argument, scope);
    case 'Fn::ImportValue': {
      const exported = scope.exported?.(textOf(argument));
      if (exported === undefined) throw new Error(`No stack exports ${textOf(argument)}.`);
      return exported;
    }
    case 'Fn::GetStackOutput': {
      const of = stackOutputOf(resolve(argument, scope));
      const output = scope.output(of);
      if (output === undefined) throw new Error(`Stack ${of.stack} has no output ${of.output}.`);
      return output;
    }
    case 'Fn::Equals':
    case 'Fn::And':
    case 'Fn::Or':
    case 'Fn::Not':
      return test({ [name]: argument }, scope);
    default:
      throw new Error(`${name} is not supported.`);
  }
}

/** The value of `Ref`: a pseudo parameter, a parameter or a resource. */
function referenceOf(name: string, scope: Scope): Json | undefined {
  if (isPseudoParameter(name)) return scope.pseudo(name);
  const { parameters } = scope.template;
  if (!parameters.has(name)) return scope.reference(name);
  const byDefault = parameters.get(name);
  if (byDefault === undefined) throw new Error(`Parameter ${name} has no default.`);
  return byDefault;
}

function substitute(argument: Json, scope: Scope): string {
  const { text, variables } = subOf(argument);
  return text.replace(placeholders, (_, escaped: string, name: string) => {
    if (escaped) return `\${${name}}`;
    const { id, attribute } = placeholder(name);
    const value = Object.hasOwn(variables, name.trim())
      ? resolve(ownMember(variables, name.trim()), scope)
      : attribute === undefined
        ? referenceOf(id, scope)
        : scope.attribute(id, attribute);
    return stringOf(value, name);
  });
}

/** Whether a condition of the template is true. Throws for one that the template lacks. */
export function isTrue(name: string, scope: Scope): boolean {
  const declared = scope.template.conditions.get(name);
  if (declared === undefined) throw new Error(`There is no condition ${name}.`);
  return test(declared, scope);
}

function test(expression: Json | undefined, scope: Scope): boolean {
  if (typeof expression === 'boolean') return expression;
  const [[name, argument] = []] = Object.entries(objectOf(expression, 'A condition'));
  const list = listOf(argument);
  switch (name) {
    case 'Condition':
      return isTrue(stringOf(argument, name), scope);
    case 'Fn::Equals':
      return isDeepStrictEqual(resolve(list[0], scope), resolve(list[1], scope));
    case 'Fn::And':
      return list.every((part) => test(part, scope));
    case 'Fn::Or':
      return list.some((part) => test(part, scope));
    case 'Fn::Not':
      return !list.some((part) => test(part, scope));
    default:
      throw new Error(`${name} is not supported in a condition.`);
  }
}

/** `${Name}` and `${Name.Attribute}`, and `${!Literal}`, which stays as it is. */
const placeholders = /\$\{(!?)([^{}]+)\}/g;

function placeholder(written: string) {
  const name = written.trim();
  const at = name.indexOf('.');
  if (at < 0) return { to: 'resource', id: name } as const;
  return { to: 'resource', id: name.slice(0, at), attribute: name.slice(at + 1) } as const;
}

function getAttOf(argument: Json | undefined) {
  const whole = listOf(argument)
    .map((one) => stringOf(one, 'Fn::GetAtt'))
    .join('.');
  const at = whole.indexOf('.');
  return { id: whole.slice(0, at), attribute: whole.slice(at + 1) };
}

function subOf(argument: Json | undefined) {
  const [text, variables] = listOf(argument);
  return { text: stringOf(text, 'Fn::Sub'), variables: objectOf(variables, 'Fn::Sub') };
}

function stackOutputOf(argument: Json | undefined): StackOutput {
  const { StackName, StackArn, OutputName, Region } = objectOf(argument, 'Fn::GetStackOutput');
  return {
    stack: optionalString(StackName) ?? optionalString(StackArn)?.split('/')[1] ?? '',
    output: optionalString(OutputName) ?? '',
    region: Region,
  };
}
