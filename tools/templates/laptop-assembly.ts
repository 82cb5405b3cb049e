import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { buildCache, type CachedFiles, StepEvicted } from '../bundle/build-cache.ts';
import { buildTools } from '../bundle/build-tools.ts';
import { bundle, functionNames } from '../bundle/bundle-functions.ts';
import { withBundler } from '../bundle/bundler-process.ts';
import { type BundlesOnDemand, bundlesOnDemand } from '../bundle/bundles-on-demand.ts';
import {
  differingStacks,
  functionOfPlaceholder,
  type LaptopTemplates,
  laptopSynthesis,
} from './laptop-synthesis.ts';
import { type Assembly, PackedUnusable } from './packed-templates.ts';
import type { Settings } from './synthesize.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** The folder that keeps bundles and templates between starts. Git ignores it. */
const cacheFolder = path.join(root, '.turnout', 'cache');

/** Functions that are bundled at once in the background: a few seconds of work. */
const batchSize = 48;

/** An assembly that can be run while its functions are still being bundled. */
export interface GrowingAssembly {
  /** Resolves with the folder when its templates are there. */
  readonly directory: Promise<string>;
  /** Resolves when each of the first functions is bundled, or has failed with a line about it. */
  readonly first: Promise<void>;
  /**
   * Resolves when the bundle of the function whose code belongs into this folder is there; bundles
   * it at once if necessary. Rejects with BundleFailed, and tries again at the next call.
   */
  prepareCode(folder: string): Promise<void>;
  /** The same for all functions. */
  prepareAll(): Promise<void>;
  /**
   * Proves that the templates are those of the sources, unless they were when the work began, and
   * prints a line where the app had to be synthesized for that.
   */
  proveTemplates(): Promise<void>;
  /** Bundles all other functions, a batch after the other. Prints a line when it is done. */
  bundleOthers(): Promise<void>;
  /** Ends all work and the processes that do it. Promises of unfinished work reject. */
  stop(): Promise<void>;
}

export interface GrowthOptions {
  /** The functions that are bundled first, all at once. */
  readonly first: readonly string[];
  /** The functions that are bundled before all others in the background. */
  readonly next?: readonly string[];
  /**
   * Whether templates of an earlier state of the sources may be written, for `proveTemplates` to
   * compare them. Without it, `directory` waits for those of the sources as they are.
   */
  readonly mayBeStale?: boolean;
  /** Gets a line about each build that takes time, and about each bundle that fails. */
  readonly say: (line: string) => void;
  /** The folder of builds, from one start to the next. */
  readonly cache?: string;
}

/**
 * Writes the laptop's assembly to a folder, and its bundles into it as they are made: templates as
 * copies, which may be changed, and bundles as cached files, which must not be. Builds only the
 * parts that changed since they were cached.
 */
