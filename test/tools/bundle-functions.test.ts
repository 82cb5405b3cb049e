import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Plugin, stop as stopBundler } from 'esbuild';
import { type BuildCache, buildCache } from '../../tools/bundle/build-cache.ts';
import { type Bundle, bundle, functionNames } from '../../tools/bundle/bundle-functions.ts';
import { partSources } from '../../tools/bundle/function-parts.ts';

afterAll(() => stopBundler());

it("a bundle's list of sources is complete, those of its pages included", async () => {
  const names = ['health/check', 'vault/capture-form', 'payment-links/show'];
  const [health, form, link] = await bundle(names);
  expect([health?.name, form?.name, link?.name]).toEqual(names);
  expect(health?.inputs).toEqual(
    expect.arrayContaining(['functions/health/check.ts', 'shared/operator/health/operations.ts']),
  );
  const ofPages = (inputs: readonly string[] = []) =>
    inputs.filter((input) => input.startsWith('shared/vault/pages/browser/'));
  expect(ofPages(health?.inputs)).toEqual([]);
  expect(ofPages(form?.inputs)).toEqual(
    expect.arrayContaining([
      'shared/vault/pages/browser/capture.ts',
      'shared/vault/pages/browser/frame.css',
    ]),
  );
  // A part of this one contains the script.
  expect(link?.inputs).toContain('shared/switch/checkout/browser/checkout.tsx');
});

it("a bundle's list of package files is complete", async () => {
  const [check] = await bundle(['payments/retrieve']);
  expect(check?.packageInputs).toContain('node_modules/@aws-sdk/client-dynamodb/package.json');
  expect(check?.packageInputs.filter((one) => !one.startsWith('node_modules/'))).toEqual([]);
});

it('a bundle leaves out the middleware of the AWS SDK, which the SDK creates while it loads', async () => {
  const [retrieve] = await bundle(['customers/retrieve']);
  const sdk = [...(retrieve?.bytes ?? [])].filter(([source]) => source.includes('@smithy/core/'));
  expect(sdk.some(([, size]) => size > 0)).toBe(true);
  // What only failed calls need is in a part.
  const unused = /\/(?:retryMiddleware|race|StandardRetryStrategy|exceptions)\.js$/;
  expect(sdk.filter(([source, size]) => unused.test(source) && size > 0)).toEqual([]);
});

it('a function that connects to AWS loads TLS before all else, and a function without connections does not', async () => {
  const bundles = await bundle(['customers/retrieve', 'http/not-found']);
  const [retrieve, notFound] = bundles.map(({ files }) =>
    Buffer.from(files.get('index.cjs') ?? []).toString(),
  );
  expect(retrieve).toMatch(/^"use strict";require\("node:tls"\);/);
  expect(notFound).not.toContain('require("node:tls")');
});

it('a bundle of one function is the same alone as among others', async () => {
  const [alone] = await bundle(['health/check']);
  const [, among] = await bundle(['payments/retrieve', 'health/check']);
  expect(alone?.files.get('index.cjs')?.length).toBeGreaterThan(10_000);
  expect(among?.files).toEqual(alone?.files);
});

describe('parts from the cache', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-kept-parts-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const names = ['payments/confirm', 'vault/capture-form', 'payment-links/show'];
  const root = process.cwd();

  /** The cache, with the steps that it ran; a changed source has its steps run again. */
  function openedWith(changed: string | undefined, stored: Map<string, readonly string[]>) {
    return (): BuildCache => {
      const cache = buildCache({ folder, root, tools: 'of today' });
      return {
        ...cache,
        find: (step) => {
          const isStale = changed !== undefined && step === `part ${changed}`;
          return isStale ? undefined : cache.find(step);
        },
        store(step, made) {
          stored.set(step, made.inputs);
          return cache.store(step, made);
        },
      };
    };
  }

  const comparable = (bundles: readonly Bundle[]) =>
    bundles.map(({ inputs, packageInputs, ...one }) => ({
      ...one,
      inputs: [...inputs].sort(),
      packageInputs: [...packageInputs].sort(),
    }));

  it('a bundle is the same with new parts, with kept ones and with both, and a part is kept until a source of it changes', async () => {
    const expected = comparable(await bundle(names));

    const first = new Map<string, readonly string[]>();
    const openFirst = openedWith(undefined, first);
    expect(comparable(await bundle(names, { openCache: openFirst }))).toEqual(expected);
    expect([...first.keys()].sort()).toEqual(partSources().map((source) => `part ${source}`));
    // The parts that a part needs in turn are no sources of it, but for the names that they export.
    const ofFailOver = first.get('part shared/switch/payments/confirm/fail-over.ts');
    expect(ofFailOver).toContain('shared/switch/payments/confirm/fail-over.ts');
    // A script for browsers is generated from sources too.
    const ofScript = first.get('part shared/switch/checkout/live-checkout-script.ts');
    expect(ofScript).toContain('shared/switch/checkout/browser/checkout.tsx');
    for (const [step, inputs] of first) {
      const others = inputs.filter((input) => !/^(?:shared|tools)\//.test(input));
      expect([step, others]).toEqual([step, []]);
    }

    const again = new Map<string, readonly string[]>();
    const openAgain = openedWith(undefined, again);
    expect(comparable(await bundle(names, { openCache: openAgain }))).toEqual(expected);
    expect([...again.keys()]).toEqual([]);

    const changed = 'shared/connectors/stripe/connector.ts';
    const after = new Map<string, readonly string[]>();
    const openAfter = openedWith(changed, after);
    expect(comparable(await bundle(names, { openCache: openAfter }))).toEqual(expected);
    expect([...after]).toEqual([[`part ${changed}`, first.get(`part ${changed}`)]]);
  });
});

