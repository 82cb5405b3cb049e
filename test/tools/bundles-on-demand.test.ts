import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { buildCache } from '../../tools/bundle/build-cache.ts';
import { type Bundle, bundle as bundleFunctions } from '../../tools/bundle/bundle-functions.ts';
import { withBundler } from '../../tools/bundle/bundler-process.ts';
import {
  type BundlesOnDemandOptions,
  bundlesOnDemand,
} from '../../tools/bundle/bundles-on-demand.ts';

const root = mkdtempSync(path.join(tmpdir(), 'turnout-bundles-'));
afterAll(() => rmSync(root, { recursive: true }));

let folder = '';
const said: string[] = [];
/** The arguments of the bundler, call by call. */
const asked: (readonly string[])[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(root, 'cache-'));
  said.length = 0;
  asked.length = 0;
  for (const name of ['a', 'b', 'c', 'd']) source(name, `${name}, whole`);
});

/** Writes the source of a function, a minute ago. */
function source(name: string, contents: string, at = Date.now() - 60_000) {
  const file = path.join(root, `${name}.ts`);
  writeFileSync(file, contents);
  utimesSync(file, new Date(at), new Date(at));
}

const bundleOf = (name: string, text = `bundle of ${name}`): Bundle => ({
  name,
  inputs: [`${name}.ts`],
  packageInputs: [],
  bytes: new Map(),
  files: new Map([['index.cjs', Buffer.from(text)]]),
});

/** The error that esbuild throws for a wrong source. */
const wrong = (file: string, text = 'Expected ";" but found "x"') =>
  Object.assign(new Error('Build failed with 1 error'), {
    errors: [{ text, location: { file, line: 3, column: 4 } }],
  });

/** Bundles on demand, of functions of which these cannot be bundled. */
const open = (broken: ReadonlySet<string>, options: Partial<BundlesOnDemandOptions> = {}) =>
  bundlesOnDemand({
    openCache: () => buildCache({ folder, root, tools: 'of today' }),
    async bundle(names) {
      asked.push(names);
      const one = names.find((name) => broken.has(name));
      if (one) throw wrong(`${one}.ts`);
      return names.map((name) => bundleOf(name));
    },
    say: (line) => said.push(line),
    ...options,
  });

const textOf = async (bundles: ReturnType<typeof open>, name: string) =>
  (await bundles.get(name)).read('index.cjs').toString();

it('a function that is asked for before its turn is bundled at once, and none is bundled twice', async () => {
  const gate = Promise.withResolvers<void>();
  const bundles = open(new Set(), {
    async bundle(names) {
      asked.push(names);
      // The batch takes until the other function is there.
      if (names.length > 1) await gate.promise;
      return names.map((name) => bundleOf(name));
    },
  });
  const batch = bundles.make(['a', 'b']);
  const inBatch = textOf(bundles, 'a');
  expect(await textOf(bundles, 'c')).toBe('bundle of c');
  gate.resolve();
  await batch;
  expect(await inBatch).toBe('bundle of a');
  await bundles.make(['a', 'c', 'd']);
  expect(asked).toEqual([['a', 'b'], ['c'], ['d']]);
});

it('a bundle on demand comes from the cache, and only missing ones are built', async () => {
  await open(new Set()).make(['a', 'b']);
  source('b', 'b, changed');
  const later = open(new Set());
  expect(later.missing(['a', 'b', 'c'])).toEqual(['b', 'c']);
  expect(await textOf(later, 'a')).toBe('bundle of a');
  expect(asked).toEqual([['a', 'b']]);
});

it('a bundle that fails among others is said in one line with its place, and the others are made', async () => {
  const bundles = open(new Set(['c']));
  await bundles.make(['a', 'b', 'c', 'd']);
  expect(said).toEqual([
    'Not bundled, and answers 500 until it is mended: c: c.ts:3:5: Expected ";" but found "x"',
  ]);
  expect(['a', 'b', 'c', 'd'].filter(bundles.hasFailed)).toEqual(['c']);
  for (const name of ['a', 'b', 'd']) expect(await textOf(bundles, name)).toBe(`bundle of ${name}`);
  await expect(bundles.get('c')).rejects.toThrow(
    'c cannot be bundled: c.ts:3:5: Expected ";" but found "x"',
  );
});

