import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

/** The output of a build step: text or bytes by path below the step's own folder. */
type Files = ReadonlyMap<string, Uint8Array | string>;

interface BuildRecord {
  /** Every source that the step read, as a path below the repository. */
  readonly inputs: readonly string[];
  /**
   * When the step began, in ms since 1970. If a source changed later, the step may have read either
   * version.
   */
  readonly startedAt: number;
  readonly files: Files;
}

/** The files of a step in the cache. A file is read only when a caller asks for its bytes. */
export interface CachedFiles {
  readonly names: readonly string[];
  /** @throws StepEvicted when another process has removed it from the cache in the meantime. */
  read(name: string): Buffer;
  /**
   * Puts a file at another place: as a copy that may be changed, or, where the disk can do that, as
   * a hard link to the same bytes, which must not be changed.
   *
   * @throws StepEvicted when another process has removed it from the cache in the meantime.
   */
  put(name: string, target: string, as: 'copy' | 'link'): void;
}

/**
 * Caches the output of build steps. A cached step is valid while all its sources are unchanged, and
 * so are the tools that all steps depend on.
 */
export interface BuildCache {
  /** The step's output for the current sources; undefined when the step must run (again). */
  find(step: string): CachedFiles | undefined;
  /** The step's output for the latest sources that it read, which may have changed since. */
  latest(step: string): CachedFiles | undefined;
  /** Stores a step's output. The entry is not used if a source changed while the step ran. */
  store(step: string, made: BuildRecord): CachedFiles;
  /** Removes the least recently used entries, until the rest fits the limit. */
  prune(): void;
}

export interface CacheOptions {
  /** The cache's folder. It may be removed at any time while no start uses it. */
  readonly folder: string;
  /** The folder that the paths of sources are relative to. */
  readonly root: string;
  /** The version of everything that all steps depend on, as a short text or a hash. */
  readonly tools: string;
  /** The size limit of all files after pruning, in bytes. */
  readonly maxBytes?: number;
  /**
   * How long files are safe from pruning after their last use, in ms: a start may be linking them.
   */
  readonly safeMs?: number;
  /** Writes a file, as the file system does. */
  readonly write?: (file: string, contents: Uint8Array | string) => void;
}

/** A file of the cache was removed meanwhile, so its step must run again. */
export class StepEvicted extends Error {
  constructor(step: string) {
    super(`"${step}" was removed from the cache meanwhile.`);
    this.name = 'StepEvicted';
  }
}

/** The output of a step for certain sources; both by the SHA-256 of their bytes, in hex. */
const Hashes = v.record(v.string(), v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)));
const Variant = v.object({
  inputs: Hashes,
  files: Hashes,
  /** Size and time of each file in the cache when its bytes were right, by their hash. */
  stamps: v.record(v.string(), v.string()),
});
type Variant = v.InferOutput<typeof Variant>;
const Variants = v.array(Variant);

/** The number of versions kept for each step, for work that alternates between versions. */
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
  const filesOf = (step: string, files: Variant['files']) => cachedFiles(step, files, blobOf);
  const save = (file: string, contents: Uint8Array | string) =>
    writeWhole(file, contents, { folder, write });

  /** Each source is read once: a change during a build counts for the next build. */
  function sourceHash(input: string): string | undefined {
    if (!sources.has(input)) {
      const contents = contentsOf(path.join(root, input));
      sources.set(input, contents && hashOf(contents));
    }
    return sources.get(input);
  }

  const isCurrent = ({ inputs }: Variant) =>
    Object.entries(inputs).every(([input, hash]) => sourceHash(input) === hash);

  const isWholeBlob = (hash: string) => {
    const contents = contentsOf(blobOf(hash));
    return contents !== undefined && hashOf(contents) === hash;
  };
  // Bytes are read only where size or time show that they may have changed.
  const isWhole = ({ files, stamps }: Variant) =>
    Object.values(files).every((hash) => {
      const stamp = stampOf(blobOf(hash));
      return stamp !== undefined && (stamp === stamps[hash] || isWholeBlob(hash));
    });

  function useful(step: string, variant: Variant | undefined): CachedFiles | undefined {
    if (!variant || !isWhole(variant)) return undefined;
    touch([recordOf(step), ...Object.values(variant.files).map(blobOf)]);
    return filesOf(step, variant.files);
  }

  return {
    find: (step) => useful(step, variantsOf(recordOf(step)).find(isCurrent)),
    latest: (step) => useful(step, variantsOf(recordOf(step))[0]),

    store(step, made) {
      const files: Record<string, string> = {};
      for (const [name, contents] of made.files) {
        const hash = hashOf(contents);
        if (!isWholeBlob(hash)) save(blobOf(hash), contents);
        files[name] = hash;
      }
      const inputs: Record<string, string> = {};
      for (const input of [...made.inputs].sort()) {
        const hash = sourceHash(input);
        const changedAt = statSync(path.join(root, input), { throwIfNoEntry: false })?.mtimeMs;
        if (hash === undefined || changedAt === undefined || changedAt >= made.startedAt) {
          return filesOf(step, files);
        }
        inputs[input] = hash;
      }
      const record = recordOf(step);
      const others = variantsOf(record).filter((one) => !isCurrent(one));
      const stamps = Object.fromEntries(
        Object.values(files).map((hash) => [hash, stampOf(blobOf(hash)) ?? '']),
      );
      const variants = [{ inputs, files, stamps }, ...others].slice(0, maxVariants);
      save(record, JSON.stringify(variants));
      return filesOf(step, files);
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

function variantsOf(record: string): readonly Variant[] {
  const text = contentsOf(record)?.toString('utf8');
  if (text === undefined) return [];
  try {
    return v.parse(Variants, JSON.parse(text));
  } catch {
    // Another version wrote it, or wrote it incompletely. Its step must run again.
    return [];
  }
}

function cachedFiles(
  step: string,
  files: Variant['files'],
  blobOf: (hash: string) => string,
): CachedFiles {
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

/**
 * Writes a file under a temporary name and renames it when complete. Another process may write
 * the same file meanwhile.
 */
function writeWhole(
  file: string,
  contents: Uint8Array | string,
  { folder, write }: Required<Pick<CacheOptions, 'folder' | 'write'>>,
) {
  const fresh = `${file}.${randomUUID()}.new`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    write(fresh, contents);
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    // The system's error does not name the full disk.
    if (error instanceof Error && codeOf(error) === 'ENOSPC')
      Object.assign(error, { path: folder });
    throw error;
  }
}

/** A file's access time is its last use, by which files are pruned. */
function touch(files: readonly string[]) {
  const now = new Date();
  for (const file of files) {
    try {
      utimesSync(file, now, new Date(changedAtMs(statSync(file))));
    } catch {
      // The file is gone, which the caller notices when it copies the file.
    }
  }
}

/** Times are set in whole milliseconds. */
const changedAtMs = ({ mtimeMs }: Stats) => Math.round(mtimeMs);

/** The size of a file, and the time of its last modification; undefined if there is none. */
function stampOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.size} ${changedAtMs(found)}`;
}

/** The SHA-256 in hex. */
export const hashOf = (contents: Uint8Array | string): string =>
  createHash('sha256').update(contents).digest('hex');

function filesIn(folder: string) {
  return namesIn(folder).flatMap((name) => {
    const file = path.join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    return found ? [{ file, size: found.size, usedAt: found.atimeMs }] : [];
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

/** The contents of a file; undefined if there is none. */
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
    // Another disk, or one without hard links.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EEXIST') throw error;
    copyFileSync(file, target);
  }
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
