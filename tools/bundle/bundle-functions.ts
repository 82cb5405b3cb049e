import { globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  type BuildOptions,
  build,
  type LogLevel,
  type Metafile,
  type OutputFile,
  type Plugin,
} from 'esbuild';
import type { BuildCache } from './build-cache.ts';
import { buildTools } from './build-tools.ts';
import { browserInputsOf, builtCheckout, builtPages, pagesPlugin } from './bundle-pages.ts';
import { withBundler } from './bundler-process.ts';
import { type CurrentBundles, currentBundles } from './current-bundles.ts';
import {
  buildParts,
  type Imports,
  importsIn,
  isGenerated,
  isOfPackage,
  keptParts,
  type Parts,
  partSources,
  partsNeededBy,
  partsPlugin,
  readFor,
} from './function-parts.ts';
import { lazySchemas } from './lazy-schemas.ts';
import { leanSdk } from './lean-sdk.ts';

// The bundler is a Go program. With the usual settings it collects garbage for a quarter of its
// time, and takes 3 GB.
process.env.GOGC ??= '400';
process.env.GOMEMLIMIT ??= '1GiB';

const root = join(import.meta.dirname, '..', '..');
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
  /** The same of the packages. */
  readonly packageInputs: readonly string[];
  /** The contents of its `index.cjs`: bytes by path of the source below the repository. */
  readonly bytes: ReadonlyMap<string, number>;
}

/** All functions, by the names of their bundles. */
export const functionNames = (): readonly string[] =>
  globSync('functions/**/*.ts', { cwd: root })
    .map((file) => file.slice('functions/'.length, -'.ts'.length))
    .sort();

/**
 * Brings `dist/` up to date, which contains the bundles for a deployment. A line on stderr states
 * the number of functions to bundle, if any.
 */
export async function bundleFunctions(): Promise<CurrentBundles> {
  return withBundler(() =>
    currentBundles({
      outdir,
      root,
      tools: buildTools(),
      names: functionNames(),
      bundle: (names) => bundle(names),
      say: (line) => process.stderr.write(`${line}\n`),
    }),
  );
}

/**
 * CommonJS with the AWS client inside starts fastest; with `mainFields`, esbuild can drop unused
 * code.
 */
const common = {
  outdir,
  // Paths in the output and in the metafile are the same on every machine.
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  // Node.js has such patterns; as constructors, a library's unused ones would stay in every bundle.
  supported: { 'regexp-unicode-property-escapes': true },
  format: 'cjs',
  // A package.json in a parent folder may declare another module type for .js.
  outExtension: { '.js': '.cjs' },
  ...leanSdk.options,
  legalComments: 'none',
} as const satisfies BuildOptions;

/**
 * The number of functions that are bundled at once: the bundler keeps all its output until the end.
 */
const batchSize = 60;

export interface BundleOptions {
  /** Plugins that see each file before ours, such as those of a measurement. */
  readonly before?: readonly Plugin[];
  /** The bundler's own output on stderr; its warnings and errors unless stated. */
  readonly logLevel?: LogLevel;
  /** Opens the cache that keeps the parts between calls; without it, all are built. */
  readonly openCache?: () => BuildCache;
}

/**
 * Bundles functions, and in one call of esbuild beside them the parts that they load on demand.
 * Rejects with esbuild's `BuildFailure` where a source is wrong.
 */
export async function bundle(
  names: readonly string[],
  { before = [], logLevel = 'warning', openCache }: BundleOptions = {},
): Promise<readonly Bundle[]> {
  if (names.length === 0) return [];
  const files = {
    pages: onceOnly(() => builtPages(logLevel)),
    checkout: onceOnly(() => builtCheckout(logLevel)),
  };
  const plugins = [...before, pagesPlugin(files), lazySchemas(), leanSdk.plugin];
  const late = partSources();
  const options = { ...common, plugins, logLevel };
  const isKept = openCache && before.length === 0;
  const importsOf = async (metafile: Metafile) => ({
    ...importsIn(metafile),
    ...(await browserInputsOf(metafile, files)),
  });
  const parts = isKept
    ? keptParts(late, options, importsOf, openCache)
    : buildParts(late, options, importsOf);
  // A failure is reported where it is awaited.
  parts.catch(() => undefined);
  const bundles: Bundle[] = [];
  for (let first = 0; first < names.length; first += batchSize) {
    const batch = names.slice(first, first + batchSize);
    const { outputFiles, metafile } = await build({
      ...common,
      logLevel,
      plugins: [partsPlugin(late, parts), ...plugins],
      entryPoints: Object.fromEntries(batch.map((name) => [`${name}/index`, entryOf(name)])),
      write: false,
      metafile: true,
    });
    const built = {
      outputFiles,
      metafile,
      imports: {
        ...(await parts).imports,
        ...(await importsOf(metafile)),
      },
      parts: await parts,
    };
    bundles.push(...batch.map((name) => bundleOf(name, built)));
  }
  return bundles;
}

interface Built {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
  /** Of the functions, of the parts, and of the modules with files for browsers. */
  readonly imports: Imports;
  readonly parts: Parts;
}

function bundleOf(name: string, built: Built): Bundle {
  const { outputFiles, metafile, imports, parts } = built;
  const folder = join(outdir, name);
  const own = outputFiles.filter(({ path }) => dirname(path) === folder);
  const needed = partsNeededBy(entryOf(name), metafile, parts);
  return {
    name,
    files: new Map([
      ...own.map(({ path, contents }) => [relative(folder, path), tlsFirst(contents)] as const),
      ...needed.map(({ file, contents }) => [file, contents] as const),
    ]),
    ...inputsOf(entryOf(name), imports),
    bytes: bytesIn(metafile, entryOf(name)),
  };
}

/**
 * Loads Node.js's TLS before all else in a function that uses it. A thread of its own reads the
 * certificates of authorities from then on, and the function's first connection waits for it.
 */
function tlsFirst(contents: Uint8Array): Uint8Array {
  const usesTls = Buffer.from(contents.buffer, contents.byteOffset, contents.length).includes(
    'require("node:tls")',
  );
  return usesTls
    ? Buffer.concat([Buffer.from('"use strict";require("node:tls");'), contents])
    : contents;
}

function bytesIn({ outputs }: Metafile, entry: string): ReadonlyMap<string, number> {
  const output = Object.values(outputs).find(({ entryPoint }) => entryPoint === entry);
  const inputs = Object.entries(output?.inputs ?? {});
  return new Map(inputs.map(([path, { bytesInOutput }]) => [path, bytesInOutput]));
}

const entryOf = (name: string) => `functions/${name}.ts`;

/** The sources of a bundle, including those that the bundler read and dropped. */
function inputsOf(entry: string, imports: Imports): Pick<Bundle, 'inputs' | 'packageInputs'> {
  const files = readFor(entry, imports, { withParts: true }).filter((input) => !isGenerated(input));
  return {
    inputs: files.filter((input) => !isOfPackage(input)),
    packageInputs: files.filter(isOfPackage),
  };
}

function onceOnly<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
