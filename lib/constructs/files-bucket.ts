import { CfnOutput, Duration, Fn, Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { retentionDays } from '#switch/files/retention-days.ts';
import { suppress } from '../nag-suppressions.ts';
import type { Stage } from '../stage.ts';

interface FilesBucketProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/**
 * DynamoDB deletes expired items within days. The bytes outlive the table's record by this much.
 */
const graceDays = 14;

/** Every file's key begins with its merchant. */
const files = 'MERCHANT/*';

/** The files that merchants upload: our own key, never public, deleted after their expiry. */
export class FilesBucket extends Bucket {
  /** All files, for grants of roles that use them. */
  readonly filesArn: string;
  /** The id by which cdk-nag reports a grant on all files in another stack. */
  readonly findingId: string;

  constructor(scope: Construct, id: string, { stage, key }: FilesBucketProps) {
    super(scope, id, {
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      // One data key serves many files: a KMS call per file would be most of a file's cost.
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      // A file that a merchant deletes leaves no version behind.
      versioned: false,
      lifecycleRules: [
        {
          expiration: Duration.days(retentionDays + graceDays),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy: stage.removalPolicy,
      // S3 deletes no bucket that has files in it.
      autoDeleteObjects: stage.emptiesFiles,
    });
    // The ARN as other stacks read it, so that the finding has the same name everywhere.
    const stack = Stack.of(this);
    const { logicalId } = new CfnOutput(stack, 'FilesArn', { value: this.bucketArn });
    const arn = Fn.getStackOutput(stack.stackName, stack.resolve(logicalId));
    this.filesArn = `${arn}/${files}`;
    this.findingId = `AwsSolutions-IAM5[Resource::${JSON.stringify(stack.resolve(arn))}/${files}]`;
    suppress(this, {
      'AwsSolutions-S1':
        'Only four functions reach it, and each logs every request that it serves by its id.',
    });
  }
}
