import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import './stand-ins.mjs';

const require = createRequire(import.meta.url);

/**
 * Runs suites in the worker's own process, as Node.js runs any program. Node.js itself loads
 * modules once a worker, instead of Jest once a suite, so the suites of a worker share modules and
 * their state. Jest does the rest: it collects, runs, retries and reports the tests.
 */
export default class PlainRuntime {
  /** Jest's own modules. Those that keep a suite's declarations are loaded anew for each suite. */
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
