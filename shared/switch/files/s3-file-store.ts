// Loaded late: few requests read or write a file.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { tlsOfAws } from '#platform/aws/connections.ts';
import { userAgentParts } from '#platform/aws/user-agent.ts';
import { log } from '#platform/log.ts';
import { awsAttempts, connectTimeoutMs, fileTimeoutMs } from '#platform/time-limits.ts';
import type { FilePlace, FileStore } from './file-store.ts';

/** The object key of a file. It begins with the merchant, like every key of the table. */
export function objectKey({ merchantId, id }: FilePlace): string {
  return `MERCHANT/${merchantId}/${id}`;
}

/** Files in S3, in the bucket `FILES_BUCKET`. The bucket itself encrypts them. */
export function s3FileStore(
  bucket = process.env.FILES_BUCKET ?? '',
  client = withoutLog(
    new S3Client({
      maxAttempts: awsAttempts,
      // The SDK's own provider inspects the machine, once for each client.
      defaultUserAgentProvider: async () => userAgentParts(),
      requestHandler: {
        requestTimeout: fileTimeoutMs,
        connectionTimeout: connectTimeoutMs,
        throwOnRequestTimeout: true,
        httpsAgent: tlsOfAws(),
      },
    }),
  ),
  logger = log,
): FileStore {
  const object = (place: FilePlace) => ({ Bucket: bucket, Key: objectKey(place) });
  return {
    async put(place, bytes, type) {
      await client.send(new PutObjectCommand({ ...object(place), Body: bytes, ContentType: type }));
    },

    async get(place) {
      try {
        const { Body } = await client.send(new GetObjectCommand(object(place)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        if (!mayMeanMissing(error)) throw error;
        logger.error('file missing or unreadable', error, { fileId: place.id });
        return undefined;
      }
    },

    async remove(place) {
      await client.send(new DeleteObjectCommand(object(place)));
    },
  };
}

/**
 * Whether S3 may have refused a read only because there is no such object. S3 does not report a
 * missing object to a role that may not list the bucket: it answers 403 `AccessDenied`, and names
 * `s3:ListBucket` as the refused action, or none. Where it names another action, such as
 * `s3:GetObject` or `kms:Decrypt`, the role lacks a grant.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html (Permissions)
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/troubleshoot-403-errors.html
 */
function mayMeanMissing(error: unknown): error is Error {
  if (!(error instanceof Error) || error.name !== 'AccessDenied') return false;
  const [, refused] = /not authorized to perform: ([\w:]+)/.exec(error.message) ?? [];
  return refused === undefined || refused === 's3:ListBucket';
}

/** The client without its logging middleware, which runs for each call and never writes. */
function withoutLog(client: S3Client): S3Client {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}
