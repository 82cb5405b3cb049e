import * as v from 'valibot';
import { markdownTable, times } from '../scripts/command-line/markdown-table.ts';
import { candidatesOf, compare, resultOf } from './comparison.ts';
import { bodyOf } from './container.ts';
import type { BenchDeployment } from './deployment.ts';
import { lifecycle } from './measured-operations.ts';
import { type BenchTargets, openTargets, recordedScript } from './targets.ts';

/** Concurrent callers, and lifecycles in a turn. */
const crowds = [
  { callers: 1, perTurn: 10 },
  { callers: 16, perTurn: 64 },
] as const;
/** No new turn begins for a crowd that has taken this long. */
const maxMs = 40_000;

/**
 * Whole payment lifecycles a second, through the real bundled handlers and through a bare client
 * that makes the same calls to table emulator and processor. Returns a table. Throws when a payment
 * did not reach its expected status.
 */
export async function lifecycles(bench: BenchDeployment, rounds: number): Promise<string> {
  const targets = await openTargets(bench);
  try {
    const script = await recordedScript(lifecycle, targets);
    const candidates = candidatesOf(script, targets, (token) => living(token, targets));
    const rows: string[][] = [];
    for (const { callers, perTurn } of crowds) {
      const turns = Math.ceil(rounds / perTurn);
      const results = await compare({ candidates, callers, perTurn, turns, maxMs });
      for (const { errors } of results) if (errors.length > 0) throw errors[0];
      const handler = resultOf(results, 'handler');
      const bare = resultOf(results, 'bare');
      rows.push([
        String(callers),
        String(handler.ms.length),
        `${script.calls} (${script.steps})`,
        handler.callsEach.toFixed(2),
        handler.perSecond.toFixed(1),
        bare.perSecond.toFixed(1),
        times(handler.perSecond / bare.perSecond),
        (handler.cpuMsEach - bare.cpuMsEach).toFixed(2),
      ]);
    }
    return markdownTable(
      [
        'callers',
        'lifecycles',
        'calls (steps) of each',
        'calls that the handlers made',
        'a second: handlers',
        'bare',
        'handlers / bare',
        'CPU ms over bare',
      ],
      rows,
    );
  } finally {
    await targets.close();
  }
}

/** The expected final payment: fully captured, with one successful refund. */
const Ended = v.object({
  status: v.literal('succeeded'),
  amount_received: v.literal(6_540),
  refunds: v.tuple([v.object({ status: v.literal('succeeded'), amount: v.literal(600) })]),
});

function living(token: string, { live, merchant, earlier }: BenchTargets): () => Promise<unknown> {
  const requests = lifecycle.map(({ bundle, request }) =>
    live(bundle).prepare(request(token, merchant, earlier(token))),
  );
  return async () => {
    let last: unknown;
    for (const send of requests) last = bodyOf(await send());
    return v.parse(Ended, last);
  };
}
