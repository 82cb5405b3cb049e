import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { AccountRootPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnReplicaKey, type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { FilesBucket, filesNameOutput, standbyFilesArn } from '../constructs/files-bucket.ts';
import { ofStoredData } from '../constructs/key-statements.ts';
import type { Stage } from '../settings/stage.ts';
import { keyArnOutput, standbyNameOf } from './standby-names.ts';

interface StandbyStackProps extends StackProps {
  readonly stage: Stage;
  /** The Region that this stack stands by in. */
  readonly region: string;
  /** The stack Data whose key and files are replicated, and its Region. */
  readonly primary: { readonly stackName: string; readonly region: string };
  readonly hasWeeklyBackups: boolean;
}

/**
 * The parts of a stage that another Region has before its data can be there: a replica of the key,
 * and a bucket for copies of the files. The table's replica is a part of the table itself, in the stack
 * Data, which is therefore deployed after this one.
 *
 * The key's ARN is read from the outputs of the last deployment of Data, which therefore exists
 * before its standby.
 */
export class StandbyStack extends Stack {
  constructor(scope: Construct, id: string, props: StandbyStackProps) {
    const { stage, region, primary, hasWeeklyBackups, ...rest } = props;
    super(scope, id, { ...rest, env: { ...rest.env, region } });
    const replica = new CfnReplicaKey(this, 'Key', {
      description: `Turnout ${stage.name}: the key of ${primary.region} in this Region.`,
      primaryKeyArn: Fn.getStackOutput(primary.stackName, keyArnOutput, primary.region),
      // A replica has a policy of its own. Rotation is that of the primary key.
      keyPolicy: new PolicyDocument({
        statements: [
          new PolicyStatement({
            effect: Effect.ALLOW,
            principals: [new AccountRootPrincipal()],
            actions: ['kms:*'],
            resources: ['*'],
          }),
          ...ofStoredData(this, hasWeeklyBackups),
        ],
      }),
    });
    replica.applyRemovalPolicy(stage.removalPolicy);
    const key = Key.fromKeyArn(this, 'ReplicaKey', replica.attrArn);
    const { bucketName } = new FilesBucket(this, 'Files', { stage, key, isReplicated: true });
    new CfnOutput(this, filesNameOutput, {
      description: 'The bucket with the copies of files',
      value: bucketName,
    });
    new CfnOutput(this, keyArnOutput, {
      description: 'The replica of the key of stored data',
      value: replica.attrArn,
    });
  }
}

/** The replicas of a stage's data in another Region. */
export interface Replicas {
  readonly region: string;
  readonly keyArn: string;
  readonly bucketArn: string;
}

/** The parts of a standby that the stack Data of its stage needs, read from the other Region. */
export const replicasIn = (stage: Stage, region: string): Replicas => ({
  region,
  keyArn: Fn.getStackOutput(standbyNameOf(stage), keyArnOutput, region),
  bucketArn: standbyFilesArn(standbyNameOf(stage), region),
});

/** The key of a standby in its own Region, where the stage takes over. */
export const standbyKey = (stack: Stack, stage: Stage): IKey =>
  Key.fromKeyArn(stack, 'StandbyKey', Fn.getStackOutput(standbyNameOf(stage), keyArnOutput));
