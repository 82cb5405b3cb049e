import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { markdownTable } from '../scripts/command-line/markdown-table.ts';
import type { BenchDeployment } from './deployment.ts';
import { type MeasuredOperation, measuredOperations } from './measured-operations.ts';
import { newToken } from './script.ts';
import { median } from './statistics.ts';
import { askEach, type BenchTargets, openTargets, withoutOutput } from './targets.ts';

/** Measured requests of each kind, after as many unmeasured ones. */
const requests = 150;

/** At 1,769 MB a function has one whole vCPU; below it, a proportional share. */
const wholeProcessorMb = 1_769;
const sizesMb = [128, 192, 256, 320, 512, 1_024] as const;
/** How long a function waits for a processor or a merchant's server, in ms. */
const waitsMs = { 'of its own alone': 0, 'waits for a processor': 500 } as const;
/** About how long the table takes to answer in its own Region, in ms. */
const tableMs = 5;

const measuredNames: readonly string[] = [
  'customers.retrieve',
  'payments.create',
  'payments.retrieve',
  'payments.confirm',
  'payments.capture',
  'refunds.create',
];

const Taken = v.object({
  load: v.number(),
  firstMs: v.number(),
  eachMs: v.array(v.number()),
  emptyKb: v.number(),
  loadedKb: v.number(),
  peakKb: v.number(),
  heapKb: v.number(),
});
type Taken = v.InferOutput<typeof Taken>;

/**
 * Measures CPU time and memory of handlers, each in a process of its own. Computes the cost of a
 * million invocations at each memory size. Returns tables.
 */
export async function memory(bench: BenchDeployment): Promise<string> {
  const targets = await openTargets(bench);
  try {
    const measured: { readonly name: string; readonly steps: number; readonly taken: Taken }[] = [];
    for (const operation of measuredOperations) {
      if (!measuredNames.includes(operation.name)) continue;
      const taken = await memoryOf(operation, targets, bench);
      measured.push({
        name: operation.name,
        steps: operation.name.endsWith('retrieve') ? 1 : 3,
        taken,
      });
    }
    return [
      markdownTable(
        [
          'function',
          'CPU ms: loading',
          'first request',
          'warm request',
          'MB: empty process',
          'loaded',
          'at most',
          'heap at most',
        ],
        measured.map(({ name, taken }) => [
          name,
          taken.load.toFixed(0),
          taken.firstMs.toFixed(0),
          warmMs(taken).toFixed(2),
          ...[taken.emptyKb, taken.loadedKb, taken.peakKb, taken.heapKb].map((kb) =>
            (kb / 1_024).toFixed(0),
          ),
        ]),
      ),
      ...Object.entries(waitsMs).map(([kind, waitMs]) =>
        markdownTable(
          [
            `${kind}: GB-seconds of a thousand requests (ms of a warm request, ms of a first one)`,
            ...sizesMb.map((mb) => `${mb} MB`),
          ],
          measured
            .filter(({ name }) => waitMs === 0 || /confirm|capture|refunds/.test(name))
            .map(({ name, steps, taken }) => [
              name,
              ...sizesMb.map((mb) => {
                const share = mb / wholeProcessorMb;
                const fixed = waitMs + steps * tableMs;
                const ms = fixed + warmMs(taken) / share;
                const first = fixed + taken.firstMs / share;
                const gbSeconds = (mb / 1_024) * ms;
                return `${gbSeconds.toFixed(1)} (${ms.toFixed(0)}, ${first.toFixed(0)})`;
              }),
            ]),
        ),
      ),
    ].join('\n\n');
  } finally {
    await targets.close();
  }
}

const warmMs = ({ eachMs }: Taken) => median(eachMs.slice(requests));

async function memoryOf(
  { bundle, request, after = [] }: MeasuredOperation,
  targets: BenchTargets,
  { bundles, directory }: BenchDeployment,
): Promise<Taken> {
  const tokens = Array.from({ length: 2 * requests + 1 }, newToken);
  await withoutOutput(() => askEach(after, tokens, targets));
  const asked = path.join(directory, 'asked.json');
  const what = {
    file: bundles.find(({ name }) => name === bundle)?.file,
    environment: targets.connected(bundle),
    requests: tokens.map((token) => request(token, targets.merchant, targets.earlier(token))),
  };
  writeFileSync(asked, JSON.stringify(what));
  const program = path.join(import.meta.dirname, 'handler-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, asked]);
  return v.parse(Taken, JSON.parse(stdout));
}
