import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { ownedFolder, removeAbandoned } from '../../local/owned-folder.ts';
import { hashOf } from './build-cache.ts';

/** The folder of the bundles that are deployed, and how they are made. */
export interface BundleFolder {
  /** The folder: one folder a function, and the record beside them. */
  readonly outdir: string;
  /** The folder that the paths of sources are relative to. */
  readonly root: string;
  /** The version of everything that all bundles depend on, as a short text or a hash. */
  readonly tools: string;
  /** The functions that must have a bundle, such as `payments/create`. */
  readonly names: readonly string[];
  /** Bundles some of the functions. Throws when one of them cannot be bundled. */
  bundle(names: readonly string[]): Promise<readonly MadeBundle[]>;
  /** Gets one line before functions are bundled. */
  say(line: string): void;
}

/** A bundle, as the bundler made it. */
interface MadeBundle {
  readonly name: string;
  /** Its files by name; none is in a folder of its own. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Every file that the bundler read for it, those of packages too, as a path below the root. */
  readonly inputs: readonly string[];
  readonly packageInputs: readonly string[];
}

/** Bundles that were up to date at one moment. */
export interface CurrentBundles {
  /** The functions that had to be bundled. */
  readonly made: readonly string[];
  /**
   * Throws when a file of the folder has changed since that moment. Another command may have
   * bundled other sources meanwhile, and a reader may have read files of both.
   */
  assertUnchanged(): void;
}

/** The digest of a file: the SHA-256 of its bytes, in hex. */
const Digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const Digests = v.record(v.string(), Digest);

/** The files of the folder, and the sources of each bundle. */
const Record = v.object({
  tools: v.string(),
  /** All sources by path. */
  sources: Digests,
  /** By function. A bundle names its sources by their places in `sources`, as they are many. */
  bundles: v.record(v.string(), v.object({ inputs: v.array(v.number()), files: Digests })),
});
type Record = v.InferOutput<typeof Record>;

/** Digests of a bundle's files, by name. */
type Files = Readonly<{ [file: string]: string }>;

/** The record's file. No function is called so: a function's name has a slash. */
const recordFile = 'bundles.json';
const scratchPrefix = '.new-';

/**
 * Brings the folder up to date: bundles the functions whose bundle is missing or out of date, and
 * removes files that belong to no function. A bundle is up to date when the tools, every source
 * that it was made of, and every byte of it are those that the record names.
 *
 * A run that is broken off leaves files that the record does not name, or names otherwise, so the
 * next run makes these bundles again. Two runs at once make the same files of the same sources.
 */
export async function currentBundles(folder: BundleFolder): Promise<CurrentBundles> {
  const { outdir, names, tools } = folder;
  removeAbandoned(outdir, scratchPrefix);
  const sources = new Map<string, string | undefined>();
  const digestOf = (source: string) => {
    if (!sources.has(source)) sources.set(source, digestOfFile(path.join(folder.root, source)));
    return sources.get(source);
  };

  const before = recordIn(outdir, tools);
  const places = Object.keys(before.sources);
  const present = presentBundles(outdir);
  const known = new Map<string, { readonly inputs: readonly string[]; readonly files: Files }>();
  for (const name of names) {
    const made = before.bundles[name];
    if (!made || !isSame(present.get(name), made.files)) continue;
    const inputs = made.inputs.map((at) => places[at] ?? '');
    const isCurrent = inputs.every((one) => one && digestOf(one) === before.sources[one]);
    if (isCurrent) known.set(name, { inputs, files: made.files });
  }

  const expected = new Map([...known].map(([name, { files }]) => [name, files]));
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0) {
    const of = missing.length === names.length ? '' : ` of ${names.length}`;
    folder.say(`Bundling ${missing.length}${of} functions.`);
    const startedAt = Date.now();
    const made = await folder.bundle(missing);
    write(outdir, made, present);
    for (const { name, files, ...read } of made) {
      const digests = Object.fromEntries([...files].map(([file, one]) => [file, hashOf(one)]));
      expected.set(name, digests);
      const inputs = [...read.inputs, ...read.packageInputs];
      // The bundler may have read either version of a source that changed since it began. Its
      // digest is taken before its time, so that a change between the two is seen.
      const isCertain = inputs.every(
        (one) =>
          digestOf(one) !== undefined && !changedSince(path.join(folder.root, one), startedAt),
      );
      if (isCertain) known.set(name, { inputs, files: digests });
    }
  }
  removeAllBut(outdir, expected);
  writeRecord(outdir, recordOf(tools, known, digestOf));
  return {
    made: missing,
    assertUnchanged() {
      const now = presentBundles(outdir);
      if (names.every((name) => isSame(now.get(name), expected.get(name)))) return;
      throw new Error(
        'Another command bundled other sources while this one read the bundles. Run it again.',
      );
    },
  };
}

