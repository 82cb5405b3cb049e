import { intrinsic } from '../../../../local/assembly/intrinsics.ts';
import { isList, isObject, type Json, listOf } from '../../../../local/assembly/json.ts';

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
