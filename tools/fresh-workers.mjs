import { readFileSync } from 'node:fs';
import TestRunner from 'jest-runner';
import { isDrawn } from './draw.ts';
import { closeShared } from './end-of-worker.ts';

/** Where tests count the steps of V8. */
const counter = /support\/steps\.ts/;
/** Where suites get the switch that they share in a worker. */
const runningSwitch = /support\/(?:a-running|shared)-switch\.ts/;

/**
 * Jest's runner. In watch mode, suites always run in new processes, even a single suite. The
 * watching process would run the modules that it once loaded.
 *
 * Suites that count steps run first, in workers of their own: V8 counts branches and bodies of
 * loops only in functions that never ran before it began to count.
 *
 * Suites that need a running switch come next, also in workers of their own: each worker starts one
 * for all of them, and it takes no CPU time while other suites run.
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
    const groups = Map.groupBy(tests, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      return [counter, runningSwitch].find((shared) => shared.test(source));
    });
    for (const shared of [counter, runningSwitch, undefined]) {
      const group = groups.get(shared);
      if (!group) continue;
      await super.runTests(group, watcher, { ...options, serial });
      await closeShared();
    }
  }
}
