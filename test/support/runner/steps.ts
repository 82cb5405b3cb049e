import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * The number of steps that a piece of work takes: how often V8 enters functions, branches and bodies
 * of loops, ours and those of libraries. The same work takes the same number of steps on every
 * machine. The engine's work inside one call, such as a search with a regular expression, is no
 * step; that all our expressions take linear time is held by
 * `test/shared/regular-expressions.test.ts`.
 */
export async function stepsOf(work: () => unknown): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .flatMap(({ functions }) => functions)
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0);
}

/**
 * Counts from the import on. Branches are counted in functions that are compiled later, so all that
 * Node.js has compiled or found in its cache is thrown away. V8 keeps the code that has run by then, and counts
 * it less and less as it optimizes it: suites that count run first, by `tools/tests/fresh-workers.mjs`.
 */
async function counting(): Promise<Session> {
  const session = new Session();
  session.connect();
  setFlagsFromString('--expose-gc');
  setFlagsFromString('--stress-flush-code');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('V8 has no gc function.');
  for (let times = 0; times < 3; times += 1) collect();
  setFlagsFromString('--no-stress-flush-code');
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return session;
}

const session = await counting();
