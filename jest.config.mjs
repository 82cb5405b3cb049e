import { availableParallelism, totalmem } from 'node:os';
import { ownFolders } from './tools/launch/connector-lists.cjs';
import { readDraw } from './tools/tests/draw.ts';
import { standsIn } from './tools/tests/test-modules.mjs';

refuseNonsense();

export default {
  testMatch: [
    '<rootDir>/test/**/*.test.ts',
    ...(ownFolders(import.meta.dirname) ?? []).map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/cdk.out/', '<rootDir>/\\.turnout'],
  // Node.js loads the suites and runs our TypeScript as it is: see the runtime.
  runtime: '<rootDir>/tools/tests/plain-runtime.mjs',
  testEnvironment: '<rootDir>/tools/tests/plain-environment.mjs',
  runner: '<rootDir>/tools/tests/fresh-workers.mjs',
  transform: {},
  // By these two Jest tells which suites a changed file belongs to.
  dependencyExtractor: '<rootDir>/tools/tests/test-dependencies.cjs',
  moduleNameMapper: Object.fromEntries(
    Object.entries(standsIn).map(([name, file]) => [`^${name}$`, `<rootDir>/${file}`]),
  ),
  globalSetup: '<rootDir>/tools/tests/test-run-folder.mjs',
  globalTeardown: '<rootDir>/tools/tests/end-test-run.mjs',
  testSequencer: '<rootDir>/tools/tests/slowest-first.mjs',
  maxWorkers: workersHere(),
  // A worker that holds this much is replaced by a new one.
  workerIdleMemoryLimit: '1500MB',
  reporters: ['default', '<rootDir>/tools/tests/closing-line.mjs'],
  // Ends only what hangs: a machine that is busy may make any test take ten times as long.
  testTimeout: 900_000,
};

/**
 * Three on two cores, because suites of browsers and started programs wait for them; fewer where
 * memory is short. Worker and programs hold up to 3 GiB.
 */
function workersHere() {
  const fitting = Math.floor(totalmem() / (3 * 1024 ** 3));
  return Math.max(1, Math.min(Math.round(availableParallelism() * 1.5), fitting));
}

/** Ends the run before any test where DAY names no draw. */
function refuseNonsense() {
  try {
    readDraw(process.env.DAY);
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}
