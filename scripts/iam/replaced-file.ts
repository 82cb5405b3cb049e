import { createWriteStream, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';

interface ReplacedFile {
  /** Writes all lines, and puts them in place of the file. */
  replace(lines: Iterable<string>): Promise<void>;
  /** Removes a file that was not put in place. */
  discard(): void;
}

/**
 * Opens a file that a long run will replace, so that a path that cannot be written ends the run at
 * its start. The file that is there stays until the new one is whole. Throws where it cannot be
 * written.
 */
export function openReplacement(file: string): ReplacedFile {
  const existing = lstatSync(file, { throwIfNoEntry: false });
  if (existing && !existing.isFile()) throw new Error(`${file} is not a file.`);
  const fresh = `${file}.part`;
  const fd = openSync(fresh, 'w');
  return {
    async replace(lines) {
      await pipeline(lines, createWriteStream(fresh, { fd }));
      renameSync(fresh, file);
    },
    discard: () => rmSync(fresh, { force: true }),
  };
}
