import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Recorded } from './recorded.ts';

const root = join(import.meta.dirname, '..', '..');

/** A program that writes files of the repository from its code. */
export interface Generator {
  readonly name: string;
  /** Its files or folders, from the root of the repository. */
  readonly writes: readonly string[];
  /** The things that its files are made from. */
  readonly from: string;
  /** Whether Git ignores its files: they are written where they are named, and not compared. */
  readonly isIgnored?: boolean;
  /** The test that compares its files, where that test needs what they are made from anyway. */
  readonly comparedBy?: string;
  /** The changes of a contract in its file, which only `--accept` writes. */
  changesOfContract?(stored: string, made: string): Promise<readonly string[]>;
  make(sources: Sources): Promise<Made>;
}

/** The contents of all files of a generator, by their paths from the root of the repository. */
export type Made = Readonly<Record<string, string | Uint8Array>>;

/** The sources of generators that are no code. */
export interface Sources {
  /** A file as an earlier generator of this run made it, else as it is stored; undefined without. */
  read(file: string): Promise<string | undefined>;
  /** The answers and webhooks of a switch in memory, made at the first call. */
  recorded(): Promise<Recorded>;
}

/** The stored text of a file; undefined without one. */
export const storedText = (file: string): Promise<string | undefined> =>
  readFile(join(root, file), 'utf8').catch(() => undefined);

/** A stored file that has to be there. */
export async function storedPage(read: Sources['read'], file: string): Promise<string> {
  const text = await read(file);
  if (text === undefined) throw new Error(`${file} is missing.`);
  return text;
}

/** Where the files that a generator makes differ from the stored ones: `docs/a.md:7: its line`. */
export async function differencesOf(
  generator: Pick<Generator, 'writes'>,
  made: Made,
): Promise<readonly string[]> {
  const stale = await staleFiles(generator, made);
  const found = await Promise.all(
    Object.entries(made).map(async ([file, content]) => {
      if (typeof content !== 'string') {
        const stored = await readFile(join(root, file)).catch(() => undefined);
        return stored && Buffer.compare(stored, content) === 0 ? [] : [`${file} differs`];
      }
      const stored = await storedText(file);
      if (stored === content) return [];
      if (stored === undefined) return [`${file} is missing`];
      const lines = content.split('\n');
      const olds = stored.split('\n');
      const at = lines.findIndex((line, index) => line !== olds[index]);
      const place = at < 0 ? lines.length : at;
      return [`${file}:${place + 1}: ${shown(olds[place])} should be ${shown(lines[place])}`];
    }),
  );
  return [...found.flat(), ...stale.map((file) => `${file} should be gone`)];
}

const shown = (line: string | undefined) =>
  line === undefined
    ? 'the end'
    : JSON.stringify(line.length > 120 ? `${line.slice(0, 120)}…` : line);

/** Stored files in the folders of a generator that it does not make. */
async function staleFiles(
  { writes }: Pick<Generator, 'writes'>,
  made: Made,
): Promise<readonly string[]> {
  const found = await Promise.all(
    writes.map(async (folder) => {
      const entries = await readdir(join(root, folder), {
        recursive: true,
        withFileTypes: true,
      }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
    }),
  );
  return found.flat().filter((file) => !Object.hasOwn(made, file));
}

/** Writes the files that differ, and removes those that are not made any more. Returns their names. */
export async function writeMade(
  generator: Pick<Generator, 'writes'>,
  made: Made,
): Promise<readonly string[]> {
  const written: string[] = [];
  for (const file of await staleFiles(generator, made)) {
    await rm(join(root, file));
    written.push(file);
  }
  for (const [file, content] of Object.entries(made)) {
    const path = join(root, file);
    const stored = await readFile(path).catch(() => undefined);
    if (stored && Buffer.compare(stored, Buffer.from(content)) === 0) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    written.push(file);
  }
  return written;
}
