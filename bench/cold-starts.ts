import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Bundle, environmentOf, type Laboratory } from './laboratory.ts';
import { markdownTable, times } from './markdown-table.ts';
import { median } from './statistics.ts';

/** An empty handler is started again after so many functions, so that both meet the same machine. */
const functionsPerEmptyStart = 4;

/** With the compile cache it is enough to know about how much it saves. */
const roundsPerCachedStart = 3;

interface Start {
  readonly bundle: Bundle;
  readonly environment: Record<string, string>;
  readonly plainMs: number[];
  readonly cachedMs: number[];
}

/**
 * Wall time of a fresh Node.js process that loads a bundle and calls nothing, over one that loads an
 * empty handler, without and with V8's compile cache, as a table.
 */
export function coldStarts(laboratory: Laboratory, rounds: number): string {
  const { bundles, directory } = laboratory;
  const deployment = laboratory.deployment('http://127.0.0.1:1');
  const starts = bundles.map((bundle) => ({
    bundle,
    environment: environmentOf(bundle, deployment, directory),
    plainMs: [],
    cachedMs: [],
  }));
  const empty: Start = {
    bundle: { name: 'empty handler', file: emptyHandler(directory) },
    environment: {},
    plainMs: [],
    cachedMs: [],
  };
  const cache = path.join(directory, 'compile-cache');

  // The first start fills the cache, and nobody's file is read from the disk for the first time.
  for (const { bundle, environment } of [empty, ...starts]) startMs(bundle, environment, cache);
  for (let round = 0; round < rounds; round++) {
    for (const [index, start] of starts.entries()) {
      const cached = round % roundsPerCachedStart === 0 ? cache : undefined;
      if (index % functionsPerEmptyStart === 0) measure(empty, cached);
      measure(start, cached);
    }
  }

  const emptyMs = { plain: median(empty.plainMs), cached: median(empty.cachedMs) };
  const rows = [empty, ...starts].map(({ bundle, plainMs, cachedMs }) => [
    bundle.name,
    median(plainMs).toFixed(1),
    times(median(plainMs) / emptyMs.plain),
    median(cachedMs).toFixed(1),
    times(median(cachedMs) / emptyMs.cached),
  ]);
  return markdownTable(
    ['function', 'ms', 'over empty', 'ms, compile cache', 'over empty, compile cache'],
    rows,
  );
}

function measure({ bundle, environment, plainMs, cachedMs }: Start, cache: string | undefined) {
  plainMs.push(startMs(bundle, environment));
  if (cache !== undefined) cachedMs.push(startMs(bundle, environment, cache));
}

function startMs({ name, file }: Bundle, environment: Record<string, string>, cache?: string) {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, [file], {
    env: { ...environment, ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }) },
    stdio: 'ignore',
  });
  const ms = performance.now() - started;
  if (status !== 0) throw new Error(`${name} cannot be loaded: run node ${file}.`);
  return ms;
}

function emptyHandler(directory: string): string {
  const folder = path.join(directory, 'empty');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'index.cjs');
  writeFileSync(file, 'exports.handler = async () => ({ statusCode: 200 });\n');
  return file;
}
