import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { sdkSettings, withoutLog } from '../aws/sdk-settings.ts';
import type { FilePlace, FileStore } from './file-store.ts';

/** The object key of a file. It begins with the merchant, like every key of the table. */
export function objectKey({ merchantId, id }: FilePlace): string {
  return `MERCHANT/${merchantId}/${id}`;
}

/** The timeout of one call to S3, in milliseconds. A call is tried at most three times. */
const callTimeoutMs = 5_000;

/** Files in S3, in the bucket `FILES_BUCKET`. The bucket itself encrypts them. */
export function s3FileStore(
  bucket = process.env.FILES_BUCKET ?? '',
  client = withoutLog(
    new S3Client({
      ...sdkSettings,
      requestHandler: {
        requestTimeout: callTimeoutMs,
        connectionTimeout: 1_000,
        throwOnRequestTimeout: true,
      },
    }),
  ),
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
        throw error;
      }
    },

    async remove(place) {
      await client.send(new DeleteObjectCommand(object(place)));
    },
  };
}
