import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import TestRunner from 'jest-runner';
import { isDrawn, isPlayedAtAll, playsUndrawn, readDraw } from './draw.ts';
import { closeShared } from './end-of-worker.ts';
import { isLong } from './expected-times.ts';

/** Where tests count the steps of V8. */
const counter = /support\/runner\/steps\.ts/;
/** Where suites get the switch that they share in a worker. */
const runningSwitch = /support\/switch\/(?:a-running|shared)-switch\.ts/;

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
 * A suite of which the draw plays nothing is left out, before it is loaded where that is known by
 * then: Jest takes no suite without a test.
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
    const draw = readDraw(process.env.DAY);
    noteLong(draw, tests);
    const played = tests.filter((test) => isPlayedAtAll(draw, test.path));
    const groups = Map.groupBy(played, (test) => {
      const source = readFileSync(test.path, 'utf8');
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

/** Notes for the end of the run how many long suites it plays: see closing-line.mjs. */
function noteLong(draw, tests) {
  const long = tests.filter((test) => isLong(test.path));
  const run = process.env.TURNOUT_TEST_RUN;
  if (!run || long.length === 0) return;
  const played = long.filter((test) => playsUndrawn(draw, test.path));
  appendFileSync(path.join(run, 'drawn.tsv'), `suites\t${played.length}\t${long.length}\n`);
}
