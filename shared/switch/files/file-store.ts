import type { StoredFile } from './file.ts';

/** A file's merchant and id. */
export type FilePlace = Pick<StoredFile, 'merchantId' | 'id'>;

/** The bytes of merchants' files. */
export interface FileStore {
  /** Writes a file, or overwrites it. */
  put(place: FilePlace, bytes: Uint8Array, type: string): Promise<void>;
  /** Undefined when there is none. */
  get(place: FilePlace): Promise<Uint8Array | undefined>;
  /** Succeeds too when there is no such file. */
  remove(place: FilePlace): Promise<void>;
}