export function growLaptopAssembly(
  directory: string,
  settings: Settings,
  { first, next = [], say, mayBeStale = false, cache: folder = cacheFolder }: GrowthOptions,
): GrowingAssembly {
  const ending = new AbortController();
  const { signal } = ending;
  // These are the tools that this process has loaded; a later change of them counts for the next start.
  const tools = buildTools();
  const openCache = () => buildCache({ folder, root, tools });
  const names = functionNames();
  const bundles = bundlesOnDemand({
    openCache,
    say,
    signal,
    bundle: (some) => withBundler(() => bundle(some, { logLevel: 'silent', openCache }), signal),
  });

  const templates = laptopSynthesis(openCache, settings, names);
  const current = templates.current();
  const earlier = current ?? readLatest(templates, say);
  const running = mayBeStale ? earlier : current;
  const missing = bundles.missing(first);
  const work = [
    ...(missing.length > 0 ? [`bundling ${countOf(missing, names)} functions`] : []),
    ...(earlier ? [] : ['synthesizing the CDK app']),
  ].join(' and ');
  if (work) say(`${work.charAt(0).toUpperCase()}${work.slice(1)}.`);

  /** The function of each folder with code, by the folder's path. */
  const functions = new Map<string, string>();
  const prepareCode = codeLinks(bundles, functions);
  const written = (async () => {
    writeTemplates(directory, running ?? (await templates.renew(signal)), functions);
    return directory;
  })();
  const making = makeAll([missing]);
  // Both are reported where they are awaited.
  for (const one of [written, making]) one.catch(() => undefined);

  async function makeAll(batches: Iterable<readonly string[]>): Promise<void> {
    let isMade = false;
    for (const some of batches) {
      await bundles.make(some);
      isMade ||= some.length > 0;
    }
    if (isMade) openCache().prune();
  }

  return {
    directory: written,
    first: making,
    prepareCode,
    async prepareAll() {
      for (const target of functions.keys()) await prepareCode(target);
    },
    async proveTemplates() {
      if (!running || current) return;
      try {
        await compareBehind(templates, running, signal, say);
      } catch (error) {
        if (signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        say(`Templates run that may be out of date: ${reason}`);
      }
    },
    async bundleOthers() {
      const left: string[] = [];
      const others = new Set([...next, ...names].filter((name) => !first.includes(name)));
      for (const some of batchesOf([...others])) {
        left.push(...bundles.missing(some));
        // Looking up a batch takes some tens of ms, in which nothing else could be answered.
        await setImmediate();
        if (signal.aborted) return;
      }
      if (left.length === 0) return;
      say(`Bundling the other ${left.length} functions in the background.`);
      // The bundler leaves half of the cores to the switch.
      process.env.GOMAXPROCS ??= String(Math.ceil(availableParallelism() / 2));
      await makeAll(batchesOf(left));
      const failed = names.filter((name) => bundles.hasFailed(name)).length;
      say(`All functions are bundled${failed > 0 ? `, except ${failed}` : ''}.`);
    },
    async stop() {
      ending.abort(new Error('The switch is stopping.'));
      await Promise.allSettled([written, making]);
    },
  };
}

/** Links the bundle of a function into its folder, once. */
function codeLinks(
  bundles: BundlesOnDemand,
  functions: ReadonlyMap<string, string>,
): GrowingAssembly['prepareCode'] {
  const prepared = new Map<string, Promise<void>>();

  async function linkBundle(name: string, target: string, isAgain = false): Promise<void> {
    const made = await bundles.get(name);
    try {
      for (const file of made.names) {
        const place = path.join(target, file);
        rmSync(place, { force: true });
        made.put(file, place, 'link');
      }
    } catch (error) {
      if (isAgain || !(error instanceof StepEvicted)) throw error;
      bundles.forget(name);
      await linkBundle(name, target, true);
    }
  }

  return async (target) => {
    const name = functions.get(path.resolve(target));
    if (name === undefined) return;
    const linking = prepared.get(name) ?? linkBundle(name, target);
    prepared.set(name, linking);
    try {
      await linking;
    } catch (error) {
      prepared.delete(name);
      throw error;
    }
  };
}

/**
 * Writes the laptop's assembly to a folder, with the bundles of all functions. Throws BundleFailed
 * for a function that cannot be bundled.
 *
 * @param say gets a line about each build that takes time
 */
export async function writeLaptopAssembly(
  directory: string,
  settings: Settings = {},
  say: (line: string) => void = () => undefined,
): Promise<void> {
  const growing = growLaptopAssembly(directory, settings, { first: functionNames(), say });
  try {
    await Promise.all([growing.directory, growing.first]);
    await growing.prepareAll();
  } finally {
    await growing.stop();
  }
}

/** The bundles of this checkout's functions, by function name; built if necessary. */
export async function laptopBundles(): Promise<ReadonlyMap<string, CachedFiles>> {
  const names = functionNames();
  const tools = buildTools();
  const openCache = () => buildCache({ folder: cacheFolder, root, tools });
  const bundles = bundlesOnDemand({
    openCache,
    bundle: (some) => withBundler(() => bundle(some, { openCache })),
    say: () => undefined,
  });
  await bundles.make(bundles.missing(names));
  const made = names.map(async (name) => [name, await bundles.get(name)] as const);
  return new Map(await Promise.all(made));
}

const countOf = (some: readonly string[], all: readonly string[]) =>
  some.length === all.length ? String(all.length) : `${some.length} of ${all.length}`;

function* batchesOf(names: readonly string[]) {
  for (let at = 0; at < names.length; at += batchSize) yield names.slice(at, at + batchSize);
}

/** The latest templates, also where the sources have changed since. */
function readLatest(templates: LaptopTemplates, say: GrowthOptions['say']): Assembly | undefined {
  try {
    return templates.latest();
  } catch (error) {
    if (!(error instanceof PackedUnusable)) throw error;
    say(error.message);
    return undefined;
  }
}

/** Brings the templates up to date while earlier ones run, and prints the result. */
async function compareBehind(
  templates: LaptopTemplates,
  running: Assembly,
  signal: AbortSignal,
  say: GrowthOptions['say'],
): Promise<void> {
  let isSynthesized = false;
  const renewed = await templates.renew(signal, () => {
    isSynthesized = true;
    say('Synthesizing the CDK app in the background: what decides its templates has changed.');
  });
  if (!isSynthesized) return;
  const stacks = differingStacks(running, renewed);
  say(
    stacks.length === 0
      ? 'The templates are synthesized, and are those that run.'
      : `The templates are synthesized, and differ from those that run: start again for ${stacks.join(', ')}.`,
  );
}

/**
 * Writes the templates. The folders of functions are made with their code.
 *
 * @param functions gets the function of each such folder
 */
function writeTemplates(
  directory: string,
  { files }: Assembly,
  functions: Map<string, string>,
): void {
  for (const [file, text] of Object.entries(files)) {
    const target = path.resolve(directory, file);
    const name = functionOfPlaceholder(file, text);
    if (name !== undefined) {
      functions.set(path.dirname(target), name);
      continue;
    }
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
