import { createHash } from 'node:crypto';
import { ownMember } from '../own-member.ts';
import { account, type PhysicalNames, type Resource } from './deployment.ts';
import { isTrue, type Json, optionalString } from './json.ts';

/** Addresses that are known only after this machine has chosen its ports. */
export interface LocalAddresses {
  /** Base URL of an HTTP API, without a trailing slash. */
  apiUrl(api: Resource): string;
  /** URL of the host that serves queues, without a trailing slash. */
  readonly queueHost: string;
}

/** A stream is recreated with its table. In ARNs it always has this label. */
const streamLabel = '2025-01-01T00:00:00.000';

/** The values of `Ref` and `Fn::GetAtt` on a laptop: the same in every run, as in the cloud. */
export function localNames(region: string, addresses: LocalAddresses): PhysicalNames {
  const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`;
  const apis = new Map<string, string>();

  const kinds: Kinds = {
    ...storage(arn, region),
    ...messaging(arn, addresses),
    ...functionsAndRoles(arn),
    ...keysAndSecrets(arn),
    ...httpApis(apiId, addresses),
    ...logsAndAlarms(arn),
  };

  function apiId(name: string, api: Resource): string {
    const id = digest(name, 10);
    apis.set(id, addresses.apiUrl(api));
    return id;
  }

  const nameOf = (resource: Resource) => {
    const { nameProperty, longestName = 255 } = ownMember(kinds, resource.type) ?? {};
    const given = nameProperty && optionalString(resource.property(nameProperty));
    if (given) return given;
    const suffix = resource.type === 'AWS::SQS::Queue' && isTrue(resource.property('FifoQueue'));
    const own = bounded(
      `${resource.stackName}-${resource.logicalId}`,
      longestName - (suffix ? 5 : 0),
    );
    if (ownMember(kinds, resource.type)?.lowerCase) return own.toLowerCase();
    return suffix ? `${own}.fifo` : own;
  };

  return {
    reference(resource) {
      const name = nameOf(resource);
      return ownMember(kinds, resource.type)?.reference?.(name, resource) ?? name;
    },
    attribute(resource, attribute) {
      const kind = ownMember(kinds, resource.type);
      const value = ownMember(kind?.attributes, attribute)?.(nameOf(resource), resource);
      if (value === undefined) {
        throw new Error(
          `${resource.type} ${resource.logicalId} has no attribute ${attribute} here.`,
        );
      }
      return value;
    },
    localize(text) {
      if (!text.includes('.execute-api.')) return text;
      return text.replaceAll(
        /https:\/\/([a-z0-9]+)\.execute-api\.[a-z0-9-]+\.amazonaws\.com/g,
        (url, id: string) => apis.get(id) ?? url,
      );
    },
  };
}

/** A resource type: the property with its name, and the attributes that it offers. */
interface Kind {
  readonly nameProperty?: string;
  readonly longestName?: number;
  /** Whether names of this type are lower case. */
  readonly lowerCase?: boolean;
  readonly reference?: (name: string, resource: Resource) => string;
  readonly attributes?: Readonly<Record<string, (name: string, resource: Resource) => Json>>;
}

type Kinds = Readonly<Record<string, Kind>>;

type Arn = (service: string, rest: string) => string;

const storage = (arn: Arn, region: string): Kinds => ({
  'AWS::DynamoDB::Table': { ...table(arn), nameProperty: 'TableName' },
  'AWS::DynamoDB::GlobalTable': { ...table(arn), nameProperty: 'TableName' },
  'AWS::S3::Bucket': {
    nameProperty: 'BucketName',
    longestName: 63,
    lowerCase: true,
    attributes: {
      Arn: (name) => `arn:aws:s3:::${name}`,
      DomainName: (name) => `${name}.s3.amazonaws.com`,
      RegionalDomainName: (name) => `${name}.s3.${region}.amazonaws.com`,
    },
  },
});

const table = (arn: Arn): Kind => ({
  attributes: {
    Arn: (name) => arn('dynamodb', `table/${name}`),
    StreamArn: (name) => arn('dynamodb', `table/${name}/stream/${streamLabel}`),
    TableId: (name) => uuid(name),
  },
});

const messaging = (arn: Arn, addresses: LocalAddresses): Kinds => ({
  'AWS::SQS::Queue': {
    nameProperty: 'QueueName',
    longestName: 80,
    reference: (name) => `${addresses.queueHost}/${account}/${name}`,
    attributes: {
      Arn: (name) => arn('sqs', name),
      QueueName: (name) => name,
      QueueUrl: (name) => `${addresses.queueHost}/${account}/${name}`,
    },
  },
  'AWS::SNS::Topic': {
    nameProperty: 'TopicName',
    reference: (name) => arn('sns', name),
    attributes: { TopicArn: (name) => arn('sns', name), TopicName: (name) => name },
  },
  'AWS::Events::Rule': {
    nameProperty: 'Name',
    longestName: 64,
    attributes: { Arn: (name) => arn('events', `rule/${name}`) },
  },
  'AWS::Events::EventBus': {
    nameProperty: 'Name',
    attributes: { Arn: (name) => arn('events', `event-bus/${name}`), Name: (name) => name },
  },
  'AWS::Scheduler::Schedule': {
    nameProperty: 'Name',
    longestName: 64,
    attributes: { Arn: (name) => arn('scheduler', `schedule/default/${name}`) },
  },
});

const functionsAndRoles = (arn: Arn): Kinds => ({
  'AWS::Lambda::Function': {
    nameProperty: 'FunctionName',
    longestName: 64,
    attributes: { Arn: (name) => arn('lambda', `function:${name}`) },
  },
  'AWS::Lambda::Version': {
    reference: (_, version) => `${functionArn(version, arn)}:1`,
    attributes: {
      Version: () => '1',
      FunctionArn: (_, version) => `${functionArn(version, arn)}:1`,
    },
  },
  'AWS::Lambda::Alias': {
    reference: (_, alias) => `${functionArn(alias, arn)}:${optionalString(alias.property('Name'))}`,
  },
  'AWS::IAM::Role': {
    nameProperty: 'RoleName',
    longestName: 64,
    attributes: {
      Arn: (name) => `arn:aws:iam::${account}:role/${name}`,
      RoleId: (name) => `AROA${digest(name, 16).toUpperCase()}`,
    },
  },
  'AWS::IAM::ManagedPolicy': {
    nameProperty: 'ManagedPolicyName',
    reference: (name) => `arn:aws:iam::${account}:policy/${name}`,
    attributes: { PolicyArn: (name) => `arn:aws:iam::${account}:policy/${name}` },
  },
});

/** A version or alias names its function by name or by ARN. */
function functionArn(resource: Resource, arn: Arn): string {
  const named = optionalString(resource.property('FunctionName')) ?? '';
  return named.startsWith('arn:') ? named : arn('lambda', `function:${named}`);
}

const keysAndSecrets = (arn: Arn): Kinds => ({
  'AWS::KMS::Key': {
    reference: (name) => uuid(name),
    attributes: {
      Arn: (name) => arn('kms', `key/${uuid(name)}`),
      KeyId: (name) => uuid(name),
    },
  },
  'AWS::KMS::Alias': { nameProperty: 'AliasName' },
  'AWS::SecretsManager::Secret': {
    nameProperty: 'Name',
    reference: (name) => arn('secretsmanager', `secret:${name}-${digest(name, 6)}`),
    attributes: { Id: (name) => arn('secretsmanager', `secret:${name}-${digest(name, 6)}`) },
  },
});

const httpApis = (
  apiId: (name: string, api: Resource) => string,
  addresses: LocalAddresses,
): Kinds => ({
  'AWS::ApiGatewayV2::Api': {
    reference: (name, api) => apiId(name, api),
    attributes: {
      ApiId: (name, api) => apiId(name, api),
      ApiEndpoint: (_, api) => addresses.apiUrl(api),
    },
  },
  'AWS::ApiGatewayV2::Stage': { nameProperty: 'StageName' },
  'AWS::ApiGatewayV2::Integration': { reference: (name) => digest(name, 7) },
  'AWS::ApiGatewayV2::Route': { reference: (name) => digest(name, 7) },
  'AWS::ApiGatewayV2::Authorizer': {
    reference: (name) => digest(name, 6),
    attributes: { AuthorizerId: (name) => digest(name, 6) },
  },
});

const logsAndAlarms = (arn: Arn): Kinds => ({
  'AWS::Logs::LogGroup': {
    nameProperty: 'LogGroupName',
    attributes: { Arn: (name) => arn('logs', `log-group:${name}:*`) },
  },
  'AWS::CloudWatch::Alarm': { ...alarm(arn), nameProperty: 'AlarmName' },
  'AWS::CloudWatch::CompositeAlarm': { ...alarm(arn), nameProperty: 'AlarmName' },
});

const alarm = (arn: Arn): Kind => ({
  attributes: { Arn: (name) => arn('cloudwatch', `alarm:${name}`) },
});

function bounded(name: string, longest: number): string {
  return name.length <= longest ? name : `${name.slice(0, longest - 9)}-${digest(name, 8)}`;
}

const digest = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

function uuid(text: string): string {
  const hex = digest(text, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
