import type { Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';

/**
 * Whoever may use a table, a queue, a secret or a bucket of ours may have it decrypted, through that service
 * alone: the pattern of AWS's own keys. No role needs the key for that.
 */
export const throughServicesOnly = (
  { account, region }: Stack,
  services: readonly ('dynamodb' | 'sqs' | 'secretsmanager' | 's3')[],
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
