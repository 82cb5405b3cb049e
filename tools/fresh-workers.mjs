import { readFileSync } from 'node:fs';
import TestRunner from 'jest-runner';
import { isDrawn } from './draw.ts';

/** Where tests count the steps of V8. */
const counter = 'support/steps.ts';

/**
 * Jest's runner. In watch mode, suites always run in new processes, even a single suite. The
 * watching process would run the modules that it once loaded.
 *
 * Suites that count steps run first, in workers of their own: V8 counts branches and bodies of
 * loops only in functions that never ran before it began to count.
 *
 * A suite of which the draw plays no case is left out; Jest takes no suite without a test.
 */
export default class FreshWorkers extends TestRunner {
  on(event, listener) {
    if (event !== 'test-file-success') return super.on(event, listener);
    return super.on(event, ([test, result]) =>
      result.testResults.length === 0 && isDrawn(test.path) ? undefined : listener([test, result]),
    );
  }

  async runTests(tests, watcher, options) {
    const { watch, watchAll } = this._globalConfig;
    const serial = options.serial && !watch && !watchAll;
    const counts = Map.groupBy(tests, ({ path }) => readFileSync(path, 'utf8').includes(counter));
    for (const group of [counts.get(true), counts.get(false)]) {
      if (group) await super.runTests(group, watcher, { ...options, serial });
    }
  }
}
