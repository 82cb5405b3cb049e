import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';

/** Folders with synthesized templates, which all suites of a run share and later runs use again. */
export interface KeptSyntheses {
  /**
   * The folder of what these settings decide. It is made at most once at a time: another process
   * that wants the same waits for it.
   *
   * @param make writes the files into a folder and returns that folder
   */
  folderOf(settings: string, make: (use: (folder: string) => void) => void): string;
}

interface Places {
  /** The folder of this run. */
  readonly run: string;
  /** The folder that runs share. */
  readonly kept: string;
  /** The hash of all that decides templates besides their settings. */
  readonly digest: string;
}

/** The sources of so many states stay, for work that alternates between branches. */
const maxDigests = 4;

export function keptSyntheses({ run, kept, digest }: Places): KeptSyntheses {
  const packs = join(kept, digest);
  return {
    folderOf(settings, make) {
      const name = hashOf(settings);
      const folder = join(run, 'synthesized', name);
      if (existsSync(folder)) return folder;
      mkdirSync(dirname(folder), { recursive: true });
      alone(`${folder}.lock`, () => {
        if (existsSync(folder)) return;
        const pack = join(packs, `${name}.gz`);
        const files = unpacked(pack);
        if (files) {
          writeFolder(folder, files);
          return;
        }
        make((made) => {
          const all = filesIn(made);
          writeFolder(folder, all);
          keep(pack, all);
        });
      });
      return folder;
    },
  };

  function keep(pack: string, files: Files): void {
    if (!existsSync(packs)) {
      const others = existsSync(kept) ? readdirSync(kept) : [];
      const ages = others.map(
        (name) => [join(kept, name), statSync(join(kept, name)).mtimeMs] as const,
      );
      const old = ages.toSorted(([, one], [, other]) => other - one).slice(maxDigests - 1);
      for (const [folder] of old) rmSync(folder, { recursive: true, force: true });
    }
    mkdirSync(packs, { recursive: true });
    writeWhole(pack, gzipSync(serialize(files)));
  }

  function unpacked(pack: string): Files | undefined {
    try {
      const files = v.parse(Files, deserialize(gunzipSync(readFileSync(pack))));
      const now = new Date();
      utimesSync(packs, now, now);
      return files;
    } catch {
      // It is not there, or was cut off. It is made again.
      return undefined;
    }
  }
}

const Files = v.map(v.string(), v.instance(Uint8Array));
type Files = v.InferOutput<typeof Files>;

function filesIn(folder: string): Files {
  const entries = globSync('**', { cwd: folder, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [relative(folder, file), new Uint8Array(readFileSync(file))]),
  );
}

function writeFolder(folder: string, files: Files): void {
  const fresh = `${folder}.${randomUUID()}`;
  for (const [name, contents] of files) {
    mkdirSync(join(fresh, dirname(name)), { recursive: true });
    writeFileSync(join(fresh, name), contents);
  }
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Another process has made the same meanwhile.
    if (!existsSync(folder)) throw error;
    rmSync(fresh, { recursive: true });
  }
}

function writeWhole(file: string, contents: Uint8Array): void {
  const fresh = `${file}.${randomUUID()}.new`;
  writeFileSync(fresh, contents);
  renameSync(fresh, file);
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

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
