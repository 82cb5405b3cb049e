import { randomUUID } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type BuildCache, type CachedFiles, hashOf } from '../bundle/build-cache.ts';

/** Folders with synthesized templates, which all suites of a run share and later runs use again. */
export interface KeptSyntheses {
  /**
   * The folder of the templates that these settings decide. It is made at most once at a time: another process
   * that wants the same waits for it.
   *
   * @param make writes the files into a folder and returns that folder
   */
  folderOf(settings: string, make: (use: (folder: string) => void) => void): string;
}

/**
 * @param run the folder of this run
 * @param cache keeps the templates from one run to the next; its tools are all that decides
 * templates besides their settings
 */
export function keptSyntheses(run: string, cache: BuildCache): KeptSyntheses {
  return {
    folderOf(settings, make) {
      const folder = join(run, 'synthesized', hashOf(settings));
      if (existsSync(folder)) return folder;
      mkdirSync(dirname(folder), { recursive: true });
      alone(`${folder}.lock`, () => {
        if (existsSync(folder)) return;
        const step = `synthesize ${settings}`;
        const startedAt = Date.now();
        const found = cache.find(step);
        if (found) return writeFolder(folder, found);
        make((made) => {
          writeFolder(folder, cache.store(step, { inputs: [], files: filesIn(made), startedAt }));
          cache.prune();
        });
      });
      return folder;
    },
  };
}

function filesIn(folder: string): ReadonlyMap<string, Uint8Array> {
  const entries = globSync('**', { cwd: folder, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [relative(folder, file), readFileSync(file)]),
  );
}

/** Writes a folder under a temporary name and renames it when it is whole. */
function writeFolder(folder: string, { names, put }: CachedFiles): void {
  const fresh = `${folder}.${randomUUID()}`;
  for (const name of names) put(name, join(fresh, name), 'copy');
  renameSync(fresh, folder);
}

/** Does this while no other process does it. A process that has ended holds up no other one. */
function alone(lock: string, work: () => void): void {
  while (!isTaken(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isTaken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isAbandoned(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
