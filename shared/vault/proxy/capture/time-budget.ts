import { type Context, createContext, Script } from 'node:vm';
import { TooLong } from './step-budget.ts';

const script = new Script('work()');
let context: Context | undefined;

/**
 * Runs synchronous work, and stops it after so many milliseconds. The step budget does not cover a
 * parser, a regular expression or a comparison of long texts. Throws `TooLong` at the timeout.
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
