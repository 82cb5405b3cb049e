import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { ownerFile } from './owned-folder.ts';
import { afterSteps, type State, stateFile, stateIn, stepsFile } from './services/kept-state.ts';
import { tablesFolder } from './services/kept-tables.ts';

/** A data folder holds a file that cannot be used as it is. The message is one sentence. */
export class DamagedData extends Error {
  constructor(folder: string, file: string, what: string) {
    super(
      `${path.join(folder, file)} ${what}, and nothing was changed: put a whole copy of ${folder} in its place, or name another folder.`,
    );
    this.name = 'DamagedData';
  }
}

/**
 * Checks every file of a data folder before anything is started or written. A folder that does not
 * exist is in order. Throws DamagedData for the first file that is damaged, cut, empty, missing
 * beside those that need it, a folder instead of a file, or not to be read and written.
 */
export function checkData(folder: string): void {
  const there = statOf(folder);
  if (!there) return;
  const refuse: Refuse = (file, what) => {
    throw new DamagedData(folder, file, what);
  };
  const data = { at: (file: string) => path.join(folder, file), refuse };
  for (const file of [ownerFile, `${stateFile}.new`]) checkFile(file, data);
  const state = checkState(data);
  checkTables(tablesFolder, state, data);
  checkObjects('objects', data);
}

type Refuse = (file: string, what: string) => never;

interface Data {
  /** The path of a file, whose name is relative to the folder. */
  at(file: string): string;
  readonly refuse: Refuse;
}

/** Whether there is such a file, which can be read and written. */
function checkFile(file: string, { at, refuse }: Data): boolean {
  const there = thereOf(file, { at, refuse });
  if (!there) return false;
  if (!there.isFile()) refuse(file, 'is no file');
  checkAccess(file, constants.R_OK | constants.W_OK, { at, refuse });
  return true;
}

/** Whether there is such a folder, which can be read and written. */
function checkFolder(file: string, { at, refuse }: Data): boolean {
  const there = thereOf(file, { at, refuse });
  if (!there) return false;
  if (!there.isDirectory()) refuse(file, 'is no folder');
  checkAccess(file, constants.R_OK | constants.W_OK | constants.X_OK, { at, refuse });
  return true;
}

/** Undefined for a missing file; a link to a missing file is refused. */
function thereOf(file: string, { at, refuse }: Data): Stats | undefined {
  const there = statOf(at(file));
  const isLink = !there && lstatSync(at(file), { throwIfNoEntry: false }) !== undefined;
  return isLink ? refuse(file, 'is a link that leads nowhere') : there;
}

