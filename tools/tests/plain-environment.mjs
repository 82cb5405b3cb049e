import { flushCompileCache } from 'node:module';
import { ModuleMocker } from 'jest-mock';
import { playsUndrawn, readDraw } from './draw.ts';
import { endWithJest } from './end-of-worker.ts';
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
  #leftOut = new Set();
  #playsUndrawn;

  constructor(_config, { testPath }) {
    endWithJest();
    this.#suite = testPath;
    this.#playsUndrawn = playsUndrawn(readDraw(process.env.DAY), testPath);
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
   * Takes the tests of other days out before the first test begins. test/support/runner/drawn-by-day.ts
   * marks those that are drawn one by one.
   */
  handleTestEvent({ name }, { currentDescribeBlock, rootDescribeBlock }) {
    if (name === 'add_test') {
      const mark = globalThis[Symbol.for('turnout.drawnTests')];
      const isPlayed = mark === undefined ? this.#playsUndrawn : mark === 'played';
      if (!isPlayed) this.#leftOut.add(currentDescribeBlock.children.at(-1));
    }
    if (name === 'run_start') this.#takeOut(rootDescribeBlock);
  }

  #takeOut(block) {
    block.children = block.children.filter((one) => !this.#leftOut.has(one));
    for (const one of block.children) if (one.type === 'describeBlock') this.#takeOut(one);
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
    // At its end a worker has too little time to keep its compiled code: Jest kills it.
    flushCompileCache();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Returns no context: suites do not run in a context of their own. */
  getVmContext() {
    return null;
  }
}
