import * as v from 'valibot';
import { bytes, docs, each, inAll, listAt, type Quotas } from './measured-assembly.ts';

const dynamodb = `${docs}/amazondynamodb/latest/developerguide/ServiceQuotas.html`;
const tablePolicies = `${docs}/amazondynamodb/latest/developerguide/rbac-considerations.html`;
const queuePolicies = `${docs}/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html`;
const topicPolicies = `${docs}/sns/latest/dg/sns-access-policy-language-api-permissions-reference.html`;

const Replicas = v.array(v.looseObject({ ResourcePolicy: v.optional(v.unknown()) }));

const statementsOf = (document: unknown) => listAt(document, 'Statement');

const Actions = v.looseObject({ Action: v.union([v.string(), v.array(v.string())]) });
const mostActions = (document: unknown) =>
  Math.max(
    ...v.parse(v.array(Actions), statementsOf(document)).map((one) => [one.Action].flat().length),
  );

/** Limits of tables, keys, files, queues and topics. */
export const quotasOfData: Quotas = {
  'tables of a Region': {
    limit: 2_500,
    source: dynamodb,
    figures: inAll('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'),
  },
  'global secondary indexes of a global table': {
    limit: 20,
    source: dynamodb,
    figures: each(
      'AWS::DynamoDB::GlobalTable',
      ({ GlobalSecondaryIndexes }) => listAt(GlobalSecondaryIndexes).length,
    ),
  },
  'global secondary indexes of a table': {
    limit: 20,
    source: dynamodb,
    figures: each(
      'AWS::DynamoDB::Table',
      ({ GlobalSecondaryIndexes }) => listAt(GlobalSecondaryIndexes).length,
    ),
  },
  'bytes of the policy of a global table': {
    limit: 20_480,
    source: tablePolicies,
    figures: each('AWS::DynamoDB::GlobalTable', (table) =>
      Math.max(...v.parse(Replicas, table.Replicas).map((one) => bytes(one.ResourcePolicy))),
    ),
  },
  'bytes of the policy of a table': {
    limit: 20_480,
    source: tablePolicies,
    figures: each('AWS::DynamoDB::Table', ({ ResourcePolicy }) => bytes(ResourcePolicy)),
  },
  'bytes of a key policy': {
    limit: 32_768,
    source: `${docs}/kms/latest/developerguide/resource-limits.html`,
    figures: each('AWS::KMS::Key', ({ KeyPolicy }) => bytes(KeyPolicy)),
  },
  'bytes of the policy of a bucket': {
    limit: 20_480,
    source: `${docs}/AmazonS3/latest/userguide/bucket-policies.html`,
    figures: each('AWS::S3::BucketPolicy', ({ PolicyDocument }) => bytes(PolicyDocument)),
  },
  'bytes of the policy of a queue': {
    limit: 8_192,
    source: queuePolicies,
    figures: each('AWS::SQS::QueuePolicy', ({ PolicyDocument }) => bytes(PolicyDocument)),
  },
  'statements of the policy of a queue': {
    limit: 20,
    source: queuePolicies,
    figures: each(
      'AWS::SQS::QueuePolicy',
      ({ PolicyDocument }) => statementsOf(PolicyDocument).length,
    ),
  },
  'actions of a statement of the policy of a queue': {
    limit: 7,
    source: queuePolicies,
    figures: each('AWS::SQS::QueuePolicy', ({ PolicyDocument }) => mostActions(PolicyDocument)),
  },
  'bytes of the policy of a topic': {
    limit: 30_720,
    source: topicPolicies,
    figures: each('AWS::SNS::TopicPolicy', ({ PolicyDocument }) => bytes(PolicyDocument)),
  },
  'statements of the policy of a topic': {
    limit: 100,
    source: topicPolicies,
    figures: each(
      'AWS::SNS::TopicPolicy',
      ({ PolicyDocument }) => statementsOf(PolicyDocument).length,
    ),
  },
};
