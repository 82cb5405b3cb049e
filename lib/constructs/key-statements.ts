import type { Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';

/**
 * Allows every role that may use a table, queue, secret or bucket of ours to decrypt it, only
 * through that service. AWS's own managed keys follow the same pattern. No role needs a grant on
 * the key itself.
 */
export const throughServicesOnly = (
  { account, region }: Stack,
  services: readonly ('dynamodb' | 'sqs' | 'secretsmanager' | 's3' | 'backup')[],
) =>
  new PolicyStatement({
    sid: 'ThroughServicesOnly',
    effect: Effect.ALLOW,
    principals: [new AnyPrincipal()],
    actions: [
      'kms:Decrypt',
      'kms:Encrypt',
      'kms:GenerateDataKey*',
      'kms:ReEncrypt*',
      'kms:DescribeKey',
      'kms:CreateGrant',
    ],
    resources: ['*'],
    conditions: {
      StringEquals: {
        'kms:CallerAccount': account,
        'kms:ViaService': services.map((service) => `${service}.${region}.amazonaws.com`),
      },
    },
  });

/** Alarms of the account may publish to topics that the key encrypts. */
export const forAlarms = ({ account }: Stack) =>
  new PolicyStatement({
    sid: 'OurAlarms',
    effect: Effect.ALLOW,
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
    resources: ['*'],
    conditions: { StringEquals: { 'aws:SourceAccount': account } },
  });

/** The account's log groups may be encrypted with the key. */
export const forLogGroups = ({ account, partition, region }: Stack) =>
  new PolicyStatement({
    sid: 'OurLogGroups',
    effect: Effect.ALLOW,
    principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
    actions: [
      'kms:Decrypt',
      'kms:Encrypt',
      'kms:GenerateDataKey*',
      'kms:ReEncrypt*',
      'kms:DescribeKey',
    ],
    resources: ['*'],
    conditions: {
      ArnLike: {
        'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:*`,
      },
    },
  });

/** The uses of the key of tables, files, queues, logs and secrets, in the Region of a stack. */
export const ofStoredData = (stack: Stack, hasBackups: boolean): readonly PolicyStatement[] => [
  throughServicesOnly(stack, [
    ...(['dynamodb', 'sqs', 'secretsmanager', 's3'] as const),
    ...(hasBackups ? (['backup'] as const) : []),
  ]),
  forAlarms(stack),
  forLogGroups(stack),
];
