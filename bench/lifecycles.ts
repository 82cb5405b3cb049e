import * as v from 'valibot';
import { bodyOf } from './container.ts';
import { compete, contestantsOf, resultOf } from './contest.ts';
import type { Laboratory } from './laboratory.ts';
import { markdownTable, times } from './markdown-table.ts';
import { lifecycle } from './measured-operations.ts';
import { openSite, recordedScript, type Site } from './site.ts';

/** Callers at the same time, and lifecycles of a turn. */
const crowds = [
  { callers: 1, perTurn: 10 },
  { callers: 16, perTurn: 64 },
] as const;
/** No turn is begun for a crowd when it has taken this long. */
const longestMs = 40_000;

/**
 * Whole lives of payments a second, through the real bundled handlers and through the two that make
 * the same calls of the table emulator and of the processor; as a table. Throws when a payment did not
 * end as it should.
 */
export async function lifecycles(laboratory: Laboratory, rounds: number): Promise<string> {
  const site = await openSite(laboratory);
  try {
    const script = await recordedScript(lifecycle, site);
    const contestants = contestantsOf(script, site, (token) => living(token, site));
    const rows: string[][] = [];
    for (const { callers, perTurn } of crowds) {
      const turns = Math.ceil(rounds / perTurn);
      const results = await compete({ contestants, callers, perTurn, turns, longestMs });
      for (const { errors } of results) if (errors.length > 0) throw errors[0];
      const handler = resultOf(results, 'handler');
      const bare = resultOf(results, 'bare');
      const sdk = resultOf(results, 'AWS client');
      rows.push([
        String(callers),
        String(handler.ms.length),
        `${script.calls} (${script.steps})`,
        handler.callsEach.toFixed(2),
        handler.perSecond.toFixed(1),
        bare.perSecond.toFixed(1),
        sdk.perSecond.toFixed(1),
        times(handler.perSecond / bare.perSecond),
        times(sdk.perSecond / bare.perSecond),
        times(handler.perSecond / sdk.perSecond),
        (handler.cpuMsEach - bare.cpuMsEach).toFixed(2),
        (sdk.cpuMsEach - bare.cpuMsEach).toFixed(2),
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
        'AWS client',
        'handlers / bare',
        'AWS client / bare',
        'handlers / AWS client',
        'CPU ms over bare: handlers',
        'AWS client',
      ],
      rows,
    );
  } finally {
    await site.close();
  }
}

/** A payment at its end: all of it captured, and one refund that went through. */
export const Ended = v.object({
  status: v.literal('succeeded'),
  amount_received: v.literal(6_540),
  refunds: v.tuple([v.object({ status: v.literal('succeeded'), amount: v.literal(600) })]),
});

function living(token: string, { live, merchant, earlier }: Site): () => Promise<unknown> {
  const requests = lifecycle.map(({ bundle, request }) =>
    live(bundle).prepare(request(token, merchant, earlier(token))),
  );
  return async () => {
    let last: unknown;
    for (const send of requests) last = bodyOf(await send());
    return v.parse(Ended, last);
  };
}
