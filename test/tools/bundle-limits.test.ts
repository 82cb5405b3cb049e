import { functionNames } from '../../tools/bundle-functions.ts';
import { laptopBundles } from '../../tools/laptop-assembly.ts';

/**
 * In KB: the `index.cjs` of a function, with the AWS client in it and without the parts that it loads
 * when it needs them.
 */
const limits: readonly (readonly [names: RegExp, limit: number])[] = [[/./, 570]];

const bundles = laptopBundles();

it.each(functionNames())('the bundle of %s is not larger than its limit', async (name) => {
  const index = (await bundles).get(name)?.read('index.cjs');
  const kb = (index?.length ?? Number.NaN) / 1_024;
  for (const [names, limit] of limits) if (names.test(name)) expect(kb).toBeLessThan(limit);
});

/** In KB: what a function loads when a request needs it. */
const partLimit = 40;

it.each(functionNames())('no part of %s is larger than the limit of parts', async (name) => {
  const files = (await bundles).get(name);
  const parts = files?.names.filter((file) => file.endsWith('.part.cjs')) ?? [];
  const sizes = parts.map((part) => (files?.read(part).length ?? Number.NaN) / 1_024);
  for (const kb of sizes) expect(kb).toBeLessThan(partLimit);
});
