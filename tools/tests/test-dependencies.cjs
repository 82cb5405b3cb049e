const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..', '..');
const tests = path.join(root, 'test');
const isSuite = (file) => file.endsWith('.test.ts');
const isInside = (file, folder) => !path.relative(folder, file).startsWith('..');

/**
 * Returns the imports of a file to Jest, which uses them to find the suites of changed files (`npm
 * test -- -o`). The shared files below `test/` import nearly all of the product, so nearly every
 * suite would belong to every change. Instead a suite belongs to its own imports, and to the folder
 * that it mirrors: `test/functions/refunds/` to `functions/refunds/`.
 */
module.exports = {
  extract(code, file, extractByImports) {
    const found = extractByImports(code);
    if (!isInside(file, tests)) return found;
    if (isSuite(file)) return new Set([...found, ...mirroredBy(file)]);
    const isOfTests = (specifier) => isInside(path.resolve(path.dirname(file), specifier), tests);
    const isOfPackage = (specifier) => !/^[.#]/.test(specifier);
    return new Set([...found].filter((one) => isOfPackage(one) || isOfTests(one)));
  },
  // Jest caches the imports of a file for as long as this key stays the same.
  getCacheKey: () => sourcesBelow('functions').concat(sourcesBelow('shared')).join(),
};

/** The sources in the folder that a suite's folder mirrors, as the suite would import them. */
function mirroredBy(file) {
  const folder = path.dirname(path.relative(tests, file));
  if (folder === '.' || !existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.relative(path.dirname(file), path.join(root, folder, name)));
}

const sourcesBelow = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .sort();
