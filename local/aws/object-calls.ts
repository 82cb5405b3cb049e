import type { AccessRequest } from '../iam/policy.ts';
import type { LocalBucket } from '../services/buckets.ts';
import { type LocalResources, viaService } from './api-calls.ts';
import { ServiceError } from './service-error.ts';

/** What each method asks permission for, and what S3 asks of the bucket's key on the caller's behalf. */
const actions: Readonly<
  Record<string, { readonly action: string; readonly onKey: readonly string[] }>
> = {
  GET: { action: 's3:GetObject', onKey: ['Decrypt'] },
  HEAD: { action: 's3:GetObject', onKey: ['Decrypt'] },
  PUT: { action: 's3:PutObject', onKey: ['GenerateDataKey', 'Decrypt'] },
  DELETE: { action: 's3:DeleteObject', onKey: [] },
};

/**
 * What a call of S3 asks permission for: it names the bucket and the object in its path.
 * Throws a ServiceError for what is not there, and for whatever is no plain call about one object.
 */
export function objectRequests(
  resources: LocalResources,
  method: string,
  target: string,
): AccessRequest[] {
  const { pathname, searchParams } = new URL(target, 'http://gate');
  const [, bucketName = '', key = ''] = /^\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
  const asked = actions[method];
  // The client says what it means in `x-id`; every other word asks for something else.
  if (!asked || key === '' || [...searchParams.keys()].some((name) => name !== 'x-id')) {
    throw new ServiceError('NotImplemented', `${method} ${pathname} is not emulated.`);
  }
  const bucket = resources.buckets.get(decodeURIComponent(bucketName));
  if (!bucket) throw new ServiceError('NoSuchBucket', 'The specified bucket does not exist');
  const resource = `${bucket.arn}/${decodeURIComponent(key)}`;
  return [
    { action: asked.action, resource },
    ...keyRequests(resources, bucket, resource, asked.onKey),
  ];
}

const keyRequests = (
  resources: LocalResources,
  { arn, bucketKey, encryptionKey }: LocalBucket,
  resource: string,
  onKey: readonly string[],
) =>
  viaService(resources, 's3', encryptionKey, onKey, { 'aws:s3:arn': bucketKey ? arn : resource });
