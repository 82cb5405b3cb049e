/** Modules that are replaced in tests, as paths below the repository. */
export const standsIn = {
  // The modules that the bundler provides to functions.
  'turnout:pages': 'test/support/browser/built-pages.ts',
  'turnout:checkout': 'test/support/browser/built-checkout.ts',
  'turnout:marks': 'test/support/browser/built-marks.ts',
  // Generates the same cases in each run.
  'fast-check': 'test/support/runner/seeded-fast-check.ts',
};
