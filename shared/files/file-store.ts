import { lazy } from '../lazy.ts';
import type { StoredFile } from './file.ts';
import { s3FileStore } from './s3-file-store.part.ts';

/** Whose file, and which. */
export type FilePlace = Pick<StoredFile, 'merchantId' | 'id'>;

/** The bytes of merchants' files. */
export interface FileStore {
  /** Writes a file, or writes it again. */
  put(place: FilePlace, bytes: Uint8Array, type: string): Promise<void>;
  /** Undefined when there is none. */
  get(place: FilePlace): Promise<Uint8Array | undefined>;
  /** Removing what is not there is fine. */
  remove(place: FilePlace): Promise<void>;
}

/** Files in S3, whose client is loaded with the first file that is written, read or removed. */
export const liveFileStore = (): FileStore => lazy(() => s3FileStore());
