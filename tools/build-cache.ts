import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

/** What a step of the build has made: text or bytes by their path below the step's own folder. */
export type Files = ReadonlyMap<string, Uint8Array | string>;

interface BuildRecord {
  /** Every source that the step read, as a path below the repository. */
  readonly inputs: readonly string[];
  /**
   * When the step began, in ms since 1970: a source that changed later may have been read in either
   * state.
   */
  readonly startedAt: number;
  readonly files: Files;
}

/** The files of a step as they lie in the cache: bytes are only read where they are asked for. */
export interface CachedFiles {
  readonly names: readonly string[];
  /** @throws StepGone when another process has removed it from the cache in the meantime. */
  read(name: string): Buffer;
  /**
   * Puts a file at another place: as a copy that may be changed, or, where the disk can do that, as
   * a hard link to the same bytes, which must not be changed. @throws StepGone when another process
   * has removed it from the cache in the meantime.
   */
  put(name: string, target: string, as: 'copy' | 'link'): void;
}

/**
 * Keeps what the steps of a build have made. A step is found again while every source that it read is
 * as it was, and so are the tools that all steps depend on.
 */
export interface BuildCache {
  /** What the step made of the sources as they are now; undefined when it has to be made (anew). */
  find(step: string): CachedFiles | undefined;
  /** Keeps what a step made. It is not found again when a source changed while the step ran. */
  store(step: string, made: BuildRecord): CachedFiles;
  /** Removes what was used least recently, until the rest is as small as it has to be. */
  prune(): void;
}

export interface CacheOptions {
  /** Where it lies. It may be removed at any time while nothing starts from it. */
  readonly folder: string;
  /** The folder that inputs are named in. */
  readonly root: string;
  /** Whatever all steps depend on, in a few words or as a hash. */
  readonly tools: string;
  /** How large all files together may be after pruning, in bytes. */
  readonly maxBytes?: number;
  /** How long files are safe from pruning after their last use, in ms: a start may be linking them. */
  readonly safeMs?: number;
  /** Writes a file, as the file system does. */
  readonly write?: (file: string, contents: Uint8Array | string) => void;
}

/** A file of the cache is gone that was there a moment ago. The step has to be made anew. */
export class StepEvicted extends Error {
  constructor(step: string) {
    super(`"${step}" was removed from the cache meanwhile.`);
    this.name = 'StepGone';
  }
}

/** What a step made of certain sources; both by the SHA-256 of their bytes, in hex. */
const Hashes = v.record(v.string(), v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)));
const Variant = v.object({ inputs: Hashes, files: Hashes });
type Variant = v.InferOutput<typeof Variant>;
const Variants = v.array(Variant);

/** So many states of the sources are remembered for each step, for work that goes to and fro. */
const maxVariants = 4;
const retentionMs = 30 * 24 * 3_600_000;

