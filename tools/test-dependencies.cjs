const { readdirSync } = require('node:fs');
const { join, relative, sep } = require('node:path');

/** The file that loads every function by its operation's name, and so imports none by a path. */
const loader = join('test', 'support', 'implementations.ts');
const root = join(__dirname, '..');

const functions = () =>
  readdirSync(join(root, 'functions'), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .sort();

/**
 * Tells Jest the imports of a file. Jest uses them to find the suites of changed files (`npm test
 * -- -o`).
 */
module.exports = {
  extract(code, file, extractByImports) {
    const found = extractByImports(code);
    if (relative(root, file) !== loader) return found;
    return new Set([
      ...found,
      ...functions().map((one) => `../../functions/${one.split(sep).join('/')}`),
    ]);
  },
  // Jest caches the imports of a file for as long as this key stays the same.
  getCacheKey: () => functions().join(),
};
