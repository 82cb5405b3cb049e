import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { BuildCache, CachedFiles, Files } from './build-cache.ts';
import { withBundler } from './bundler-process.ts';
import { laptopSettings, type Settings, synthesize } from './synthesize.ts';

const root = path.join(import.meta.dirname, '..');

/** The synthesis of the laptop's app with certain settings, as a step of the build. */
export interface LaptopSynthesis {
  /** The files of the assembly in the cache; undefined where the app must be synthesized. */
  find(): CachedFiles | undefined;
  /** Synthesizes the app and stores the files. Ends with the signal, and then rejects. */
  make(signal: AbortSignal): Promise<CachedFiles>;
}

/**
 * Synthesizes with placeholders instead of the bundles, so that it need not wait for them. The
 * templates name a bundle by a hash; here it is the hash of the function's name.
 *
 * @param names all functions of the app
 */
export function laptopSynthesis(
  openCache: () => BuildCache,
  given: Settings,
  names: readonly string[],
): LaptopSynthesis {
  const settings = laptopSettings(given);
  const step = `synthesize ${JSON.stringify([settings, names])}`;
  return {
    find: () => openCache().find(step),
    async make(signal) {
      const startedAt = Date.now();
      const folder = mkdtempSync(path.join(tmpdir(), 'turnout-synthesis-'));
      try {
        writePlaceholders(folder, names);
        const outdir = path.join(folder, 'cdk.out');
        const sources = withBundler(() => sourcesOf(path.join('bin', 'switch.ts')), signal);
        // A failure is reported where it is awaited.
        sources.catch(() => undefined);
        await synthesize(outdir, settings, { from: folder, signal });
        const inputs = await sources;
        return openCache().store(step, { inputs, files: filesBelow(outdir), startedAt });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/**
 * The function whose bundle belongs into a file's folder; undefined if the file is no placeholder.
 */
export function functionOfPlaceholder(file: string, assembly: CachedFiles): string | undefined {
  if (path.basename(file) !== placeholder) return undefined;
  return /^\/\/ The bundle of (.+)\.$/m.exec(String(assembly.read(file)))?.[1];
}

const placeholder = 'stands-in.cjs';

/** Writes a placeholder file below `dist/` for each function, which names the function. */
function writePlaceholders(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const directory = path.join(folder, 'dist', name);
    mkdirSync(directory, { recursive: true });
    writeFileSync(path.join(directory, placeholder), `// The bundle of ${name}.\n`);
  }
}

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
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}
