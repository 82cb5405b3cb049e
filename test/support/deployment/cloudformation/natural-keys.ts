import {
  isObject,
  type JsonObject,
  listOf,
  objectOf,
  optionalString,
} from '../../../../local/assembly/json.ts';
import { resourceType } from './resource-types.ts';

/**
 * Names under which a service knows a thing, and of which it takes no second one, where the published
 * schema does not say so: its primary identifier is then an ARN or an id that the service makes.
 */
const named: Readonly<Record<string, (properties: JsonObject) => readonly unknown[]>> = {
  // https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-routes.html: 409.
  'AWS::ApiGatewayV2::Route': ({ ApiId, RouteKey }) => [joined(ApiId, RouteKey)],
  'AWS::ApiGatewayV2::ApiMapping': ({ DomainName, ApiMappingKey }) => [
    joined(DomainName, ApiMappingKey ?? '(none)'),
  ],
  // Alternate domain names are unique over all accounts:
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/CNAMEs.html
  'AWS::CloudFront::Distribution': ({ DistributionConfig }) =>
    listOf(objectOf(DistributionConfig, 'DistributionConfig').Aliases).map((one) => joined(one)),
  'AWS::CloudFront::Function': ({ Name }) => [joined(Name)],
  'AWS::CloudFront::CachePolicy': ({ CachePolicyConfig }) => [
    joined(objectOf(CachePolicyConfig, 'CachePolicyConfig').Name),
  ],
  'AWS::CloudFront::ResponseHeadersPolicy': ({ ResponseHeadersPolicyConfig }) => [
    joined(objectOf(ResponseHeadersPolicyConfig, 'ResponseHeadersPolicyConfig').Name),
  ],
  'AWS::Events::Rule': ({ Name, EventBusName }) => [
    Name && joined(EventBusName ?? 'default', Name),
  ],
  // https://docs.aws.amazon.com/IAM/latest/APIReference/API_PutRolePolicy.html: by name.
  'AWS::IAM::Policy': ({ PolicyName, Roles }) =>
    listOf(Roles).map((role) => joined(role, PolicyName)),
  'AWS::IAM::OIDCProvider': ({ Url }) => [joined(Url)],
  // https://docs.aws.amazon.com/lambda/latest/api/API_CreateAlias.html: ResourceConflictException.
  'AWS::Lambda::Alias': ({ FunctionName, Name }) => [
    joined(functionName(optionalString(FunctionName) ?? ''), Name),
  ],
  // https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html
  'AWS::Lambda::EventSourceMapping': ({ EventSourceArn, FunctionName }) => [
    joined(EventSourceArn, functionArnTail(optionalString(FunctionName) ?? '')),
  ],
  'AWS::SecretsManager::Secret': ({ Name }) => [Name && joined(Name)],
  'AWS::SNS::Topic': ({ TopicName }) => [TopicName && joined(TopicName)],
  'AWS::SQS::Queue': ({ QueueName }) => [QueueName && joined(QueueName)],
  'AWS::SQS::QueuePolicy': ({ Queues }) => listOf(Queues).map((one) => joined(one)),
  'AWS::SNS::TopicPolicy': ({ Topics }) => listOf(Topics).map((one) => joined(one)),
  'AWS::WAFv2::WebACL': ({ Name, Scope }) => [Name && joined(Name, Scope)],
  'AWS::EC2::Subnet': ({ VpcId, CidrBlock }) => [joined(VpcId, CidrBlock)],
  'AWS::EC2::Route': ({ RouteTableId, DestinationCidrBlock }) => [
    joined(RouteTableId, DestinationCidrBlock),
  ],
  'AWS::EC2::SubnetRouteTableAssociation': ({ SubnetId }) => [joined(SubnetId)],
  'AWS::EC2::VPCGatewayAttachment': ({ VpcId, InternetGatewayId }) => [
    joined(VpcId, InternetGatewayId && 'internet gateway'),
  ],
};

/** Things that belong to the whole account rather than to one Region of it. */
const isGlobal = (type: string) => /^AWS::(IAM|CloudFront)::/.test(type);

/**
 * The natural keys of a thing with these properties: at any moment at most one thing may have each.
 * A thing whose name CloudFormation makes has none, since that name is unique.
 */
export function naturalKeysOf(
  type: string,
  properties: JsonObject,
  region: string,
): readonly string[] {
  const where = isGlobal(type) ? '' : ` in ${region}`;
  const names = named[type]?.(properties) ?? [identifierOf(type, properties)];
  return names.flatMap((name) => (typeof name === 'string' ? [`${type} ${name}${where}`] : []));
}

/** The schema's primary identifier where the template names all parts of it. */
function identifierOf(type: string, properties: JsonObject): string | undefined {
  const parts = resourceType(type)?.primaryIdentifier ?? [];
  if (parts.length === 0 || parts.some((part) => properties[part] === undefined)) return undefined;
  return joined(...parts.map((part) => properties[part]));
}

function joined(...parts: readonly unknown[]): string {
  return parts.map((part) => (isObject(part) ? JSON.stringify(part) : String(part))).join(' ');
}

/** The name of a function that is given by its name or an ARN of it, of a version or of an alias. */
export const functionName = (given: string): string => functionArnTail(given).split(':')[0] ?? '';

/** A function's name with its qualifier, if it has one: `switch-confirm:live`. */
const functionArnTail = (given: string) => given.replace(/^arn:.*?:function:/, '');
