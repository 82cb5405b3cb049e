import { Session } from 'node:inspector/promises';

/**
 * Counts the steps that our code and its libraries take: how often V8 enters each function and each
 * branch and body of a loop. The same work takes the same number of steps on every machine. What
 * the engine does inside one call, such as searching with a regular expression, is no step; that all
 * our expressions take linear time is judged by `test/shared/regular-expressions.test.ts`.
 *
 * Only functions that run first after this module was loaded are counted branch by branch.
 */
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** The number of steps that a piece of work takes. */
export async function stepsOf(work: () => unknown): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .flatMap(({ functions }) => functions)
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0);
}
