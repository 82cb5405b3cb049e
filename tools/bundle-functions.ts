import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { ownedFolder } from '../local/owned-folder.ts';
import { builtPages, pagesModule, pagesPlugin } from './bundle-pages.ts';
import {
  buildParts,
  partSources,
  partsNeededBy,
  partsPlugin,
  sourceOfPart,
} from './function-parts.ts';
import { lazySchemas } from './lazy-schemas.ts';
import { leanSdk } from './lean-sdk.ts';

const root = join(import.meta.dirname, '..');
const outdir = join(root, 'dist');

/** What a function is deployed as. */
export interface Bundle {
  /** `payments/create`, after its file below `functions/`. */
  readonly name: string;
  /** All files of its folder, by their path in it: `index.cjs` and what that loads when it is needed. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Every source of ours that went into it, or could have, as a path below the repository. */
  readonly inputs: readonly string[];
  /** What its `index.cjs` is made of: bytes by the path of the source below the repository. */
  readonly bytes: ReadonlyMap<string, number>;
}

/** The functions that there are, as bundles are called. */
export const functionNames = (): readonly string[] =>
  globSync('functions/**/*.ts', { cwd: root })
    .map((file) => file.slice('functions/'.length, -'.ts'.length))
    .sort();

/**
 * Bundles every file below `functions/` into `dist/`, for a deployment. Whatever lies there from
 * before is made anew.
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
  // A package.json above may say that .js is something else.
  outExtension: { '.js': '.cjs' },
  ...leanSdk.options,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Bundles functions, all in one call, and the parts that they load when they need them, in another. */
export async function bundle(names: readonly string[]): Promise<readonly Bundle[]> {
  if (names.length === 0) return [];
  const built = builtPages();
  // A failure is told where it is awaited.
  built.catch(() => undefined);
  const plugins = [pagesPlugin(built), lazySchemas(), leanSdk.plugin];
  const buildingParts = buildParts(partSources(), { ...common, plugins });
  buildingParts.catch(() => undefined);
  const { outputFiles, metafile } = await build({
    ...common,
    plugins: [partsPlugin(buildingParts), ...plugins],
    entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, entryOf(name)])),
    write: false,
    metafile: true,
  });
  const parts = await buildingParts;
  const { inputs: pageInputs } = await built;
  const inputs = { ...parts.inputs, ...metafile.inputs };
  return names.map((name) => {
    const folder = join(outdir, name);
    const own = outputFiles.filter(({ path }) => dirname(path) === folder);
    const needed = partsNeededBy(entryOf(name), metafile, parts);
    return {
      name,
      files: new Map([
        ...own.map(({ path, contents }) => [relative(folder, path), contents] as const),
        ...needed.map(({ file, contents }) => [file, contents] as const),
      ]),
      inputs: inputsOf(entryOf(name), inputs, pageInputs),
      bytes: bytesIn(metafile, entryOf(name)),
    };
  });
}

function bytesIn({ outputs }: Metafile, entry: string): ReadonlyMap<string, number> {
  const output = Object.values(outputs).find(({ entryPoint }) => entryPoint === entry);
  const inputs = Object.entries(output?.inputs ?? {});
  return new Map(inputs.map(([path, { bytesInOutput }]) => [path, bytesInOutput]));
}

const entryOf = (name: string) => `functions/${name}.ts`;

/**
 * The sources that a file is bundled from, and those that were looked at and dropped. The lockfile
 * tells what packages hold.
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
  // Modules that a plugin makes have no file.
  return [...found].filter((input) => !/^[\w-]+:/.test(input) && !input.includes('node_modules/'));
}

/**
 * Brings `dist/` to these files without a moment at which one is missing or half written: another
 * switch may be starting from it just now.
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

/** Bundles of functions that are gone. */
async function removeAllBut(wanted: ReadonlySet<string>) {
  for (const entry of await readdir(outdir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isScratch = relative(outdir, path).startsWith('.new-');
    if (entry.isFile() && !isScratch && !wanted.has(path)) await rm(path, { force: true });
  }
}
