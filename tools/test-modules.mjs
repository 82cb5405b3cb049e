/** Modules that tests get another one for, as paths below the repository. */
export const standsIn = {
  // What the bundler gives functions as a module.
  'turnout:pages': 'test/support/built-pages.ts',
  // The same cases in each run.
  'fast-check': 'test/support/seeded-fast-check.ts',
};