it("a bundle's function is known by the path of its file", () => {
  expect(functionNames()).toEqual(expect.arrayContaining(['health/check', 'payments/confirm']));
});

it("a bundle's index.cjs stays the same when a processor is added", async () => {
  const folders = globSync('shared/connectors/*/about.ts').map((about) => path.dirname(about));
  expect(folders).toEqual(expect.arrayContaining(['stripe', 'sandbox'].map(inConnectors)));
  const bundles = await bundle([
    ...['payments/create', 'payments/update', 'payments/confirm', 'payments/retrieve'],
    ...['incoming-webhooks/receive', 'connector-accounts/create', 'refunds/create'],
  ]);
  const inFolder = new RegExp(`(?:^|:)(?:${folders.join('|')})/`);
  const ofConnectors = bundles.flatMap(({ name, bytes }) =>
    [...bytes].flatMap(([source, size]) =>
      size > 0 && inFolder.test(source) ? `${name}: ${source}` : [],
    ),
  );
  expect(ofConnectors).toEqual([]);
  // The same sources are found where a function does need them.
  const confirm = bundles.find(({ name }) => name === 'payments/confirm');
  expect(confirm?.inputs).toEqual(expect.arrayContaining([inConnectors('stripe/about.ts')]));
  expect([...(confirm?.files.keys() ?? [])]).toEqual(
    expect.arrayContaining(['abouts.part.cjs', 'stripe.part.cjs']),
  );
});

const inConnectors = (name: string) => `shared/connectors/${name}`;

it('a bundle creates only few of its schemas while a function loads', async () => {
  const made: string[] = [];
  Object.assign(globalThis, {
    notedMake(make: () => object) {
      made.push(String(make).slice(0, 200));
      return make();
    },
  });
  try {
    const bundles = await bundle(
      [
        ...['payments/create', 'payments/confirm', 'payments/retrieve', 'payments/list'],
        ...['payouts/create', 'refunds/create', 'disputes/list', 'payment-methods/create'],
        ...['payment-methods/list-for-merchant', 'routing/deactivate', 'queues/publish-events'],
      ],
      { before: [notingWhatIsMade] },
    );
    expect(bundles).toHaveLength(11);
    for (const { name, files } of bundles) {
      made.length = 0;
      const code = Buffer.from(files.get('index.cjs') ?? []).toString();
      const module = { exports: {} };
      // The function itself is loaded as Node.js loads it, and not called.
      new Function('exports', 'require', 'module', code)(
        module.exports,
        createRequire(import.meta.url),
        module,
      );
      expect(module.exports).toHaveProperty('handler');
      expect([name, made.length <= 10 || made]).toEqual([name, true]);
    }
  } finally {
    Reflect.deleteProperty(globalThis, 'notedMake');
  }
});

const notingWhatIsMade: Plugin = {
  name: 'noting-what-is-made',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]shared[/\\]lazy\.ts$/ }, ({ path: file }) => {
      const [before, after, ...more] = readFileSync(file, 'utf8').split('make();');
      if (after === undefined || more.length > 0) throw new Error('lazy.ts makes in another way.');
      return { contents: `${before}globalThis.notedMake(make);${after}`, loader: 'ts' };
    });
  },
};
