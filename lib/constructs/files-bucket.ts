import { CfnOutput, Duration, Fn, Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { retentionDays } from '../../shared/files/retention-days.ts';
import { suppress } from '../nag-suppressions.ts';
import type { Stage } from '../stage.ts';

interface FilesBucketProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/** The table forgets what is expired within days, and nobody shall meet a file without its bytes. */
const graceDays = 14;

/** Every file lies below its merchant. */
const files = 'MERCHANT/*';

/** Where files that merchants upload lie: our own key, never public, gone when nobody needs them. */
export class FilesBucket extends Bucket {
  /** All files, for the roles of those who may do something with them. */
  readonly filesArn: string;
  /** What the template checks call a grant on all files in another stack. */
  readonly findingId: string;

  constructor(scope: Construct, id: string, { stage, key }: FilesBucketProps) {
    super(scope, id, {
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      // One data key for many files: a call of KMS for each would be most of what a file costs.
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      // What a merchant deletes is gone: no version of it stays behind.
      versioned: false,
      lifecycleRules: [
        {
          expiration: Duration.days(retentionDays + graceDays),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy: stage.removalPolicy,
      // S3 removes no bucket with files in it.
      autoDeleteObjects: stage.emptiesFiles,
    });
    // As other stacks read it, so that the finding has one name whenever it is looked for.
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
