/**
 * The longest names that services take, in characters, where a template of ours gives one. The schemas
 * of AWS have most of them as `maxLength`; the test of the resource types compares.
 */
export const longestNames: Readonly<Record<string, number>> = {
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
  'AWS::CloudWatch::Alarm': 255,
  'AWS::CloudWatch::CompositeAlarm': 255,
  // https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateFunction.html
  'AWS::CloudFront::Function': 64,
  // https://docs.aws.amazon.com/codedeploy/latest/APIReference/API_CreateApplication.html
  'AWS::CodeDeploy::Application': 100,
  'AWS::CodeDeploy::DeploymentGroup': 100,
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
  'AWS::DynamoDB::GlobalTable': 255,
  'AWS::DynamoDB::Table': 255,
  // https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutRule.html
  'AWS::Events::Rule': 64,
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
  'AWS::IAM::Policy': 128,
  'AWS::IAM::Role': 64,
  // https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html
  'AWS::Lambda::Function': 64,
  // https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_CreateLogGroup.html
  'AWS::Logs::LogGroup': 512,
  'AWS::Logs::MetricFilter': 512,
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
  'AWS::S3::Bucket': 63,
  // https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_CreateSecret.html
  'AWS::SecretsManager::Secret': 512,
  // https://docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html
  'AWS::SNS::Topic': 256,
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html
  'AWS::SQS::Queue': 80,
  // https://docs.aws.amazon.com/waf/latest/APIReference/API_CreateWebACL.html
  'AWS::WAFv2::WebACL': 128,
};