export function buildCache({
  folder,
  root,
  tools,
  maxBytes = 400 * 1024 * 1024,
  safeMs = 600_000,
  write = writeFileSync,
}: CacheOptions): BuildCache {
  const steps = path.join(folder, 'steps');
  const blobs = path.join(folder, 'files');
  const sources = new Map<string, string | undefined>();

  const recordOf = (step: string) =>
    path.join(steps, `${hashOf(JSON.stringify([tools, step]))}.json`);
  const blobOf = (hash: string) => path.join(blobs, hash);

  /** A source is looked at once: what changes during a build is for the next one. */
  function sourceHash(input: string): string | undefined {
    if (!sources.has(input)) {
      const contents = contentsOf(path.join(root, input));
      sources.set(input, contents && hashOf(contents));
    }
    return sources.get(input);
  }

  function variantsOf(record: string): readonly Variant[] {
    const text = contentsOf(record)?.toString('utf8');
    if (text === undefined) return [];
    try {
      return v.parse(Variants, JSON.parse(text));
    } catch {
      // It was written by another version, or only half. Its step is made anew.
      return [];
    }
  }

  const isCurrent = ({ inputs }: Variant) =>
    Object.entries(inputs).every(([input, hash]) => sourceHash(input) === hash);

  const isWholeBlob = (hash: string) => {
    const contents = contentsOf(blobOf(hash));
    return contents !== undefined && hashOf(contents) === hash;
  };
  const isWhole = ({ files }: Variant) => Object.values(files).every(isWholeBlob);

  /**
   * A file gets its name only when it is complete, also when another process writes it meanwhile.
   */
  function writeWhole(file: string, contents: Uint8Array | string) {
    const fresh = `${file}.${randomUUID()}.new`;
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      write(fresh, contents);
      renameSync(fresh, file);
    } catch (error) {
      rmSync(fresh, { force: true });
      // The system does not say where it has no room.
      if (error instanceof Error && codeOf(error) === 'ENOSPC')
        Object.assign(error, { path: folder });
      throw error;
    }
  }

  function keptFiles(step: string, files: Variant['files']): CachedFiles {
    const found = (name: string) => {
      const hash = files[name];
      if (hash === undefined) throw new Error(`"${step}" has made no ${name}.`);
      return blobOf(hash);
    };
    const reached = <T>(use: () => T): T => {
      try {
        return use();
      } catch (error) {
        throw codeOf(error) === 'ENOENT' ? new StepEvicted(step) : error;
      }
    };
    return {
      names: Object.keys(files),
      read: (name) => reached(() => readFileSync(found(name))),
      put(name, target, as) {
        const blob = found(name);
        mkdirSync(path.dirname(target), { recursive: true });
        reached(() => (as === 'copy' ? copyFileSync(blob, target) : linkOrCopy(blob, target)));
      },
    };
  }

  /** The time of a file is when it was used last, by which the rest is pruned. */
  function touch(files: readonly string[]) {
    const now = new Date();
    for (const file of files) {
      try {
        utimesSync(file, now, now);
      } catch {
        // It is gone, which is seen when it is put somewhere.
      }
    }
  }

  return {
    find(step) {
      const record = recordOf(step);
      const variant = variantsOf(record).find(isCurrent);
      if (!variant || !isWhole(variant)) return undefined;
      touch([record, ...Object.values(variant.files).map(blobOf)]);
      return keptFiles(step, variant.files);
    },

    store(step, made) {
      const files: Record<string, string> = {};
      for (const [name, contents] of made.files) {
        const hash = hashOf(contents);
        if (!isWholeBlob(hash)) writeWhole(blobOf(hash), contents);
        files[name] = hash;
      }
      const inputs: Record<string, string> = {};
      for (const input of [...made.inputs].sort()) {
        const hash = sourceHash(input);
        const changedAt = statSync(path.join(root, input), { throwIfNoEntry: false })?.mtimeMs;
        if (hash === undefined || changedAt === undefined || changedAt >= made.startedAt) {
          return keptFiles(step, files);
        }
        inputs[input] = hash;
      }
      const record = recordOf(step);
      const others = variantsOf(record).filter((one) => !isCurrent(one));
      const variants = [{ inputs, files }, ...others].slice(0, maxVariants);
      writeWhole(record, JSON.stringify(variants));
      return keptFiles(step, files);
    },

    prune() {
      const now = Date.now();
      for (const { file, usedAt } of filesIn(steps)) {
        if (now - usedAt > retentionMs) rmSync(file, { force: true });
      }
      const all = filesIn(blobs).sort((one, other) => other.usedAt - one.usedAt);
      let bytes = 0;
      for (const { file, usedAt, size } of all) {
        bytes += size;
        if (bytes > maxBytes && now - usedAt > safeMs) rmSync(file, { force: true });
      }
    },
  };
}

/** The SHA-256 in hex. */
export const hashOf = (contents: Uint8Array | string): string =>
  createHash('sha256').update(contents).digest('hex');

function filesIn(folder: string) {
  return namesIn(folder).flatMap((name) => {
    const file = path.join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    return found ? [{ file, size: found.size, usedAt: found.mtimeMs }] : [];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** What a file holds; undefined when there is none. */
function contentsOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function linkOrCopy(file: string, target: string) {
  try {
    linkSync(file, target);
  } catch (error) {
    // Another disk, or one that knows no second names.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EEXIST') throw error;
    copyFileSync(file, target);
  }
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
