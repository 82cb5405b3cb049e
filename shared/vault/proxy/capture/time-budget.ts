import { type Context, createContext, Script } from 'node:vm';
import { TooLong } from './step-budget.ts';

const script = new Script('work()');
let context: Context | undefined;

/**
 * Does work that never waits for anything, and ends it after so many milliseconds wherever it is: a
 * parser, a regular expression or a comparison of long texts counts no steps. Throws `TooLong` then.
 */
export function withinTime<T>(ms: number, work: () => T): T {
  let done: { readonly value: T } | undefined;
  context ??= createContext({});
  context.work = () => {
    done = { value: work() };
  };
  try {
    script.runInContext(context, { timeout: ms });
  } catch (error) {
    if (isTimeout(error)) throw new TooLong();
    throw error;
  } finally {
    context.work = undefined;
  }
  if (!done) throw new Error('It was done.');
  return done.value;
}

const isTimeout = (error: unknown): boolean =>
  Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
