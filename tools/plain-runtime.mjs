import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { standsIn } from './test-modules.mjs';

const require = createRequire(import.meta.url);

const urls = new Map(
  Object.entries({ ...standsIn, '@jest/globals': 'tools/plain-globals.mjs' }).map(
    ([specifier, file]) => [specifier, new URL(`../${file}`, import.meta.url).href],
  ),
);

registerHooks({
  resolve(specifier, context, next) {
    const url = urls.get(specifier);
    return url ? { url, shortCircuit: true } : next(specifier, context);
  },
});

/**
 * Runs suites in the worker's own process as Node.js runs any program: modules are loaded by Node.js
 * itself, once a worker, and not by Jest, once a suite. So the suites of a worker share their modules
 * and what these keep. Jest does all the rest: it collects, runs, retries and reports the tests.
 */
export default class PlainRuntime {
  /** Jest's own parts. Those that keep what one suite declared are loaded anew for each. */
  requireInternalModule(path) {
    for (const loaded of Object.keys(require.cache)) {
      if (loaded.includes('/node_modules/jest-circus/')) delete require.cache[loaded];
    }
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    await import(pathToFileURL(path));
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}

  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  collectV8Coverage() {
    throw new Error(
      'Jest cannot measure coverage here. NODE_V8_COVERAGE=DIR lets Node.js do that.',
    );
  }

  stopCollectingV8Coverage() {}
}
