import type { FileStore } from '#switch/files/file-store.ts';
import { objectKey } from '#switch/files/s3-file-store.ts';

/** Merchants' files in memory, with what tests ask beside them. */
export interface MemoryFiles extends FileStore {
  names(): readonly string[];
  /** Makes stores with the files that are here now. */
  copies(): () => MemoryFiles;
}

export function memoryFiles(before: Iterable<readonly [string, Uint8Array]> = []): MemoryFiles {
  const files = new Map(before);
  const store: FileStore = {
    async put(place, bytes) {
      files.set(objectKey(place), new Uint8Array(bytes));
    },
    async get(place) {
      const found = files.get(objectKey(place));
      return found && new Uint8Array(found);
    },
    async remove(place) {
      files.delete(objectKey(place));
    },
  };
  return {
    ...store,
    names: () => [...files.keys()].sort(),
    copies() {
      const now = [...files];
      return () => memoryFiles(now);
    },
  };
}
