import { allAbouts } from '#connectors/abouts.ts';
import { functionNames } from '../../tools/bundle/bundle-functions.ts';
import { bundleLimitKb, partLimitKb } from '../../tools/bundle/bundle-limits.ts';
import { laptopBundles } from '../../tools/templates/laptop-assembly.ts';

const bundles = laptopBundles();

it.each(functionNames())('no file of %s is larger than its limit', async (name) => {
  const files = (await bundles).get(name);
  expect(files?.names).toContain('index.cjs');
  for (const file of files?.names ?? []) {
    const kb = (files?.read(file).length ?? Number.NaN) / 1_024;
    const limit = file === 'index.cjs' ? bundleLimitKb(name) : partLimitKb(file);
    expect([file, kb, kb <= limit]).toEqual([file, kb, true]);
  }
});

it.each(functionNames())('index.cjs of %s has nothing of a processor', async (name) => {
  const index = (await bundles).get(name)?.read('index.cjs').toString() ?? '';
  expect(index).not.toBe('');
  const texts = allAbouts().flatMap(({ addresses = {}, description }) => [
    description,
    ...Object.values(addresses).flatMap(({ test, live }) => [test, live]),
  ]);
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => index.includes(text))).toEqual([]);
});
