import TestRunner from 'jest-runner';

/**
 * Jest's runner. In watch mode, suites always run in new processes, even a single suite. The
 * watching process would run the modules that it once loaded.
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
