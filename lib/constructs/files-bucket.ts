import { CfnOutput, Duration, Fn, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { retentionDays } from '#switch/files/retention-days.ts';
import type { Stage } from '../settings/stage.ts';
import { suppress } from './nag-suppressions.ts';
import { allow } from './switch-function.ts';

/** The files of merchants as functions reach them. */
export interface FilesResource {
  readonly bucketName: string;
  /** All files, for grants of roles that use them. */
  readonly filesArn: string;
  /** The id by which cdk-nag reports a grant on all files in another stack. */
  readonly findingId: string;
}

/** The bucket in another Region that gets a copy of each file. */
export interface FilesReplica {
  readonly region: string;
  readonly bucketArn: string;
  readonly keyArn: string;
}

interface FilesBucketProps {
  readonly stage: Stage;
  readonly key: IKey;
  /** Whether the bucket takes part in a replication, for which S3 requires versions. */
  readonly isReplicated?: boolean;
  /** Where each file is copied to. */
  readonly replica?: FilesReplica | undefined;
}

/**
 * DynamoDB deletes expired items within days. The bytes outlive the table's record by this much.
 */
const graceDays = 14;

/** Every file's key begins with its merchant. */
const files = 'MERCHANT/*';

/** All files of a bucket, and cdk-nag's id of a grant on them. */
function filesIn(stack: Stack, bucketArn: string): Pick<FilesResource, 'filesArn' | 'findingId'> {
  return {
    filesArn: `${bucketArn}/${files}`,
    findingId: `AwsSolutions-IAM5[Resource::${JSON.stringify(stack.resolve(bucketArn))}/${files}]`,
  };
}

/** The files that merchants upload: our own key, never public, deleted after their expiry. */
export class FilesBucket extends Bucket implements FilesResource {
  readonly filesArn: string;
  readonly findingId: string;

  constructor(scope: Construct, id: string, props: FilesBucketProps) {
    const { stage, key, replica, isReplicated = replica !== undefined } = props;
    const replication = replica && replicationTo(scope, replica);
    super(scope, id, {
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      // One data key serves many files: a KMS call per file would be most of a file's cost.
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      // Without a replica, a file that a merchant deletes leaves no version behind.
      versioned: isReplicated,
      lifecycleRules: [
        {
          expiration: Duration.days(retentionDays + graceDays),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
        // With one, its version stays for a day. S3 takes both properties in a rule of their own.
        ...(isReplicated
          ? [
              {
                noncurrentVersionExpiration: Duration.days(1),
                expiredObjectDeleteMarker: true,
              },
            ]
          : []),
      ],
      removalPolicy: stage.removalPolicy,
      // S3 deletes no bucket that has files in it.
      autoDeleteObjects: stage.emptiesFiles,
      ...(replication && {
        replicationRole: replication.role,
        replicationRules: [
          {
            destination: replication.destination,
            kmsKey: replication.key,
            sseKmsEncryptedObjects: true,
            deleteMarkerReplication: true,
            priority: 1,
          },
        ],
      }),
    });
    if (replica && replication) this.grantReplication(replication.role, key, replica);
    // The ARN as other stacks read it, so that the finding has the same name everywhere.
    const stack = Stack.of(this);
    const { logicalId } = new CfnOutput(stack, filesArnOutput, { value: this.bucketArn });
    const arn = Fn.getStackOutput(stack.stackName, stack.resolve(logicalId));
    const { filesArn, findingId } = filesIn(stack, arn);
    this.filesArn = filesArn;
    this.findingId = findingId;
    suppress(this, {
      'AwsSolutions-S1':
        'Only four functions reach it, and each logs every request that it serves by its id.',
      ...(!isReplicated && {
        'PCI.DSS.321-S3BucketVersioningEnabled':
          'A file that a merchant deletes leaves no version behind.',
      }),
      ...(!replica && {
        'PCI.DSS.321-S3BucketReplicationEnabled': isReplicated
          ? 'It is the replica.'
          : 'It holds evidence for disputes and no card data. The setting replicaRegion replicates it.',
      }),
    });
  }

  /**
   * The permissions that AWS names for the replication of objects that are encrypted with keys.
   *
   * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/setting-repl-config-perm-overview.html
   * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication-config-for-kms-objects.html
   */
  private grantReplication(role: Role, key: IKey, replica: FilesReplica) {
    const through = (region: string) => ({
      StringEquals: { 'kms:ViaService': `s3.${region}.amazonaws.com` },
    });
    const grants = [
      {
        actions: ['s3:GetReplicationConfiguration', 's3:ListBucket'],
        resources: [this.bucketArn],
      },
      {
        actions: ['ForReplication', 'Acl', 'Tagging'].map((part) => `s3:GetObjectVersion${part}`),
        resources: [`${this.bucketArn}/${files}`],
      },
      {
        actions: ['s3:ReplicateObject', 's3:ReplicateDelete', 's3:ReplicateTags'],
        resources: [filesIn(Stack.of(this), replica.bucketArn).filesArn],
      },
      {
        actions: ['kms:Decrypt'],
        resources: [key.keyArn],
        conditions: through(Stack.of(this).region),
      },
      {
        actions: ['kms:Encrypt'],
        resources: [replica.keyArn],
        conditions: through(replica.region),
      },
    ];
    for (const grant of grants) role.addToPolicy(allow(grant));
    const stack = Stack.of(this);
    const reason = 'S3 copies every file, and files get their names when they are made.';
    const { defaultChild: bucket } = this.node;
    const own = CfnBucket.isCfnBucket(bucket) ? `<${stack.getLogicalId(bucket)}.Arn>` : '';
    suppress(role, {
      [`AwsSolutions-IAM5[Resource::${own}/${files}]`]: reason,
      [filesIn(stack, replica.bucketArn).findingId]: reason,
    });
  }
}

const filesArnOutput = 'FilesArn';
/** The output of a standby that names its bucket. */
export const filesNameOutput = 'FilesName';

/** The role and the destination of a replication. The bucket needs both before it exists. */
function replicationTo(scope: Construct, { bucketArn, keyArn }: FilesReplica) {
  const role = new Role(scope, 'FilesReplication', {
    assumedBy: new ServicePrincipal('s3.amazonaws.com'),
    description: 'Lets S3 copy the files of merchants to the other Region.',
  });
  const destination: IBucket = Bucket.fromBucketArn(scope, 'FilesReplica', bucketArn);
  return { role, destination, key: Key.fromKeyArn(scope, 'FilesReplicaKey', keyArn) };
}

/** The bucket of a standby, as the stage uses it that took over from the other Region. */
export function standbyFiles(stack: Stack, standbyName: string): FilesResource {
  const arn = Fn.getStackOutput(standbyName, filesArnOutput);
  return { ...filesIn(stack, arn), bucketName: Fn.getStackOutput(standbyName, filesNameOutput) };
}

/** The ARN of the bucket in a standby, read from another Region. */
export const standbyFilesArn = (standbyName: string, region: string): string =>
  Fn.getStackOutput(standbyName, filesArnOutput, region);
