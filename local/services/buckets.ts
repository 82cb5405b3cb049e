import http from 'node:http';
import type { Deployment } from '../assembly/deployment.ts';
import { isTrue, type Json, listOf, objectOf, optionalString, stringOf } from '../assembly/json.ts';
import type { Emulator } from '../aws/aws-call.ts';

/** An S3 bucket of the assembly. */
export interface LocalBucket {
  readonly name: string;
  readonly arn: string;
  readonly encryptionKey: string | undefined;
  /** Whether S3 uses the KMS key once for the bucket instead of once for each object. */
  readonly bucketKey: boolean;
  readonly policies: readonly Json[];
}

export function bucketsOf(deployment: Deployment): readonly LocalBucket[] {
  const policies = deployment.ofType('AWS::S3::BucketPolicy');
  return deployment.ofType('AWS::S3::Bucket').map((resource): LocalBucket => {
    const name = resource.reference();
    const encryption = objectOf(resource.property('BucketEncryption'), 'BucketEncryption');
    const [rule] = listOf(encryption.ServerSideEncryptionConfiguration);
    const { ServerSideEncryptionByDefault, BucketKeyEnabled } = objectOf(rule, 'Encryption');
    const byDefault = objectOf(ServerSideEncryptionByDefault, 'ServerSideEncryptionByDefault');
    return {
      name,
      arn: stringOf(resource.attribute('Arn'), 'Arn'),
      encryptionKey: optionalString(byDefault.KMSMasterKeyID),
      bucketKey: isTrue(BucketKeyEnabled),
      policies: policies
        .filter((policy) => policy.property('Bucket') === name)
        .flatMap((policy) => listOf(policy.property('PolicyDocument'))),
    };
  });
}

/** Creates the buckets that do not exist yet. */
export async function createBuckets(buckets: readonly LocalBucket[], emulator: Emulator) {
  for (const { name } of buckets) {
    const status = await put(emulator, `/${name}`);
    // An earlier run may have created it.
    if (status >= 300 && status !== 409) throw new Error(`The bucket ${name} cannot be made.`);
  }
}

const put = ({ host, port, signature, agent }: Emulator, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { ...signature, 'content-length': 0 };
    const request = http.request({ host, port, agent, method: 'PUT', path, headers });
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 500));
    });
    request.end();
  });
