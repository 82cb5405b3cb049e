import { globSync } from 'node:fs';
import path from 'node:path';
import { stop as stopBundler } from 'esbuild';
import { bundle, functionNames } from '../../tools/bundle-functions.ts';

afterAll(() => stopBundler());

it('names every source that a bundle was made of, those of the pages in it too', async () => {
  const names = ['health/check', 'vault/capture-form'];
  const [health, form] = await bundle(names);
  expect([health?.name, form?.name]).toEqual(names);
  expect(health?.inputs).toEqual(
    expect.arrayContaining(['functions/health/check.ts', 'shared/health/operations.ts']),
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
});

it('gives a function the same bundle alone as among others', async () => {
  const [alone] = await bundle(['health/check']);
  const [, among] = await bundle(['payments/retrieve', 'health/check']);
  expect(alone?.files.get('index.cjs')?.length).toBeGreaterThan(10_000);
  expect(among?.files).toEqual(alone?.files);
});

it('knows every function by the path of its file', () => {
  expect(functionNames()).toEqual(expect.arrayContaining(['health/check', 'payments/confirm']));
});

it('leaves index.cjs as it is when a processor is added', async () => {
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
