import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  optionalString,
  stringOf,
} from '../../../local/assembly/json.ts';

/**
 * The functions that each argument of a function takes, by AWS's reference: the pages below
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
 * (their section "Supported functions"). AWS's own cfn-lint has them as schemas:
 * https://github.com/aws-cloudformation/cfn-lint/tree/main/src/cfnlint/data/schemas/other/functions
 */
const text = ['Ref', 'Fn::Base64', 'Fn::FindInMap', 'Fn::GetAtt', 'Fn::If'];
const composed = [...text, 'Fn::ImportValue', 'Fn::Join', 'Fn::Select', 'Fn::Sub'];
const nested = {
  joinList: ['Ref', 'Fn::Cidr', 'Fn::FindInMap', 'Fn::GetAtt', 'Fn::If', 'Fn::Split'],
  joinItem: [...composed, 'Fn::GetStackOutput', 'Fn::Transform'],
  selectIndex: ['Ref', 'Fn::FindInMap'],
  selectList: [
    ...['Ref', 'Fn::Cidr', 'Fn::FindInMap', 'Fn::GetAtt', 'Fn::GetAZs', 'Fn::If', 'Fn::Split'],
  ],
  selectItem: ['Ref', 'Fn::FindInMap', 'Fn::GetAtt', 'Fn::GetStackOutput', 'Fn::If'],
  splitSource: [...composed, 'Fn::GetAZs'],
  subVariable: [...composed, 'Fn::GetAZs', 'Fn::ToJsonString', 'Fn::Transform'],
  stackOutput: composed,
  getAzs: ['Ref'],
  base64: [
    ...[...composed, 'Fn::Cidr', 'Fn::Contains', 'Fn::Length', 'Fn::ToJsonString', 'Fn::Transform'],
  ],
  equals: [
    ...['Ref', 'Fn::FindInMap', 'Fn::Sub', 'Fn::Join', 'Fn::Select', 'Fn::Split', 'Fn::Length'],
  ],
  condition: ['Condition', 'Fn::And', 'Fn::Equals', 'Fn::Not', 'Fn::Or'],
} as const satisfies Record<string, readonly string[]>;

