import type { FileStore } from '#switch/files/file-store.ts';
import { objectKey } from '#switch/files/s3-file-store.ts';

/** Merchants' files in memory. */
export function memoryFiles() {
  const files = new Map<string, Uint8Array>();
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
  return { ...store, names: () => [...files.keys()].sort() };
}
