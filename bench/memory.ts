import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { BenchDeployment } from './deployment.ts';
import { markdownTable } from './markdown-table.ts';
import { type MeasuredOperation, measuredOperations } from './measured-operations.ts';
import { newToken } from './script.ts';
import { median } from './statistics.ts';
import { askEach, type BenchTargets, openTargets, withoutOutput } from './targets.ts';

/** Requests of each kind that count, after as many that do not. */
const requests = 150;

/** At 1,769 MB a function has a whole processor, and below it a share in proportion. */
const wholeProcessorMb = 1_769;
const sizesMb = [128, 192, 256, 320, 512, 1_024] as const;
/** How long a processor's or a merchant's server may let a function wait, in milliseconds. */
const waitsMs = { 'of its own alone': 0, 'waits for a processor': 500 } as const;
/** The table answers in about so many milliseconds in its own Region. */
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
 * What handlers take of the processor and of memory, each in a process of its own, and what a million
 * invocations would cost at each size of memory; as tables.
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
