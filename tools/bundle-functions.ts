import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { ownedFolder } from '../local/owned-folder.ts';
import { builtPages, pagesModule, pagesPlugin } from './bundle-pages.ts';
import {
  buildParts,
  type Parts,
  partSources,
  partsNeededBy,
  partsPlugin,
  sourceOfPart,
} from './function-parts.ts';
import { lazySchemas } from './lazy-schemas.ts';
import { leanSdk } from './lean-sdk.ts';

// The bundler is a Go program. With the usual settings it collects garbage for a quarter of its time,
// and takes 3 GB.
process.env.GOGC ??= '400';
process.env.GOMEMLIMIT ??= '1GiB';

const root = join(import.meta.dirname, '..');
const outdir = join(root, 'dist');

/** A function's bundle. */
export interface Bundle {
  /** Its name, from its file below `functions/`: `payments/create`. */
  readonly name: string;
  /** All files of its folder by path: `index.cjs` and the parts that it loads on demand. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /**
   * Every source of ours that the bundle contains, or that the bundler read, as a path below the
   * repository.
   */
  readonly inputs: readonly string[];
  /** The contents of its `index.cjs`: bytes by path of the source below the repository. */
  readonly bytes: ReadonlyMap<string, number>;
}

/** All functions, by the names of their bundles. */
export const functionNames = (): readonly string[] =>
  globSync('functions/**/*.ts', { cwd: root })
    .map((file) => file.slice('functions/'.length, -'.ts'.length))
    .sort();

/**
 * Bundles every file below `functions/` into `dist/`, for a deployment. Replaces what `dist/`
 * contained.
 */
export async function bundleFunctions(): Promise<readonly Bundle[]> {
  const bundles = await bundle(functionNames());
  await replace(
    bundles.flatMap(({ name, files }) =>
      [...files].map(([file, contents]) => ({ path: join(outdir, name, file), contents })),
    ),
  );
  return bundles;
}

/**
 * CommonJS with the AWS client inside starts fastest; `mainFields` lets esbuild drop unused code.
 */
const common = {
  outdir,
  // Paths in the output and in the metafile are the same on every machine.
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  // A package.json in a parent folder may declare another module type for .js.
  outExtension: { '.js': '.cjs' },
  ...leanSdk.options,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** So many functions are bundled at once: the bundler keeps all that it makes until the end. */
const batchSize = 60;

/**
 * Bundles functions, and in one call of esbuild beside them the parts that they load on demand. The
 * plugins of a measurement see each file before ours.
 */
export async function bundle(
  names: readonly string[],
  ...before: readonly Plugin[]
): Promise<readonly Bundle[]> {
  if (names.length === 0) return [];
  const pages = builtPages();
  const plugins = [...before, pagesPlugin(pages), lazySchemas(), leanSdk.plugin];
  const parts = buildParts(partSources(), { ...common, plugins });
  // A failure is reported where it is awaited.
  for (const one of [pages, parts]) one.catch(() => undefined);
  const bundles: Bundle[] = [];
  for (let first = 0; first < names.length; first += batchSize) {
    const batch = names.slice(first, first + batchSize);
    const { outputFiles, metafile } = await build({
      ...common,
      plugins: [partsPlugin(parts), ...plugins],
      entryPoints: Object.fromEntries(batch.map((name) => [`${name}/index`, entryOf(name)])),
      write: false,
      metafile: true,
    });
    const inputs = { ...(await parts).inputs, ...metafile.inputs };
    const built = {
      outputFiles,
      metafile,
      inputs,
      parts: await parts,
      pages: (await pages).inputs,
    };
    bundles.push(...batch.map((name) => bundleOf(name, built)));
  }
  return bundles;
}

interface Built {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
  /** Those of the functions and of the parts. */
  readonly inputs: Metafile['inputs'];
  readonly parts: Parts;
  /** The sources of the pages. */
  readonly pages: readonly string[];
}

function bundleOf(name: string, { outputFiles, metafile, inputs, parts, pages }: Built): Bundle {
  const folder = join(outdir, name);
  const own = outputFiles.filter(({ path }) => dirname(path) === folder);
  const needed = partsNeededBy(entryOf(name), metafile, parts);
  return {
    name,
    files: new Map([
      ...own.map(({ path, contents }) => [relative(folder, path), contents] as const),
      ...needed.map(({ file, contents }) => [file, contents] as const),
    ]),
    inputs: inputsOf(entryOf(name), inputs, pages),
    bytes: bytesIn(metafile, entryOf(name)),
  };
}

function bytesIn({ outputs }: Metafile, entry: string): ReadonlyMap<string, number> {
  const output = Object.values(outputs).find(({ entryPoint }) => entryPoint === entry);
  const inputs = Object.entries(output?.inputs ?? {});
  return new Map(inputs.map(([path, { bytesInOutput }]) => [path, bytesInOutput]));
}

const entryOf = (name: string) => `functions/${name}.ts`;

/**
 * The sources of a bundle, including those that the bundler read and dropped. The lockfile stands
 * for the contents of packages.
 */
function inputsOf(
  entry: string,
  inputs: Metafile['inputs'],
  pageInputs: readonly string[],
): readonly string[] {
  const found = new Set([entry]);
  for (const input of found) {
    const part = sourceOfPart(input);
    if (part !== undefined) found.add(part);
    if (input === pagesModule) for (const one of pageInputs) found.add(one);
    for (const { path, external } of inputs[input]?.imports ?? []) if (!external) found.add(path);
  }
  // Modules that a plugin generates have no file.
  return [...found].filter((input) => !/^[\w-]+:/.test(input) && !input.includes('node_modules/'));
}

/**
 * Updates `dist/` to these files. No file is missing or incomplete at any moment, because another
 * switch may be starting from this folder.
 */
async function replace(files: readonly { readonly path: string; readonly contents: Uint8Array }[]) {
  await mkdir(outdir, { recursive: true });
  const scratch = ownedFolder(outdir, '.new-');
  try {
    for (const [index, { path, contents }] of files.entries()) {
      if ((await readFile(path).catch(() => undefined))?.equals(contents)) continue;
      const fresh = join(scratch, String(index));
      await writeFile(fresh, contents);
      await mkdir(dirname(path), { recursive: true });
      await rename(fresh, path);
    }
  } finally {
    await rm(scratch, { recursive: true });
  }
  await removeAllBut(new Set(files.map(({ path }) => path)));
}

/** Bundles of functions that no longer exist. */
async function removeAllBut(wanted: ReadonlySet<string>) {
  for (const entry of await readdir(outdir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isScratch = relative(outdir, path).startsWith('.new-');
    if (entry.isFile() && !isScratch && !wanted.has(path)) await rm(path, { force: true });
  }
}