it('a source that breaks many bundles is said once, and does not cost a build for each of them', async () => {
  const names = Array.from({ length: 32 }, (_, at) => `function-${at}`);
  const bundles = open(new Set(), {
    async bundle(some) {
      asked.push(some);
      throw wrong('shared.ts', 'Could not resolve "./gone.ts"');
    },
  });
  await bundles.make(names);
  expect(said).toEqual([
    'Not bundled, and answers 500 until it is mended: function-0 and 31 more with it: shared.ts:3:5: Could not resolve "./gone.ts"',
  ]);
  expect(asked.length).toBeLessThan(names.length / 2);
});

it('a function that failed is bundled again when it is asked for again, and is said when it is mended', async () => {
  const broken = new Set(['a']);
  const bundles = open(broken);
  for (const _ of ['once', 'again']) await expect(bundles.get('a')).rejects.toThrow('a.ts:3:5');
  expect(said).toHaveLength(1);
  broken.clear();
  expect(await textOf(bundles, 'a')).toBe('bundle of a');
  expect(said.slice(1)).toEqual(['Bundled, since it is mended: a.']);
  expect(asked).toEqual([['a'], ['a'], ['a']]);
});

it('a bundle is kept under the sources that it was made of, also where they were broken before', async () => {
  await open(new Set()).make(['a']);
  const broken = new Set(['a']);
  source('a', 'a, broken');
  const bundles = open(broken, {
    async bundle() {
      if (broken.has('a')) throw wrong('a.ts');
      return [bundleOf('a', 'mended bundle')];
    },
  });
  await expect(bundles.get('a')).rejects.toThrow('a.ts:3:5');
  source('a', 'a, mended');
  broken.clear();
  expect(await textOf(bundles, 'a')).toBe('mended bundle');
  expect(await textOf(open(new Set()), 'a')).toBe('mended bundle');
  source('a', 'a, broken');
  expect(open(new Set()).missing(['a'])).toEqual(['a']);
});

it('a bundle whose source changed while it was made is used now, and made anew by the next start', async () => {
  const bundles = open(new Set(), {
    async bundle(names) {
      source('a', 'a, changed meanwhile', Date.now() + 1_000);
      return names.map((name) => bundleOf(name));
    },
  });
  await bundles.make(['a', 'b']);
  expect(await textOf(bundles, 'a')).toBe('bundle of a');
  expect(open(new Set()).missing(['a', 'b'])).toEqual(['a']);
});

it('a full disk is no mistake of a source: every caller gets the error, and none is said to fail', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const bundles = open(new Set(), {
    openCache: () => ({
      ...buildCache({ folder, root, tools: 'of today' }),
      store() {
        throw full;
      },
    }),
  });
  await expect(bundles.make(['a'])).rejects.toBe(full);
  await expect(bundles.get('b')).rejects.toBe(full);
  expect(said).toEqual([]);
});

it('a background build that was stopped retries nothing and reports no function as failed', async () => {
  const ending = new AbortController();
  const bundles = open(new Set(), {
    signal: ending.signal,
    async bundle(names) {
      asked.push(names);
      ending.abort(new Error('It stops.'));
      throw new Error('The service was stopped');
    },
  });
  await expect(bundles.make(['a', 'b'])).rejects.toThrow('It stops.');
  await expect(bundles.get('c')).rejects.toThrow('It stops.');
  expect([asked, said]).toEqual([[['a', 'b']], []]);
});

it('the line about a real source that is wrong has its file, its line and the words of the bundler', async () => {
  const breaking: Plugin = {
    name: 'breaking',
    setup({ onLoad }) {
      onLoad({ filter: /functions[/\\]health[/\\]check\.ts$/ }, () => ({
        contents: 'const one = 1;\nconst two = = 2;\n',
        loader: 'ts',
      }));
    },
  };
  const bundles = open(new Set(), {
    bundle: (names) =>
      withBundler(() => bundleFunctions(names, { before: [breaking], logLevel: 'silent' })),
  });
  await bundles.make(['health/check']);
  expect(said).toEqual([
    'Not bundled, and answers 500 until it is mended: health/check: functions/health/check.ts:2:13: Unexpected "="',
  ]);
});