/** The record of a folder; an empty one when these tools wrote none. */
function recordIn(outdir: string, tools: string): Record {
  const none = { tools, sources: {}, bundles: {} };
  try {
    const text = readFileSync(path.join(outdir, recordFile), 'utf8');
    const record = v.parse(Record, JSON.parse(text));
    return record.tools === tools ? record : none;
  } catch {
    // It is missing, cut short, or of another version: everything must be bundled.
    return none;
  }
}

function recordOf(
  tools: string,
  known: ReadonlyMap<string, { readonly inputs: readonly string[]; readonly files: Files }>,
  digestOf: (source: string) => string | undefined,
): Record {
  const sources: { [source: string]: string } = {};
  const places = new Map<string, number>();
  const placeOf = (source: string) => {
    const at = places.get(source) ?? places.size;
    places.set(source, at);
    const digest = digestOf(source);
    if (digest !== undefined) sources[source] = digest;
    return at;
  };
  const bundles = Object.fromEntries(
    [...known]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { inputs, files }]) => [name, { inputs: inputs.map(placeOf), files }]),
  );
  return { tools, sources, bundles };
}

/** Writes the record if it has changed. It gets its name when it is whole. */
function writeRecord(outdir: string, record: Record): void {
  const file = path.join(outdir, recordFile);
  const text = JSON.stringify(record);
  if (textOf(file) === text) return;
  inScratch(outdir, (scratch) => {
    const fresh = path.join(scratch, recordFile);
    writeFileSync(fresh, text);
    renameSync(fresh, file);
  });
}

/** Digests of all files in the folder, by function. */
function presentBundles(outdir: string): ReadonlyMap<string, Files> {
  const present = new Map<string, { [file: string]: string }>();
  for (const { file, name, bundle } of filesIn(outdir)) {
    const digest = digestOfFile(file);
    if (digest === undefined) continue;
    present.set(bundle, { ...present.get(bundle), [name]: digest });
  }
  return present;
}

/** The files in the folder that belong to a bundle, or would be deployed with one. */
function filesIn(outdir: string) {
  return entriesIn(outdir).flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const below = path.relative(outdir, file);
    if (!entry.isFile() || below.startsWith(scratchPrefix) || below === recordFile) return [];
    const bundle = path.dirname(below).split(path.sep).join('/');
    return [{ file, name: entry.name, bundle }];
  });
}

function entriesIn(outdir: string) {
  try {
    return readdirSync(outdir, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

const isSame = (one: Files | undefined, other: Files | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([file, digest]) => other[file] === digest);

/**
 * Writes the files of bundles. No file is missing or incomplete at any moment, because another
 * command may be reading the folder.
 */
function write(
  outdir: string,
  made: readonly MadeBundle[],
  present: ReadonlyMap<string, Files>,
): void {
  inScratch(outdir, (scratch) => {
    for (const { name, files } of made) {
      mkdirSync(path.join(outdir, name), { recursive: true });
      for (const [file, contents] of files) {
        if (present.get(name)?.[file] === hashOf(contents)) continue;
        const fresh = path.join(scratch, 'fresh');
        writeFileSync(fresh, contents);
        renameSync(fresh, path.join(outdir, name, file));
      }
    }
  });
}

function inScratch(outdir: string, use: (scratch: string) => void): void {
  const scratch = ownedFolder(outdir, scratchPrefix);
  try {
    use(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Removes bundles of functions that no longer exist, and files that no bundle has. */
function removeAllBut(outdir: string, expected: ReadonlyMap<string, Files>): void {
  for (const { file, name, bundle } of filesIn(outdir)) {
    if (expected.get(bundle)?.[name] === undefined) rmSync(file, { force: true });
  }
}

/** The times of files may lag behind the clock by a tick of the system, up to 10 ms. */
const clockTickMs = 20;

/**
 * Whether a file may have changed since a moment, in ms since 1970. Programs can set the time of a
 * file's last modification back, but not that of its last change.
 */
function changedSince(file: string, startedAt: number): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined || found.ctimeMs >= startedAt - clockTickMs;
}

function digestOfFile(file: string): string | undefined {
  try {
    return hashOf(readFileSync(file));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
