import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { stop as stopBundler } from 'esbuild';
import { allAbouts } from '#connectors/abouts.ts';
import { connectorNamed } from '#connectors/registry.ts';
import type { VectorFile } from '../test/prove/vectors/vector-file.ts';
import { bundle } from '../tools/bundle-functions.ts';
import { partLimitKb } from '../tools/bundle-limits.ts';
import { eventOf } from './container.ts';
import type { BenchDeployment, Bundle } from './deployment.ts';
import { answerOf, type StartedBundle, starter } from './first-call.ts';
import { markdownTable, times } from './markdown-table.ts';
import { confirmPayment, createPayment } from './measured-operations.ts';
import { type ExchangeTimes, recordedExchanges, timesOf } from './recorded-exchanges.ts';
import { newToken } from './script.ts';
import { median, percentile } from './statistics.ts';
import { askEach, type BenchTargets, openTargets, withoutOutput } from './targets.ts';

export interface ConnectorsOptions {
  /** Starts of `payments/confirm` of each kind. */
  readonly starts: number;
  /** How often each request is built, and each answer read. */
  readonly repeats: number;
  /** Recorded exchanges; undefined where none are given. */
  readonly recorded: readonly VectorFile[] | undefined;
}

/**
 * Measures each connector by itself: the size of its part, and the time for building a request and
 * reading an answer. Measures the start of `payments/confirm` with one connector and with all, in
 * turns. Returns tables.
 */
export async function connectors(
  bench: BenchDeployment,
  { starts, repeats, recorded }: ConnectorsOptions,
): Promise<string> {
  return [
    ...(await eachConnector(bench, repeats, recorded)),
    await startWithOneAndWithAll(bench, starts),
  ].join('\n\n');
}

async function eachConnector(
  { bundles }: BenchDeployment,
  repeats: number,
  recorded: readonly VectorFile[] | undefined,
): Promise<readonly string[]> {
  const { parts } = bundleNamed(bundles, confirmName);
  const rows: (readonly string[])[] = [];
  for (const { name } of allAbouts().filter(({ addresses }) => addresses)) {
    const part = `${name}.part.cjs`;
    const connector = connectorNamed(name);
    const files = (recorded ?? []).filter((file) => file.connector === name);
    const exchanges = connector ? await recordedExchanges(connector, files) : [];
    rows.push([
      name,
      ((parts.get(part) ?? Number.NaN) / 1_024).toFixed(1),
      String(partLimitKb(part)),
      ...cellsOf(exchanges.map((exchange) => timesOf(exchange, repeats))),
    ]);
  }
  const table = markdownTable(
    [
      ...['connector', 'part, KB', 'limit, KB', 'exchanges'],
      ...['µs to build, median', 'µs to read, median', 'µs for both, median', 'the slowest'],
    ],
    rows,
  );
  return recorded === undefined
    ? [table, 'No exchange was measured: `--vectors DIR` names a folder of recorded ones.']
    : [table];
}

function cellsOf(measured: readonly ExchangeTimes[]): readonly string[] {
  if (measured.length === 0) return ['0', '–', '–', '–', '–'];
  const both = measured.map(({ buildUs, readUs }) => buildUs + readUs);
  return [
    String(measured.length),
    median(measured.map(({ buildUs }) => buildUs)).toFixed(1),
    median(measured.map(({ readUs }) => readUs)).toFixed(1),
    median(both).toFixed(1),
    Math.max(...both).toFixed(1),
  ];
}

const confirmName = 'payments/confirm';

/** The only connector that remains: the one that answers here. */
const onlyOne = 'sandbox';

