import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { type BuildCache, type CachedFiles, StepEvicted } from '../bundle/build-cache.ts';
import { Assembly, type PackedTemplates, packedTemplates } from './packed-templates.ts';
import { laptopSettings, type Settings, synthesize } from './synthesize.ts';
import { type TemplateSources, templateSources } from './template-sources.ts';

/** The templates of the laptop's app with certain settings, as a step of the build. */
export interface LaptopTemplates {
  /** The assembly of the sources as they are now; undefined where that has not been proven yet. */
  current(): Assembly | undefined;
  /**
   * The assembly of the latest sources that were synthesized, or the one that came with the clone.
   * It may be out of date; undefined where there is none. Throws PackedUnusable.
   */
  latest(): Assembly | undefined;
  /**
   * The assembly of the sources as they are now: the latest one where the same decides it, and
   * otherwise a new one. Ends with the signal, and then rejects.
   *
   * @param synthesizing called before the app is synthesized
   */
  renew(signal: AbortSignal, synthesizing?: () => void): Promise<Assembly>;
}

/** The parts of the work, which tests replace. */
export interface SynthesisParts {
  readonly packed: PackedTemplates;
  sources(signal: AbortSignal): Promise<TemplateSources>;
  files(signal: AbortSignal): Promise<Assembly['files']>;
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
  parts: Partial<SynthesisParts> = {},
): LaptopTemplates {
  const settings = laptopSettings(given);
  const purpose = purposeOf(settings, names);
  const {
    packed = packedTemplates(),
    sources = templateSources,
    files = (signal) => synthesizedFiles(settings, names, signal),
  } = parts;
  // Another file with a clone, as after a pull, is newer than an earlier synthesis.
  const step = `synthesize ${JSON.stringify([purpose, packed.hash])}`;
  const latest = () => stored(openCache().latest(step)) ?? packed.read(purpose);
  return {
    current: () => stored(openCache().find(step)),
    latest,
    async renew(signal, synthesizing) {
      const startedAt = Date.now();
      const { digest, inputs } = await sources(signal);
      let assembly = usable(latest);
      if (assembly?.sources !== digest) {
        synthesizing?.();
        assembly = { sources: digest, files: await files(signal) };
      }
      const made = new Map([[assemblyFile, JSON.stringify(assembly)]]);
      openCache().store(step, { inputs, files: made, startedAt });
      return assembly;
    },
  };
}

/** The assembly of the laptop's app without a setting of the user, synthesized now. */
export async function freshAssembly(
  names: readonly string[],
): Promise<{ readonly purpose: string; readonly assembly: Assembly }> {
  const settings = laptopSettings();
  const { digest: sources } = await templateSources();
  const files = await synthesizedFiles(settings, names);
  return { purpose: purposeOf(settings, names), assembly: { sources, files } };
}

const purposeOf = (settings: Settings, names: readonly string[]) =>
  JSON.stringify([settings, names.map(placeholderOf)]);

const assemblyFile = 'assembly.json';

function stored(found: CachedFiles | undefined): Assembly | undefined {
  try {
    return found && v.parse(Assembly, JSON.parse(String(found.read(assemblyFile))));
  } catch (error) {
    // Another start, with other sources, has just pruned the cache.
    if (error instanceof StepEvicted) return undefined;
    throw error;
  }
}

/** An assembly that cannot be read is as good as none. */
function usable(read: () => Assembly | undefined): Assembly | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The stacks whose files differ between two assemblies. */
export function differingStacks(one: Assembly, other: Assembly): readonly string[] {
  const files = new Set([one, other].flatMap(({ files: all }) => Object.keys(all)));
  const differing = [...files].filter((file) => one.files[file] !== other.files[file]);
  return [...new Set(differing.map((file) => path.basename(file).replace(/\..*$/, '')))].sort();
}

/** The function whose bundle belongs into a file's folder; undefined if it is no placeholder. */
export function functionOfPlaceholder(file: string, text: string): string | undefined {
  if (path.basename(file) !== placeholder) return undefined;
  return /^\/\/ The bundle of (.+)\.$/m.exec(text)?.[1];
}

const placeholder = 'stands-in.cjs';

const placeholderOf = (name: string) => `// The bundle of ${name}.\n`;

/** Synthesizes the app below a folder in which a placeholder for each function names it. */
async function synthesizedFiles(
  settings: Settings,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<Assembly['files']> {
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-synthesis-'));
  try {
    for (const name of names) {
      const directory = path.join(folder, 'dist', name);
      mkdirSync(directory, { recursive: true });
      writeFileSync(path.join(directory, placeholder), placeholderOf(name));
    }
    const outdir = path.join(folder, 'cdk.out');
    await synthesize(outdir, settings, { from: folder, ...(signal && { signal }) });
    return filesToRun(outdir);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The files of an assembly that a laptop reads, as short as they can be: each start reads them. Only
 * the CDK's command reads the metadata of constructs.
 */
function filesToRun(folder: string): Assembly['files'] {
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter(
    (one) => one.isFile() && !one.name.endsWith('.metadata.json'),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      const text = readFileSync(file, 'utf8');
      const short = name.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text;
      return [path.relative(folder, file), short];
    }),
  );
}
