import { ModuleMocker } from 'jest-mock';
import { measureSuite } from './suite-times.mjs';

/** The state of a suite that jest-circus keeps in the global object. */
const ofSuite = [
  'JEST_STATE_SYMBOL',
  'EVENT_HANDLERS',
  'RETRY_TIMES',
  'RETRY_TIMES_SETTER',
  'RETRY_IMMEDIATELY',
  'WAIT_BEFORE_RETRY',
  'TEST_TIMEOUT_SYMBOL',
  'LOG_ERRORS_BEFORE_RETRY',
].map((name) => Symbol.for(name));

/**
 * The worker's own global object, as plain-runtime.mjs needs it. After each suite, environment
 * variables, working directory, console and mocks are restored.
 */
export default class PlainEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  #variables = { ...process.env };
  #directory = process.cwd();
  #console = console;
  #exit = process.exit;
  #suite;
  #writeTimes = () => {};

  constructor(_config, { testPath }) {
    this.#suite = testPath;
    for (const symbol of ofSuite) delete globalThis[symbol];
    // Jest's own functions for tests, as far as our tests use them.
    globalThis.jest = {
      fn: (...given) => this.moduleMocker.fn(...given),
      spyOn: (...given) => this.moduleMocker.spyOn(...given),
      retryTimes(times) {
        globalThis[Symbol.for('RETRY_TIMES')] = times;
      },
    };
  }

  async setup() {
    this.#writeTimes = measureSuite(this.#suite);
  }

  /**
   * The rest of a day declares drawn tests only: the others passed with those of the day. See
   * test/support/drawn-by-day.ts.
   */
  handleTestEvent({ name }, { currentDescribeBlock }) {
    if (name !== 'add_test' || !process.env.DAY?.startsWith('rest')) return;
    if (Reflect.has(globalThis, Symbol.for('turnout.declaresDrawnTests'))) return;
    currentDescribeBlock.children.pop();
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#variables)) delete process.env[name];
    }
    Object.assign(process.env, this.#variables);
    process.chdir(this.#directory);
    process.exit = this.#exit;
    globalThis.console = this.#console;
    this.#writeTimes();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Returns no context: suites do not run in a context of their own. */
  getVmContext() {
    return null;
  }
}
