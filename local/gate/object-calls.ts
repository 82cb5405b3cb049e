import { ServiceError } from '../aws/service-error.ts';
import type { AccessRequest } from '../iam/policy.ts';
import { ownMember } from '../own-member.ts';
import type { LocalBucket } from '../services/buckets.ts';
import { type LocalResources, viaService } from './api-calls.ts';

/**
 * The permissions that each method requires, and those that S3 needs on the bucket's key in the
 * caller's name.
 */
const actions: Readonly<
  Record<string, { readonly action: string; readonly onKey: readonly string[] }>
> = {
  GET: { action: 's3:GetObject', onKey: ['Decrypt'] },
  HEAD: { action: 's3:GetObject', onKey: ['Decrypt'] },
  PUT: { action: 's3:PutObject', onKey: ['GenerateDataKey', 'Decrypt'] },
  DELETE: { action: 's3:DeleteObject', onKey: [] },
};

/**
 * The permissions that a call of S3 requires; its path names the bucket and the object. Throws a
 * ServiceError for a resource that does not exist, and for a call that is not a plain operation on
 * one object.
 */
export function objectRequests(
  resources: LocalResources,
  method: string,
  target: string,
): AccessRequest[] {
  const { pathname, searchParams } = new URL(target, 'http://gate');
  const { bucketName, key } = namedIn(pathname);
  const asked = ownMember(actions, method);
  // The client names the operation in `x-id`; every other query parameter asks for another
  // operation.
  if (!asked || key === '' || [...searchParams.keys()].some((name) => name !== 'x-id')) {
    throw new ServiceError('NotImplemented', `${method} ${pathname} is not emulated.`);
  }
  const bucket = bucketNamed(resources, bucketName);
  const resource = `${bucket.arn}/${key}`;
  return [
    { action: asked.action, resource },
    ...keyRequests(resources, bucket, resource, asked.onKey),
  ];
}

/**
 * The permission without which S3 does not report to a caller that an object is missing: it answers
 * 403 instead of 404.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
export function missingObjectRequest(resources: LocalResources, target: string): AccessRequest {
  const { bucketName } = namedIn(new URL(target, 'http://gate').pathname);
  return { action: 's3:ListBucket', resource: bucketNamed(resources, bucketName).arn };
}

function namedIn(pathname: string) {
  const [, bucketName = '', key = ''] = /^\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
  return { bucketName: decodeURIComponent(bucketName), key: decodeURIComponent(key) };
}

function bucketNamed({ buckets }: LocalResources, name: string): LocalBucket {
  const bucket = buckets.get(name);
  if (!bucket) throw new ServiceError('NoSuchBucket', 'The specified bucket does not exist');
  return bucket;
}

const keyRequests = (
  resources: LocalResources,
  { arn, bucketKey, encryptionKey }: LocalBucket,
  resource: string,
  onKey: readonly string[],
) =>
  viaService(resources, 's3', encryptionKey, onKey, { 'aws:s3:arn': bucketKey ? arn : resource });