function checkAccess(file: string, mode: number, { at, refuse }: Data): void {
  try {
    accessSync(at(file), mode);
  } catch (error) {
    refuse(file, `cannot be read and written (${codeOf(error)})`);
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/** Undefined for a missing file. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

function checkState(data: Data): State | undefined {
  if (!checkFile(stateFile, data)) return undefined;
  const text = readFileSync(data.at(stateFile), 'utf8');
  if (text.trim() === '') data.refuse(stateFile, 'is empty');
  const state = stateIn(text) ?? data.refuse(stateFile, 'is damaged');
  if (!checkFile(stepsFile, data)) return state;
  const steps = readFileSync(data.at(stepsFile), 'utf8');
  return afterSteps(state, steps) ?? data.refuse(stepsFile, 'is damaged');
}

/**
 * Above this size, in bytes, only the beginning of a database is checked: all of it would delay a
 * start by two seconds for each GB, and more where the disk is slow.
 */
const wholeUpTo = 64 * 1024 * 1024;

function checkTables(folder: string, state: State | undefined, data: Data): void {
  if (!checkFolder(folder, data)) return;
  const files = readdirSync(data.at(folder)).filter((name) => name.endsWith('.db'));
  const [first = 'tables.db'] = files;
  // The streams have positions only once there are tables.
  const hadTables = Object.keys(state?.checkpoints ?? {}).length > 0;
  if (files.length === 0 && hadTables) data.refuse(path.join(folder, first), 'is missing');
  for (const name of files) {
    const file = path.join(folder, name);
    checkFile(file, data);
    const { size } = statSync(data.at(file));
    if (size === 0 && !hadTables) continue;
    if (size === 0) data.refuse(file, 'is empty');
    checkWriteAheadLog(`${file}-wal`, data);
    checkFile(`${file}-shm`, data);
    const tables = checkDatabase(file, size, data);
    // The keys with which the tables' content is encrypted are saved before there is a table.
    if (!state && tables > 0) data.refuse(stateFile, `is missing, which ${file} needs`);
  }
}

/** SQLite takes a log with another beginning for an empty one, and its content is lost. */
const logMagic = /^377f068[23]$/;

/** @see https://sqlite.org/fileformat2.html#the_write_ahead_log */
function checkWriteAheadLog(file: string, data: Data): void {
  if (!checkFile(file, data) || statSync(data.at(file)).size === 0) return;
  const start = Buffer.alloc(4);
  const opened = openSync(data.at(file), 'r');
  try {
    readSync(opened, start, 0, start.length, 0);
  } finally {
    closeSync(opened);
  }
  if (!logMagic.test(start.toString('hex'))) data.refuse(file, 'is damaged');
}

/**
 * Codes of SQLite for a database that does not open any more: input or output, corrupt, cannot
 * open, no database.
 */
const damage = new Set([10, 11, 14, 26]);

/** How many tables of DynamoDB a database file has, by its own record. */
function checkDatabase(file: string, size: number, { at, refuse }: Data): number {
  const beside = ['-wal', '-shm'].map((ending) => at(file) + ending);
  const made = beside.filter((one) => !statOf(one));
  try {
    const database = new DatabaseSync(at(file), { readOnly: true });
    try {
      const check = size > wholeUpTo ? 'schema_version' : 'quick_check(1)';
      const { quick_check: found = 'ok' } = database.prepare(`PRAGMA ${check}`).get() ?? {};
      if (found !== 'ok') refuse(file, 'is damaged');
      const list = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'tables'").get();
      if (list === undefined) return 0;
      return Number(database.prepare('SELECT COUNT(*) AS count FROM tables').get()?.count);
    } finally {
      database.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
    if (damage.has(code)) refuse(file, 'is damaged');
    if (error instanceof DamagedData) throw error;
    // Another failure, such as a lock, is for the program that opens the tables to report.
    return 0;
  } finally {
    // To look into a database with a log makes both files, although nothing is written.
    for (const one of made) rmSync(one, { force: true });
  }
}

/** The facts that the emulator of S3 writes beside the bytes of an object. */
const ObjectFacts = v.object({
  key: v.string(),
  contentLength: v.number(),
  etag: v.string(),
  lastModified: v.pipe(v.string(), v.isoTimestamp()),
});
const BucketFacts = v.object({
  name: v.string(),
  creationDate: v.pipe(v.string(), v.isoTimestamp()),
});
const UploadFacts = v.object({ uploadId: v.string(), bucket: v.string(), key: v.string() });
const PartFacts = v.object({ partNumber: v.number(), etag: v.string() });

function checkObjects(folder: string, data: Data): void {
  if (!checkFolder(folder, data)) return;
  const [buckets, uploads] = ['buckets', '_multipart'].map((name) => path.join(folder, name));
  if (buckets !== undefined) checkFilesBelow(buckets, ObjectFacts, data);
  if (uploads !== undefined) checkFilesBelow(uploads, PartFacts, data);
}

/** Everything below a folder of the emulator, whose files in JSON have the bytes beside them. */
function checkFilesBelow(
  folder: string,
  Facts: typeof ObjectFacts | typeof PartFacts,
  data: Data,
): void {
  if (!checkFolder(folder, data)) return;
  for (const name of readdirSync(data.at(folder))) {
    const file = path.join(folder, name);
    if (statOf(data.at(file))?.isDirectory() && !/\.(json|data|xml)$/.test(name)) {
      checkFilesBelow(file, Facts, data);
      continue;
    }
    checkFile(file, data);
    if (name === '.bucket.json') factsOf(file, BucketFacts, data);
    if (name === '.upload.json') factsOf(file, UploadFacts, data);
    if (name.endsWith('.meta.json')) {
      const bytes = file.replace(/\.meta\.json$/, '.data');
      const { etag, ...facts } = factsOf(file, Facts, data);
      if (!checkFile(bytes, data)) data.refuse(bytes, 'is missing');
      const { size } = statSync(data.at(bytes));
      const length = 'contentLength' in facts ? facts.contentLength : size;
      if (size !== length) data.refuse(bytes, `has ${size} bytes instead of ${length}`);
      const [, md5] = /^"?([0-9a-f]{32})"?$/.exec(etag) ?? [];
      const found = createHash('md5')
        .update(readFileSync(data.at(bytes)))
        .digest('hex');
      if (md5 !== undefined && md5 !== found) data.refuse(bytes, 'is damaged');
    }
  }
}

function factsOf<S extends v.GenericSchema>(
  file: string,
  Facts: S,
  { at, refuse }: Data,
): v.InferOutput<S> {
  const facts = v.safeParse(
    v.pipe(v.string(), v.parseJson(), Facts),
    readFileSync(at(file), 'utf8'),
  );
  return facts.success ? facts.output : refuse(file, 'is damaged');
}
