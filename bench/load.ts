import * as v from 'valibot';
import { markdownTable, times } from '../scripts/command-line/markdown-table.ts';
import { candidatesOf, compare, resultOf } from './comparison.ts';
import { bodyOf } from './container.ts';
import type { BenchDeployment } from './deployment.ts';
import { createAndConfirm } from './measured-operations.ts';
import { percentile } from './statistics.ts';
import { openTargets, recordedScript } from './targets.ts';

/** A payment that one request created and confirmed. */
const Paid = v.object({ status: v.literal('succeeded') });

const callers = 25;
const perTurn = 100;
/** No new turn begins after this long. */
const maxMs = 40_000;

/**
 * Many concurrent callers, each of which creates and confirms payments in one request. They use the
 * real bundled handler and a bare client that makes the same calls. Returns a table.
 */
export async function load(bench: BenchDeployment, rounds: number): Promise<string> {
  const targets = await openTargets(bench);
  try {
    const script = await recordedScript([createAndConfirm], targets);
    const { bundle, request } = createAndConfirm;
    const candidates = candidatesOf(script, targets, (token) => {
      const send = targets
        .live(bundle)
        .prepare(request(token, targets.merchant, targets.earlier(token)));
      return async () => v.parse(Paid, bodyOf(await send()));
    });
    const turns = Math.max(10, Math.ceil(rounds / 20));
    const results = await compare({ candidates, callers, perTurn, turns, maxMs });
    const [error] = results.flatMap(({ errors }) => errors);
    if (error) console.error(error);
    const bare = resultOf(results, 'bare');
    return markdownTable(
      [
        `${callers} callers`,
        'requests',
        'errors',
        'a second',
        'over bare',
        'p50 ms',
        'over bare',
        'p90 ms',
        'over bare',
        'p99 ms',
      ],
      results.map(({ name, ms, errors, perSecond }) => [
        name,
        String(ms.length + errors.length),
        String(errors.length),
        perSecond.toFixed(0),
        times(perSecond / bare.perSecond),
        percentile(ms, 50).toFixed(1),
        times(percentile(ms, 50) / percentile(bare.ms, 50)),
        percentile(ms, 90).toFixed(1),
        times(percentile(ms, 90) / percentile(bare.ms, 90)),
        percentile(ms, 99).toFixed(1),
      ]),
    );
  } finally {
    await targets.close();
  }
}
