import * as v from 'valibot';
import { inTurn } from './comparison.ts';
import { root } from './deployment.ts';
import { startedSwitch } from './http-candidates.ts';
import { perSecond, sumOf, type Tally, threadTable, turn, type WorkCase } from './http-turns.ts';
import { inspectedThreads } from './inspected-threads.ts';
import { markdownTable, times } from './markdown-table.ts';
import { inspectedStart } from './profile.ts';

const crowd: WorkCase = { course: 'lifecycle', callers: 16, mostEachSecond: 500 };
const turns = 6;

const settings = [
  { name: 'false', value: false },
  { name: 'true', value: true },
];

/** The answer to a script that sets a variable and reads it. */
const Assigned = v.object({ result: v.object({ type: v.literal('boolean'), value: v.boolean() }) });

/**
 * Compares two ways of doing something within one started switch: code under trial reads
 * `globalThis[NAME]`, which is false and true in turns, in each of its threads. Both ways have the
 * same process, the same data and the same moments of a busy machine. Returns tables; `seconds` is
 * the length of a turn.
 */
export async function twoSettings(
  name: string,
  { seconds }: { readonly seconds: number },
  interrupted: AbortSignal,
): Promise<string> {
  const one = await startedSwitch('switch', root, interrupted, inspectedStart);
  try {
    if (one.inspectorUrl === undefined) throw new Error('The switch opened no inspector.');
    const threads = await inspectedThreads(one.inspectorUrl);
    const turnWith = async (value: boolean) => {
      interrupted.throwIfAborted();
      const expression = `globalThis[${JSON.stringify(name)}] = ${value}`;
      const answers = await threads.askAll('Runtime.evaluate', { expression });
      for (const { result } of answers) v.parse(Assigned, result);
      return turn(one, crowd, seconds * 1_000);
    };
    const tried = settings.map((setting) => {
      const tallies: Tally[] = [];
      return { ...setting, tallies };
    });
    // Unmeasured turns, so that V8 has compiled the measured code.
    for (const { value } of tried) await turnWith(value);
    for (let round = 0; round < turns; round++) {
      for (const { value, tallies } of inTurn(tried, round)) tallies.push(await turnWith(value));
    }
    threads.close();
    return tablesOf(
      name,
      tried.map(({ name: setting, tallies }) => ({ name: setting, tally: sumOf(tallies) })),
    );
  } finally {
    await one.stop();
  }
}

interface Tried {
  readonly name: string;
  readonly tally: Tally;
}

/** The tables of a run; the first result is that with the variable at false. */
export function tablesOf(name: string, results: readonly Tried[]): string {
  const [before] = results;
  if (!before) throw new Error('Nothing was measured.');
  const eachMs = ({ ms, cpu }: Tally) => (cpu.server + cpu.table) / ms.length;
  const table = markdownTable(
    [
      ...[name, 'lifecycles', 'errors', 'a second', 'over false'],
      ...['CPU ms of a lifecycle, switch and table', 'over false'],
    ],
    results.map(({ name: setting, tally }) => [
      setting,
      String(tally.ms.length),
      String(tally.errors.length),
      perSecond(tally).toFixed(1),
      times(perSecond(tally) / perSecond(before.tally)),
      eachMs(tally).toFixed(1),
      times(eachMs(tally) / eachMs(before.tally)),
    ]),
  );
  return [table, threadTable(results, crowd)].join('\n\n');
}
