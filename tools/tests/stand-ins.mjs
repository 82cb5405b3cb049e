import { registerHooks } from 'node:module';
import { standsIn } from './test-modules.mjs';

const urls = new Map(
  Object.entries({ ...standsIn, '@jest/globals': 'tools/tests/plain-globals.mjs' }).map(
    ([specifier, file]) => [specifier, new URL(`../../${file}`, import.meta.url).href],
  ),
);

/** From here on, this thread loads the replacements of modules in tests. */
registerHooks({
  resolve(specifier, context, next) {
    const url = urls.get(specifier);
    return url ? { url, shortCircuit: true } : next(specifier, context);
  },
});
