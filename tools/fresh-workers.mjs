import TestRunner from 'jest-runner';

/**
 * Jest's runner. While files are watched, suites run in new processes each time, however few they are:
 * the process that watches would run modules again as it once loaded them.
 */
export default class FreshWorkers extends TestRunner {
  async runTests(tests, watcher, options) {
    const { watch, watchAll } = this._globalConfig;
    return super.runTests(tests, watcher, {
      ...options,
      serial: options.serial && !watch && !watchAll,
    });
  }
}
