import * as v from 'valibot';
import { longestName, longestRegion } from '../../lib/constructs/physical-name.ts';
import {
  type Resource,
  type StageName,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];
const region = 'eu-west-1';
const context = {
  region,
  vaultDomain: 'cards.shop.example',
  vaultCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
  apiEdge: 'on',
  apiDomain: 'pay.shop.example',
  apiCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
};

/**
 * The property of each type in which a template may set a physical name. Undefined for a thing
 * without a name, or with a name that only counts within another thing: a policy of a role, a stage
 * of an API, an alias. API Gateway identifies an API by a generated id, so two APIs may have one
 * name.
 */
const nameOf: Readonly<Record<string, readonly string[] | undefined>> = {
  'AWS::ApiGatewayV2::Api': undefined,
  'AWS::ApiGatewayV2::Authorizer': undefined,
  'AWS::ApiGatewayV2::Integration': undefined,
  'AWS::ApiGatewayV2::Route': undefined,
  'AWS::ApiGatewayV2::Stage': undefined,
  'AWS::CloudFront::CachePolicy': ['CachePolicyConfig', 'Name'],
  'AWS::CloudFront::Distribution': undefined,
  'AWS::CloudFront::Function': ['Name'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig', 'Name'],
  'AWS::CloudWatch::Alarm': ['AlarmName'],
  'AWS::CodeDeploy::Application': ['ApplicationName'],
  'AWS::CodeDeploy::DeploymentGroup': undefined,
  'AWS::CloudWatch::CompositeAlarm': ['AlarmName'],
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::DynamoDB::GlobalTable': ['TableName'],
  'AWS::DynamoDB::Table': ['TableName'],
  'AWS::Events::Rule': ['Name'],
  'AWS::IAM::Policy': undefined,
  'AWS::IAM::Role': ['RoleName'],
  'AWS::KMS::Key': undefined,
  'AWS::Lambda::Alias': undefined,
  'AWS::Lambda::EventSourceMapping': undefined,
  'AWS::Lambda::Function': ['FunctionName'],
  'AWS::Lambda::Permission': undefined,
  'AWS::Lambda::Version': undefined,
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::Logs::MetricFilter': ['FilterName'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::S3::BucketPolicy': undefined,
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::SNS::Topic': ['TopicName'],
  'AWS::SNS::TopicPolicy': undefined,
  'AWS::SQS::Queue': ['QueueName'],
  'AWS::SQS::QueuePolicy': undefined,
  'AWS::WAFv2::WebACL': ['Name'],
};

const Properties = v.record(v.string(), v.unknown());

/** The name in the template; undefined where CloudFormation makes a name that is unique. */
function givenName({ type, properties }: Resource): string | undefined {
  const [first, ...rest] = nameOf[type] ?? [];
  if (first === undefined) return undefined;
  const found = rest.reduce<unknown>(
    (value, key) => (v.is(Properties, value) ? value[key] : undefined),
    properties[first],
  );
  return v.parse(v.optional(v.string()), found);
}

describe.each(stages)('the names that templates of %s give', (stage) => {
  const resources = synthesized(stage, context).resources();
  const named = resources.flatMap((resource) => {
    const name = givenName(resource);
    return name === undefined ? [] : [{ name, resource: resource.name, type: resource.type }];
  });

  it('physical names are searched for in every existing type of resource', () => {
    const unknown = resources.filter(
      ({ type }) => !(type in nameOf) && !type.startsWith('Custom::'),
    );
    expect([...new Set(unknown.map(({ type }) => type))]).toEqual([]);
  });

  it('physical names contain the stage and the region, so that another stage or region fits beside them', () => {
    expect(named.length).toBeGreaterThan(40);
    for (const { name, resource } of named) {
      // The filters for CloudFront are in one region, for deployments in all regions.
      const place = /^(Vault|Api)Filter\./.test(resource) ? region : '<AWS::Region>';
      expect([resource, name]).toEqual([resource, expect.stringMatching(`^turnout-${stage}-`)]);
      expect([resource, name.endsWith(`-${place}`)]).toEqual([resource, true]);
    }
  });

  it('physical names fit the limits of IAM, Lambda and CloudFront, in the region with the longest name, and are unique by type', () => {
    const longest = named.map(({ name, type }) => ({
      type,
      name: name.replace('<AWS::Region>', 'r'.repeat(longestRegion)),
    }));
    expect(longest.filter(({ name }) => name.length > longestName)).toEqual([]);
    const places = longest.map(({ type, name }) => `${type} ${name}`);
    expect([...new Set(places)]).toEqual(places);
  });
});
