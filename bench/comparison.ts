import { newToken, type Script } from './script.ts';
import { type BenchTargets, counted } from './targets.ts';

/** One of several implementations of the same task. */
export interface Candidate {
  readonly name: 'handler' | 'bare';
  /** Prepares one task and returns the function that runs it. */
  prepare(token: string): () => Promise<unknown>;
}

export interface Comparison {
  readonly candidates: readonly Candidate[];
  /** How many tasks run at the same time, each followed by the next. */
  readonly callers: number;
  readonly perTurn: number;
  /**
   * Measured turns of each contestant. Fewer once it has taken `longestMs`, but never fewer than 3.
   */
  readonly turns: number;
  readonly maxMs: number;
}

export interface Result {
  readonly name: Candidate['name'];
  /** How long each successful task took, in ms. */
  readonly ms: readonly number[];
  readonly errors: readonly unknown[];
  readonly perSecond: number;
  readonly cpuMsEach: number;
  /** HTTP requests for each task. */
  readonly callsEach: number;
}

/** Turns before the measured ones, so that V8 has compiled the code. */
const warmUpTurns = 3;
const minTurns = 3;

/** The real handlers, compared with a bare client that replays the same recorded calls. */
export const candidatesOf = (
  script: Script,
  { bare }: BenchTargets,
  handler: Candidate['prepare'],
): readonly Candidate[] => [
  { name: 'handler', prepare: handler },
  { name: 'bare', prepare: (token) => bare.prepare(script.for(token)) },
];

/** Runs the contestants in turns and adds up the results of each. */
export async function compare(contest: Comparison): Promise<readonly Result[]> {
  const { candidates, callers, perTurn, turns, maxMs } = contest;
  const tallies = candidates.map((candidate) => ({ contestant: candidate, turns: [] as Turn[] }));
  const started = performance.now();
  for (let turn = -warmUpTurns; turn < turns; turn++) {
    if (turn >= minTurns && performance.now() - started > maxMs) break;
    for (const { contestant: candidate, turns: done } of inTurn(tallies, turn + warmUpTurns)) {
      // Tasks are prepared before the clock runs: the work of the caller is not measured.
      const work = Array.from({ length: perTurn }, () => candidate.prepare(newToken()));
      const one = await timed(work, callers);
      if (turn >= 0) done.push(one);
    }
  }
  return tallies.map(({ contestant: { name }, turns }) => {
    const count = turns.length * perTurn;
    const sum = (of: (turn: Turn) => number) => turns.reduce((total, turn) => total + of(turn), 0);
    const errors = turns.flatMap((turn) => turn.errors);
    return {
      name,
      ms: turns.flatMap(({ ms }) => ms),
      errors,
      perSecond: (count - errors.length) / (sum(({ wallMs }) => wallMs) / 1_000),
      cpuMsEach: sum(({ cpuMs }) => cpuMs) / count,
      callsEach: sum(({ calls }) => calls) / count,
    };
  });
}

/**
 * The order of the contestants in each round. A contestant pays for the garbage of the one before
 * it, so each follows every other one equally often.
 */
export function inTurn<T>(entries: readonly T[], turn: number): readonly T[] {
  const first = turn % entries.length;
  const order = [...entries.slice(first), ...entries.slice(0, first)];
  return Math.floor(turn / entries.length) % 2 === 0 ? order : order.reverse();
}

interface Turn {
  readonly ms: readonly number[];
  readonly errors: readonly unknown[];
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly calls: number;
}

async function timed(work: readonly (() => Promise<unknown>)[], callers: number): Promise<Turn> {
  const ms: number[] = [];
  const errors: unknown[] = [];
  const left = work.values();
  const caller = async () => {
    for (const doIt of left) {
      const started = performance.now();
      try {
        await doIt();
        ms.push(performance.now() - started);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  const { result } = await counted(async (made) => {
    const started = performance.now();
    const cpuBefore = process.cpuUsage();
    await Promise.all(Array.from({ length: callers }, caller));
    const { user, system } = process.cpuUsage(cpuBefore);
    const wallMs = performance.now() - started;
    return { wallMs, cpuMs: (user + system) / 1_000, calls: made() };
  });
  return { ms, errors, ...result };
}

/** The result of one contestant. */
export function resultOf(results: readonly Result[], wanted: Candidate['name']): Result {
  const found = results.find(({ name }) => name === wanted);
  if (!found) throw new Error(`${wanted} did not take part.`);
  return found;
}
