import { optionalString } from '../../../../local/assembly/json.ts';
import type { Thing } from './account.ts';
import { functionName } from './natural-keys.ts';
import { resourceType } from './resource-types.ts';

/** The result of `Ref` for a thing. */
export function referenceOf(thing: Thing, accountId: string): string {
  const parts = resourceType(thing.type)?.reference ?? [];
  if (parts.length === 0) return thing.name;
  return parts.map((part) => attributeOf(thing, part, accountId)).join('|');
}

/**
 * The result of `Fn::GetAtt` for a thing. The values have the form of AWS's where something in a template
 * takes them apart; all differ from one thing to the next.
 */
export function attributeOf(thing: Thing, attribute: string, accountId: string): string {
  const { type, region, name, properties, version } = thing;
  const arn = (service: string, rest: string) =>
    `arn:aws:${service}:${region}:${accountId}:${rest}`;
  const fn = () => functionName(optionalString(properties.FunctionName) ?? '');
  switch (`${type} ${attribute}`) {
    case 'AWS::Lambda::Function Arn':
      return arn('lambda', `function:${name}`);
    case 'AWS::Lambda::Version Version':
      return version ?? '';
    case 'AWS::Lambda::Version FunctionArn':
      return arn('lambda', `function:${fn()}:${version}`);
    case 'AWS::Lambda::Alias AliasArn':
      return arn('lambda', `function:${fn()}:${properties.Name}`);
    case 'AWS::ApiGatewayV2::Api ApiEndpoint':
      return `https://${name}.execute-api.${region}.amazonaws.com`;
    case 'AWS::SQS::Queue QueueUrl':
      return `https://sqs.${region}.amazonaws.com/${accountId}/${name}`;
  }
  const given = properties[attribute];
  if (typeof given === 'string') return given;
  if (/Arn$|ARN$/.test(attribute)) {
    const [, service = '', kind = ''] = type.split('::');
    return arn(
      service.toLowerCase(),
      `${kind}/${name}${attribute === 'Arn' ? '' : `/${attribute}`}`,
    );
  }
  return /Name$|Id$|^Id$/.test(attribute) ? name : `${attribute}-${name}`;
}
