import { lazy } from '#platform/lazy.ts';
import type { FileStore } from './file-store.ts';
import { s3FileStore } from './s3-file-store.ts';

/** Files in S3. The S3 client is loaded on the first use. */
export const liveFileStore = (): FileStore => lazy(() => s3FileStore());
