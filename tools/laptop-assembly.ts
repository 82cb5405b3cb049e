import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, stop as stopBundler } from 'esbuild';
import {
  type BuildCache,
  buildCache,
  type CachedFiles,
  type Files,
  StepEvicted,
} from './build-cache.ts';
import { buildTools } from './build-tools.ts';
import { bundle, functionNames } from './bundle-functions.ts';
import { laptopSettings, type Settings, synthesize } from './synthesize.ts';

const root = path.join(import.meta.dirname, '..');

/** The folder that keeps bundles and templates between starts. Git ignores it. */
const cacheFolder = path.join(root, '.turnout', 'cache');

/**
 * Writes the laptop's assembly to a folder: templates as copies, which may be changed, and bundles
 * as cached files, which must not be. Builds only what changed since it was cached.
 *
 * @param say gets a line about each build that takes time
 */
export async function writeLaptopAssembly(
  directory: string,
  settings: Settings = {},
  say: (line: string) => void = () => undefined,
): Promise<void> {
  const cache = openCache();
  for (let again = false; ; again = true) {
    try {
      const { assembly, bundles } = await built(cache, laptopSettings(settings), say);
      writeAssembly(directory, assembly, bundles);
      return;
    } catch (error) {
      // Another start, with other sources, has just pruned the cache.
      if (again || !(error instanceof StepEvicted)) throw error;
    }
  }
}

/** The bundles of this checkout's functions, by function name; built if necessary. */
export async function laptopBundles(): Promise<ReadonlyMap<string, CachedFiles>> {
  const { bundles } = await built(openCache(), laptopSettings({}), () => undefined);
  return bundles;
}

/** The cache of this checkout. */
const openCache = (): BuildCache => buildCache({ folder: cacheFolder, root, tools: buildTools() });

interface Built {
  readonly assembly: CachedFiles;
  /** By function name. */
  readonly bundles: ReadonlyMap<string, CachedFiles>;
}

async function built(
  cache: BuildCache,
  settings: Settings,
  say: (line: string) => void,
): Promise<Built> {
  const names = functionNames();
  const step = `synthesize ${JSON.stringify([settings, names])}`;
  const found = cache.find(step);
  const bundles = new Map(
    names.flatMap((name) => {
      const kept = cache.find(bundleStep(name));
      return kept ? [[name, kept]] : [];
    }),
  );
  const missing = names.filter((name) => !bundles.has(name));
  if (found && missing.length === 0) return { assembly: found, bundles };

  const of = missing.length === names.length ? '' : ` of ${names.length}`;
  const work = [
    ...(missing.length > 0 ? [`bundling ${missing.length}${of} functions`] : []),
    ...(found ? [] : ['synthesizing the CDK app']),
  ].join(' and ');
  say(`${work.charAt(0).toUpperCase()}${work.slice(1)}.`);
  try {
    const [assembly, made] = await Promise.all([
      found ?? synthesized(cache, step, settings, names),
      bundled(cache, missing),
    ]);
    for (const [name, kept] of made) bundles.set(name, kept);
    cache.prune();
    return { assembly, bundles };
  } finally {
    // The bundler's own process would hold hundreds of megabytes while the switch runs.
    await stopBundler();
  }
}

const bundleStep = (name: string) => `bundle ${name}`;

async function bundled(
  cache: BuildCache,
  names: readonly string[],
): Promise<readonly (readonly [string, CachedFiles])[]> {
  const startedAt = Date.now();
  const bundles = await bundle(names);
  return bundles.map(({ name, files, inputs }) => [
    name,
    cache.store(bundleStep(name), { inputs, files, startedAt }),
  ]);
}

/**
 * Synthesizes with placeholders instead of the bundles, so that it need not wait for them. The
 * templates name a bundle by a hash; here it is the hash of the function's name.
 */
async function synthesized(
  cache: BuildCache,
  step: string,
  settings: Settings,
  names: readonly string[],
): Promise<CachedFiles> {
  const startedAt = Date.now();
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-synthesis-'));
  try {
    writeStubs(folder, names);
    const outdir = path.join(folder, 'cdk.out');
    const [inputs] = await Promise.all([
      sourcesOf(path.join('bin', 'switch.ts')),
      synthesize(outdir, settings, folder),
    ]);
    return cache.store(step, { inputs, files: filesBelow(outdir), startedAt });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a placeholder file below `dist/` for each function, which names the function. */
function writeStubs(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const directory = path.join(folder, 'dist', name);
    mkdirSync(directory, { recursive: true });
    writeFileSync(path.join(directory, stub), `// The bundle of ${name}.\n`);
  }
}

const stub = 'stands-in.cjs';

function filesBelow(folder: string): Files {
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((one) => one.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file), readFileSync(file)];
    }),
  );
}

/** Every source of ours that the app's file imports, directly or not. */
async function sourcesOf(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [path.join(root, entry)],
    absWorkingDir: root,
    ...{ bundle: true, write: false, metafile: true, platform: 'node', format: 'esm' },
    packages: 'external',
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

function writeAssembly(
  directory: string,
  assembly: CachedFiles,
  bundles: ReadonlyMap<string, CachedFiles>,
): void {
  for (const file of assembly.names) {
    if (path.basename(file) !== stub) {
      assembly.put(file, path.join(directory, file), 'copy');
      continue;
    }
    const [, name = ''] = /^\/\/ The bundle of (.+)\.$/m.exec(String(assembly.read(file))) ?? [];
    const kept = bundles.get(name);
    if (!kept) throw new Error(`The app deploys ${name || file}, which is not bundled.`);
    for (const one of kept.names) {
      kept.put(one, path.join(directory, path.dirname(file), one), 'link');
    }
  }
}
