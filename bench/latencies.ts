import { markdownTable, times } from '../scripts/command-line/markdown-table.ts';
import { inTurn } from './comparison.ts';
import { bodyOf } from './container.ts';
import type { BenchDeployment } from './deployment.ts';
import { type MeasuredOperation, measuredOperations } from './measured-operations.ts';
import { newToken, type Script } from './script.ts';
import { percentile } from './statistics.ts';
import {
  askEach,
  type BenchTargets,
  counted,
  openTargets,
  recordedScript,
  withoutOutput,
} from './targets.ts';

/** Consecutive requests of one kind in a turn, before the other contestants have their turn. */
const perTurn = 10;
/** Unmeasured turns, so that V8 has compiled the measured code. */
const warmUpTurns = 10;
/** Minimum number of turns, on slow machines too. */
const minTurns = 5;
/** No new turn begins after all operations together have taken this long. */
const maxMs = 150_000;

interface TimedCandidate {
  readonly name: 'handler' | 'bare';
  /** Prepares a request and returns the function that sends it. */
  prepare(token: string): () => Promise<unknown>;
  readonly ms: number[];
  cpuMicroseconds: number;
  requests: number;
  logBytes: number;
  /** Requests whose calls differed from the script's, such as one that reads the settings again. */
  leftOut: number;
}

/**
 * Compares every operation's real handler, from its real bundle, with a script that makes the
 * same calls through a minimal signed client. Returns a table.
 */
export async function latencies(
  bench: BenchDeployment,
  rounds: number,
  wanted: string,
): Promise<string> {
  const targets = await openTargets(bench);
  try {
    const operations = measuredOperations.filter(({ name }) => name.includes(wanted));
    return await latenciesOf(operations, rounds, targets);
  } finally {
    await targets.close();
  }
}

/** The same for these operations, with our target where there is one. */
export async function latenciesOf(
  operations: readonly MeasuredOperation[],
  rounds: number,
  targets: BenchTargets,
): Promise<string> {
  const rows: string[][] = [];
  for (const operation of operations) {
    rows.push(await measured(operation, rounds, maxMs / operations.length, targets));
  }
  const hasAims = operations.some(({ aimMs }) => aimMs);
  return markdownTable(
    [
      'operation',
      'requests',
      'calls (steps)',
      'p50 ms: handler',
      'bare',
      'p50: handler / bare',
      'p99 ms: handler',
      'bare',
      'p99: handler / bare',
      'CPU ms over bare',
      'log bytes',
      'left out',
      ...(hasAims ? ['aim: p50, p99 ms'] : []),
    ],
    rows.map((row, index) => [...row, ...(hasAims ? [aimOf(operations[index])] : [])]),
  );
}

const aimOf = (operation: MeasuredOperation | undefined) =>
  operation?.aimMs ? `${operation.aimMs.p50}, ${operation.aimMs.p99}` : '–';

async function measured(
  operation: MeasuredOperation,
  rounds: number,
  allottedMs: number,
  targets: BenchTargets,
) {
  const started = performance.now();
  const { merchant, live, bare, earlier } = targets;
  const script = await recordedScript([operation], targets, operation);
  const container = live(operation.bundle);
  let names = new Map<string, readonly string[]>();
  const candidates = [
    timedCandidate('handler', (token) =>
      container.prepare(operation.request(token, merchant, earlier(token))),
    ),
    timedCandidate('bare', (token) => bare.prepare(script.for(token, names.get(token)))),
  ];

  const turns = Math.ceil(rounds / perTurn);
  for (let turn = -warmUpTurns; turn < turns; turn++) {
    if (turn >= minTurns && performance.now() - started > allottedMs) break;
    const entries = candidates.map((one) => ({
      one,
      tokens: Array.from({ length: perTurn }, newToken),
    }));
    const tokens = entries.flatMap((entry) => entry.tokens);
    await withoutOutput(() => askEach(operation.after ?? [], tokens, targets));
    names = await namesOf(operation, tokens, targets);
    for (const { one, tokens } of inTurn(entries, turn + warmUpTurns)) {
      await takeTurn(one, tokens, script.calls, turn >= 0);
    }
  }
  return rowOf(operation, script, candidates);
}

/** The other texts, besides the token, that identify each request. */
async function namesOf(
  { names }: MeasuredOperation,
  tokens: readonly string[],
  { earlier }: BenchTargets,
) {
  const found = new Map<string, readonly string[]>();
  if (names) for (const token of tokens) found.set(token, await names(token, earlier(token)));
  return found;
}

const timedCandidate = (
  name: TimedCandidate['name'],
  prepare: TimedCandidate['prepare'],
): TimedCandidate => ({
  name,
  prepare,
  ms: [],
  cpuMicroseconds: 0,
  requests: 0,
  logBytes: 0,
  leftOut: 0,
});

async function takeTurn(
  candidate: TimedCandidate,
  tokens: readonly string[],
  calls: number,
  counts: boolean,
) {
  const ready = tokens.map((token) => candidate.prepare(token));
  const ms: number[] = [];
  const answers: unknown[] = [];
  let leftOut = 0;
  const { bytes, result: cpu } = await counted(async (made) => {
    const before = process.cpuUsage();
    for (const send of ready) {
      const madeBefore = made();
      const started = performance.now();
      const answer = await send();
      const took = performance.now() - started;
      answers.push(answer);
      if (made() - madeBefore === calls) ms.push(took);
      else leftOut += 1;
    }
    return process.cpuUsage(before);
  });
  if (candidate.name === 'handler') for (const answer of answers) bodyOf(answer);
  if (!counts) return;
  candidate.ms.push(...ms);
  candidate.leftOut += leftOut;
  candidate.logBytes += bytes;
  candidate.requests += tokens.length;
  candidate.cpuMicroseconds += cpu.user + cpu.system;
}

function rowOf(
  { name }: MeasuredOperation,
  { calls, steps }: Script,
  candidates: readonly TimedCandidate[],
): string[] {
  const figures = (wanted: TimedCandidate['name']) => {
    const found = candidates.find((one) => one.name === wanted);
    if (!found) throw new Error(`${wanted} did not run.`);
    const { ms, cpuMicroseconds, requests, logBytes, leftOut } = found;
    if (ms.length === 0) throw new Error(`${name}: no request made the calls that were recorded.`);
    return {
      p50: percentile(ms, 50),
      p99: percentile(ms, 99),
      cpuMs: cpuMicroseconds / requests / 1_000,
      logBytes: logBytes / requests,
      requests,
      leftOut,
    };
  };
  const [handler, bare] = [figures('handler'), figures('bare')];
  return [
    name,
    String(handler.requests),
    `${calls} (${steps})`,
    handler.p50.toFixed(2),
    bare.p50.toFixed(2),
    times(handler.p50 / bare.p50),
    handler.p99.toFixed(2),
    bare.p99.toFixed(2),
    times(handler.p99 / bare.p99),
    (handler.cpuMs - bare.cpuMs).toFixed(2),
    handler.logBytes.toFixed(0),
    String(handler.leftOut),
  ];
}
