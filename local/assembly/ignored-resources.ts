import type { Log } from '../log.ts';
import type { Deployment } from './deployment.ts';

/** Resource types that this program runs, or reads for the resources that it runs. */
const run = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::Events::Rule',
  'AWS::IAM::',
  'AWS::KMS::Alias',
  'AWS::KMS::Key',
  'AWS::Lambda::Alias',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::Scheduler::Schedule',
  'AWS::SecretsManager::ResourcePolicy',
  'AWS::SecretsManager::Secret',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::Queue',
];

/** Resource types that have no effect on a laptop. */
const meaningless = [
  'AWS::ApiGatewayV2::ApiMapping',
  'AWS::ApiGatewayV2::DomainName',
  'AWS::ApplicationAutoScaling::',
  'AWS::Backup::',
  'AWS::CDK::Metadata',
  'AWS::CertificateManager::',
  'AWS::CloudFront::',
  'AWS::CloudTrail::',
  'AWS::CloudWatch::',
  'AWS::CodeDeploy::',
  'AWS::Config::',
  'AWS::EC2::',
  'AWS::GuardDuty::',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Logs::',
  'AWS::Route53::',
  'AWS::S3::',
  'AWS::SNS::',
  'AWS::SSM::Parameter',
  'AWS::Scheduler::ScheduleGroup',
  'AWS::Signer::',
  'AWS::Synthetics::',
  'AWS::WAFv2::',
  'AWS::XRay::',
];

/** Logs the resources that do not run here: known types at a low level, others as a warning. */
export function reportIgnored({ resources }: Deployment, log: Log) {
  const one = (kinds: readonly string[], type: string) =>
    kinds.some((kind) => (kind.endsWith('::') ? type.startsWith(kind) : type === kind));
  const types = new Set(resources.map(({ type }) => type));
  for (const type of types) {
    if (one(run, type) || type === 'AWS::SQS::QueuePolicy') continue;
    const level = one(meaningless, type) ? 'debug' : 'warn';
    log({ level, source: 'assembly', message: `${type} does not run on a laptop: passed over.` });
  }
}
