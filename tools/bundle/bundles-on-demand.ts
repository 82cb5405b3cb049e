import type { BuildFailure } from 'esbuild';
import type { BuildCache, CachedFiles } from './build-cache.ts';
import type { Bundle } from './bundle-functions.ts';

export interface BundlesOnDemandOptions {
  /** Opens the cache anew: the sources count as they are now. */
  readonly openCache: () => BuildCache;
  /** Bundles functions. Rejects if one of them cannot be bundled. */
  readonly bundle: (names: readonly string[]) => Promise<readonly Bundle[]>;
  /** Gets a line about each bundle that fails, and about one that is mended. */
  readonly say: (line: string) => void;
  /** Ends all work: a bundle in the making then counts as neither made nor failed. */
  readonly signal?: AbortSignal;
}

/** Bundles of functions: from the cache where its sources are unchanged, or made now. */
export interface BundlesOnDemand {
  /** Looks all of them up in the cache. Returns those that must be bundled. */
  missing(names: readonly string[]): readonly string[];
  /**
   * Bundles those of them that no call has asked for yet, all at once. Resolves when each is
   * bundled or has failed.
   */
  make(names: readonly string[]): Promise<void>;
  /**
   * The bundle of one function, which is made at once if necessary. Rejects with BundleFailed. A
   * bundle that failed is tried again at the next call, because its sources may be mended by then.
   */
  get(name: string): Promise<CachedFiles>;
  /** Looks the function up again at the next call: its files are no longer in the cache. */
  forget(name: string): void;
  /** Whether the function could not be bundled when it was tried last. */
  hasFailed(name: string): boolean;
}

/** A function cannot be bundled. */
class BundleFailed extends Error {
  /** The first mistake with its place in the sources, on one line. */
  readonly reason: string;

  constructor(name: string, reason: string, options?: ErrorOptions) {
    super(`${name} cannot be bundled: ${reason}`, options);
    this.name = 'BundleFailed';
    this.reason = reason;
  }
}

/** The cache's name of the step that bundles a function. */
const bundleStep = (name: string) => `bundle ${name}`;

export function bundlesOnDemand(options: BundlesOnDemandOptions): BundlesOnDemand {
  const { openCache, say } = options;
  /** By function: found, being made, or made. One that failed is in `failures` instead. */
  const known = new Map<string, Promise<CachedFiles>>();
  const failures = new Map<string, string>();

  function missing(names: readonly string[]): readonly string[] {
    const cache = openCache();
    return names.filter((name) => {
      if (known.has(name)) return false;
      const found = cache.find(bundleStep(name));
      if (found) known.set(name, Promise.resolve(found));
      return found === undefined;
    });
  }

  async function make(names: readonly string[]): Promise<void> {
    const wanted = names.filter((name) => !known.has(name));
    const made = new Map(
      wanted.map((name) => [name, Promise.withResolvers<CachedFiles>()] as const),
    );
    for (const [name, { promise }] of made) {
      // The callers that wait for this function get the failure.
      promise.catch(() => known.delete(name));
      known.set(name, promise);
    }
    const failed = new Map<string, BundleFailed>();
    try {
      for await (const [name, result] of bundleEach(options, wanted, new Set())) {
        if (result instanceof BundleFailed) failed.set(name, result);
        else made.get(name)?.resolve(result);
      }
      report(wanted, failed);
      for (const [name, error] of failed) made.get(name)?.reject(error);
    } catch (error) {
      for (const { reject } of made.values()) reject(error);
      throw error;
    }
  }

  /** Prints each new failure in one line, for all functions that have it. */
  function report(tried: readonly string[], failed: ReadonlyMap<string, BundleFailed>) {
    const news = [...failed].filter(([name, { reason }]) => failures.get(name) !== reason);
    for (const [reason, [first, ...others]] of Map.groupBy(news, ([, one]) => one.reason)) {
      const more = others.length > 0 ? ` and ${others.length} more with it` : '';
      say(`Not bundled, and answers 500 until it is mended: ${first?.[0]}${more}: ${reason}`);
    }
    for (const name of tried) {
      const error = failed.get(name);
      if (error) failures.set(name, error.reason);
      else if (failures.delete(name)) say(`Bundled, since it is mended: ${name}.`);
    }
  }

  return {
    missing,
    make,
    async get(name) {
      if (!known.has(name) && missing([name]).length > 0) void make([name]).catch(() => undefined);
      const found = known.get(name);
      if (!found) throw new Error(`${name} is neither bundled nor being bundled.`);
      return found;
    },
    forget: (name) => void known.delete(name),
    hasFailed: (name) => failures.has(name),
  };
}

/**
 * Bundles all at once. If that fails, bundles halves of them, to find the function whose bundle
 * fails. Functions that fail together, in the same way as an earlier one, are not examined one by
 * one.
 */
async function* bundleEach(
  options: BundlesOnDemandOptions,
  names: readonly string[],
  seen: Set<string>,
): AsyncGenerator<readonly [string, CachedFiles | BundleFailed]> {
  const { openCache, bundle, signal } = options;
  const startedAt = Date.now();
  signal?.throwIfAborted();
  let bundles: readonly Bundle[];
  try {
    bundles = await bundle(names);
  } catch (error) {
    signal?.throwIfAborted();
    const reason = onOneLine(error);
    if (names.length > 1 && !seen.has(reason)) {
      const half = Math.ceil(names.length / 2);
      yield* bundleEach(options, names.slice(0, half), seen);
      yield* bundleEach(options, names.slice(half), seen);
      return;
    }
    seen.add(reason);
    for (const name of names) yield [name, new BundleFailed(name, reason, { cause: error })];
    return;
  }
  // Opened when the bundler has read the sources: the cache reads them once, at this moment.
  const cache = openCache();
  for (const { name, files, inputs } of bundles) {
    yield [name, cache.store(bundleStep(name), { inputs, files, startedAt })];
  }
}

/** The bundler's first error with its place, on one line. */
function onOneLine(error: unknown): string {
  const [first, ...others] = isBuildFailure(error) ? error.errors : [];
  const place =
    first?.location &&
    `${first.location.file}:${first.location.line}:${first.location.column + 1}: `;
  const text = first?.text ?? (error instanceof Error ? error.message : String(error));
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${place ?? ''}${text}${more}`.replaceAll(/\s*\n\s*/g, ' ');
}

const isBuildFailure = (error: unknown): error is BuildFailure =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors);