/** A function of a template with its argument: `['Ref', 'Table']`; undefined for any other value. */
function intrinsic(value: Json | undefined): readonly [string, Json] | undefined {
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
      const { template, variables } = subOf(argument);
      const own = placeholdersIn(template).filter((one) => !(one in variables));
      return [
        ...own.map((one): Reference => placeholder(one)),
        ...Object.values(variables).flatMap(referencesIn),
      ];
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

/** How a value breaks AWS's reference of the functions in it, a line for each finding. */
export function misuseIn(value: Json | undefined): readonly string[] {
  if (isList(value)) return value.flatMap(misuseIn);
  if (!isObject(value)) return [];
  const [name, argument] = intrinsic(value) ?? [];
  if (name === undefined || argument === undefined) return Object.values(value).flatMap(misuseIn);
  const list = listOf(argument);
  const within = misuseIn(argument);
  const count = (wanted: number) =>
    isList(argument) && list.length === wanted ? [] : [`${name} takes ${wanted} values.`];
  switch (name) {
    case 'Ref':
      return typeof argument === 'string' ? [] : ['Ref takes a name.'];
    case 'Fn::GetAtt':
      return /^[^.]+\../.test(list.join('.')) ? [] : ['Fn::GetAtt takes a name and an attribute.'];
    case 'Fn::Join':
      return [
        ...count(2),
        ...only(name, list[0], []),
        ...(isList(list[1])
          ? list[1].flatMap((one) => only(name, one, nested.joinItem))
          : only(name, list[1], nested.joinList)),
        ...within,
      ];
    case 'Fn::Select':
      return [
        ...count(2),
        ...only(name, list[0], nested.selectIndex),
        ...(isList(list[1])
          ? list[1].flatMap((one) => only(name, one, nested.selectItem))
          : only(name, list[1], nested.selectList)),
        ...within,
      ];
    case 'Fn::Split':
      return [
        ...count(2),
        ...only(name, list[0], []),
        ...only(name, list[1], nested.splitSource),
        ...within,
      ];
    case 'Fn::Sub':
      return [
        ...only(name, list[0], []),
        ...Object.values(isObject(list[1]) ? list[1] : {}).flatMap((one) =>
          only(name, one, nested.subVariable),
        ),
        ...within,
      ];
    case 'Fn::GetStackOutput': {
      if (!isObject(argument)) return [`${name} takes a StackName and an OutputName.`];
      const known = ['StackName', 'OutputName', 'Region', 'RoleArn'];
      return [
        ...['StackName', 'OutputName']
          .filter((key) => argument[key] === undefined)
          .map((key) => `${name} lacks ${key}.`),
        ...Object.keys(argument)
          .filter((key) => !known.includes(key))
          .map((key) => `${name} has no ${key}.`),
        ...Object.values(argument).flatMap((one) => only(name, one, nested.stackOutput)),
        ...within,
      ];
    }
    case 'Fn::GetAZs':
      return only(name, argument, nested.getAzs);
    case 'Fn::Base64':
      return [...only(name, argument, nested.base64), ...within];
    case 'Fn::If':
      return [...count(3), ...only(name, list[0], []), ...within];
    case 'Fn::ImportValue':
      return [...only(name, argument, composed), ...within];
    default:
      return [`${name} is no function that our templates need.`, ...within];
  }
}

/** How a condition breaks AWS's reference: conditions see parameters, never resources. */
export function misuseInCondition(value: Json | undefined): readonly string[] {
  const [name, argument] = isObject(value) ? (Object.entries(value)[0] ?? []) : [];
  switch (name) {
    case 'Condition':
      return typeof argument === 'string' ? [] : ['Condition takes a name.'];
    case 'Fn::Equals':
      return listOf(argument).flatMap((one) => only(name, one, nested.equals));
    case 'Fn::And':
    case 'Fn::Or':
    case 'Fn::Not':
      return listOf(argument).flatMap(misuseInCondition);
    default:
      return [`A condition is one of ${nested.condition.join(', ')}.`];
  }
}

function only(name: string, value: Json | undefined, allowed: readonly string[]) {
  const [inner] = intrinsic(value) ?? [];
  return inner === undefined || allowed.includes(inner) ? [] : [`${name} does not take ${inner}.`];
}

/** The context that gives the values of references, for one resource or stack. */
export interface Scope {
  readonly region: string;
  readonly accountId: string;
  readonly stackName: string;
  parameter(name: string): Json | undefined;
  condition(name: string): boolean;
  reference(id: string): string;
  attribute(id: string, name: string): string;
  output(stack: string, name: string, region: string): string;
}

/** The result of `AWS::NoValue`: the property is absent. */
const absent = Symbol('AWS::NoValue');

/** The value with every function in it replaced by its result. */
export function resolve(value: Json, scope: Scope): Json {
  const resolved = within(value, scope);
  return resolved === absent ? null : resolved;
}

export function resolveObject(value: JsonObject, scope: Scope): JsonObject {
  return objectOf(resolve(value, scope), 'Properties');
}

function within(value: Json | undefined, scope: Scope): Json | typeof absent {
  if (value === undefined) return absent;
  if (isList(value)) {
    return value.map((one) => within(one, scope)).filter((one) => one !== absent);
  }
  if (!isObject(value)) return value;
  const [name, argument] = intrinsic(value) ?? [];
  if (name !== undefined) return result(name, argument, scope);
  const entries = Object.entries(value).flatMap(([key, one]): [string, Json][] => {
    const resolved = within(one, scope);
    return resolved === absent ? [] : [[key, resolved]];
  });
  return Object.fromEntries(entries);
}

function result(name: string, argument: Json | undefined, scope: Scope): Json | typeof absent {
  const textOf = (value: Json | undefined) => stringOf(resolve(value ?? null, scope), name);
  const [first, second, third] = listOf(argument);
  switch (name) {
    case 'Ref':
      return refOf(stringOf(argument, name), scope);
    case 'Fn::GetAtt': {
      const { id, attribute } = getAttOf(argument);
      return scope.attribute(id, attribute);
    }
    case 'Fn::Join':
      return listOf(resolve(second ?? null, scope))
        .map((one) => stringOf(one, name))
        .join(textOf(first));
    case 'Fn::Split':
      return textOf(second).split(textOf(first));
    case 'Fn::Select': {
      const list = listOf(resolve(second ?? null, scope));
      const found = list[Number(textOf(first))];
      if (found === undefined) throw new Error(`Fn::Select finds no ${textOf(first)}. value.`);
      return found;
    }
    case 'Fn::GetAZs':
      return ['a', 'b', 'c'].map((zone) => `${textOf(argument) || scope.region}${zone}`);
    case 'Fn::Base64':
      return Buffer.from(textOf(argument)).toString('base64');
    case 'Fn::If':
      return within(scope.condition(stringOf(first, name)) ? second : third, scope);
    case 'Fn::Sub': {
      const { template, variables } = subOf(argument);
      return template.replace(placeholders, (_, escaped: string, one: string) => {
        if (escaped) return `\${${one}}`;
        if (one in variables) return textOf(variables[one]);
        const { id, attribute } = placeholder(one);
        if (attribute !== undefined) return scope.attribute(id, attribute);
        const value = refOf(id, scope);
        if (value === absent) throw new Error('Fn::Sub takes no AWS::NoValue.');
        return value;
      });
    }
    case 'Fn::GetStackOutput': {
      const { stack, output, region } = stackOutputOf(argument);
      return scope.output(stack, output, region === undefined ? scope.region : textOf(region));
    }
    default:
      throw new Error(`${name} is not implemented.`);
  }
}

function refOf(name: string, scope: Scope): string | typeof absent {
  switch (name) {
    case 'AWS::NoValue':
      return absent;
    case 'AWS::Region':
      return scope.region;
    case 'AWS::AccountId':
      return scope.accountId;
    case 'AWS::StackName':
      return scope.stackName;
    case 'AWS::StackId':
      return `arn:aws:cloudformation:${scope.region}:${scope.accountId}:stack/${scope.stackName}/1`;
    case 'AWS::Partition':
      return 'aws';
    case 'AWS::URLSuffix':
      return 'amazonaws.com';
    default: {
      const parameter = scope.parameter(name);
      return parameter === undefined ? scope.reference(name) : stringOf(parameter, name);
    }
  }
}

const pseudoParameters = [
  ...['AWS::AccountId', 'AWS::NoValue', 'AWS::NotificationARNs', 'AWS::Partition', 'AWS::Region'],
  ...['AWS::StackId', 'AWS::StackName', 'AWS::URLSuffix'],
];

/** Whether a name is one that CloudFormation gives a value in every template. */
export const isPseudoParameter = (name: string) => pseudoParameters.includes(name);

/** `${Name}` and `${Name.Attribute}`, and `${!Literal}`, which stays as it is. */
const placeholders = /\$\{(!?)([^}]+)\}/g;

const placeholdersIn = (template: string) =>
  [...template.matchAll(placeholders)].flatMap(([, escaped, name = '']) =>
    escaped ? [] : [name.trim()],
  );

function placeholder(name: string) {
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
  const [template, variables] = listOf(argument);
  return { template: stringOf(template, 'Fn::Sub'), variables: objectOf(variables, 'Fn::Sub') };
}

function stackOutputOf(argument: Json | undefined): StackOutput {
  const { StackName, OutputName, Region } = objectOf(argument, 'Fn::GetStackOutput');
  return {
    stack: optionalString(StackName) ?? '',
    output: optionalString(OutputName) ?? '',
    region: Region,
  };
}
