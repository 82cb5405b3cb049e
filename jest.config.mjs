export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/cdk.out/', '<rootDir>/\\.turnout'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    // What the bundler gives functions as a module.
    '^turnout:pages$': '<rootDir>/test/support/built-pages.ts',
    // The same cases in each run.
    '^fast-check$': '<rootDir>/test/support/seeded-fast-check.ts',
  },
  transform: { '^.+\\.ts$': '<rootDir>/tools/jest-esbuild.mjs' },
  globalSetup: '<rootDir>/tools/test-run-folder.mjs',
  globalTeardown: '<rootDir>/tools/end-test-run.mjs',
  testSequencer: '<rootDir>/tools/slowest-first.mjs',
  maxWorkers: 2,
  // Modules of finished suites are not given back: a worker that holds this much is replaced.
  workerIdleMemoryLimit: '1500MB',
  reporters: ['default', '<rootDir>/tools/closing-line.mjs'],
  // What starts a database and a switch takes long on a machine that is busy.
  testTimeout: 180_000,
};