/** How a fresh process confirms a payment, and asks a processor for it. */
async function startWithOneAndWithAll(bench: BenchDeployment, starts: number): Promise<string> {
  const targets = await openTargets(bench);
  try {
    const all = bundleNamed(bench.bundles, confirmName).file;
    const one = await confirmWithOne(bench.directory);
    const run = starter(bench.directory);
    const kinds = [one, all].map((file) => ({
      file,
      loadMs: [] as number[],
      cpuMs: [] as number[],
      callMs: [] as number[],
    }));
    // The first start of each reads its files from the disk for the first time.
    for (let round = -1; round < starts; round++) {
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        const start = await newConfirm(kind.file, targets);
        const loaded = await run(start, {});
        const called = await run(start, { isCalled: true });
        const answer = answerOf(called);
        if (answer !== '200') throw new Error(`Confirm answered with ${answer}.`);
        if (round < 0) continue;
        kind.loadMs.push(loaded.cpuMs);
        kind.cpuMs.push(called.cpuMs);
        kind.callMs.push(called.ms);
      }
    }
    const rows = kinds.map(({ file, loadMs, cpuMs, callMs }, index) => [
      index === 0 ? 'one' : 'all',
      (readFileSync(file).length / 1_024).toFixed(1),
      ...[loadMs, cpuMs, callMs].map((ms) => quartile(ms).toFixed(1)),
    ]);
    const [first, second] = kinds;
    const over = (ms: 'loadMs' | 'cpuMs' | 'callMs') =>
      times(quartile(second?.[ms] ?? []) / quartile(first?.[ms] ?? []));
    return markdownTable(
      [
        ...['`payments/confirm` with connectors', '`index.cjs`, KB', 'CPU ms to load'],
        ...['CPU ms to load and confirm', 'ms to start, load and confirm'],
      ],
      [...rows, ['all over one', '', over('loadMs'), over('cpuMs'), over('callMs')]],
    );
  } finally {
    await targets.close();
    await stopBundler();
  }
}

/**
 * The limit that a quarter of the starts did not exceed: other work on the machine only adds to the
 * rest.
 */
const quartile = (values: readonly number[]) => percentile(values, 25);

/** A confirm of a payment of its own. */
async function newConfirm(file: string, targets: BenchTargets): Promise<StartedBundle> {
  const token = newToken();
  await withoutOutput(() => askEach([createPayment], [token], targets));
  const request = confirmPayment.request(token, targets.merchant, targets.earlier(token));
  return {
    name: confirmName,
    file,
    environment: targets.connected(confirmName),
    event: eventOf(request),
  };
}

async function confirmWithOne(directory: string): Promise<string> {
  const bundles = await bundle([confirmName], { before: [withOnly(onlyOne)] });
  const folder = path.join(directory, 'one-connector');
  mkdirSync(folder, { recursive: true });
  for (const { files } of bundles) {
    for (const [file, contents] of files) writeFileSync(path.join(folder, file), contents);
  }
  return path.join(folder, 'index.cjs');
}

/** Leaves all other connectors out of both lists, where each has a line that names its import. */
const withOnly = (kept: string): Plugin => ({
  name: 'turnout-one-connector',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]shared[/\\]connectors[/\\](?:abouts|registry)\.ts$/ }, (file) => {
      const source = readFileSync(file.path, 'utf8');
      const imports = [...source.matchAll(/^import \{ (\w+) \} from '\.\/(\w+)\/[^/]+';$/gm)];
      const others = imports.flatMap(([, name, folder]) => (name && folder !== kept ? name : []));
      const isOther = new RegExp(String.raw`\b(?:${others.join('|')})\b`);
      const lines = source.split('\n').filter((line) => !isOther.test(line));
      if (others.length < 2 || imports.length !== others.length + 1) {
        throw new Error(`The list of connectors in ${file.path} has another form.`);
      }
      return { contents: lines.join('\n'), loader: 'ts' };
    });
  },
});

function bundleNamed(bundles: readonly Bundle[], name: string): Bundle {
  const found = bundles.find((one) => one.name === name);
  if (!found) throw new Error(`There is no bundle ${name}.`);
  return found;
}
