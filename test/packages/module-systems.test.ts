import { readFile } from 'node:fs/promises';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { typesOfReact } from './bundled-for-react.ts';
import { installPacked, type Shop } from './packed.ts';

const packages = {
  node: {
    dependencies: ['openapi-fetch', 'openapi-typescript-helpers'],
    exported: 'Turnout',
    program: `
      import { Turnout, TurnoutApiError, type PaymentResponse } from '@turnout/node';
      const turnout = new Turnout({ apiKey: 'snd_1', baseUrl: 'http://127.0.0.1:9' });
      export const create = (): Promise<PaymentResponse> =>
        turnout.post('/payments', { body: { amount: 2599, currency: 'EUR' } });
      const refused: unknown = new TurnoutApiError(400, {}, { fallback: 'Refused' });
      console.log(turnout instanceof Turnout, refused instanceof Error);`,
  },
  browser: {
    dependencies: [],
    exported: 'loadCheckout',
    program: `
      import { loadTurnout, TurnoutLoadError, type CardForm } from '@turnout/browser';
      import type { CardFormHandle } from '@turnout/browser/react';
      export type Submit = CardForm['submit'] | CardFormHandle['submit'];
      loadTurnout('https://vault.example').catch((error) => {
        console.log(typeof loadTurnout === 'function', error instanceof TurnoutLoadError);
      });`,
  },
} as const;

const systems = [
  ['an import with nodenext', 'module', { module: 'nodenext' }],
  ['an import with a bundler', 'module', { module: 'esnext', moduleResolution: 'bundler' }],
  ['a require with nodenext', 'commonjs', { module: 'nodenext' }],
  ['a require with node16', 'commonjs', { module: 'node16' }],
  ['a require with commonjs', 'commonjs', { module: 'commonjs' }],
] as const;

describe.each(['node', 'browser'] as const)('the package for %s', (name) => {
  const { dependencies, exported, program } = packages[name];
  let shop: Shop;
  let tarball: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    shop = await installPacked(name, dependencies);
    tarball = new Uint8Array(await readFile(shop.tarball));
  });
  afterAll(() => shop?.remove());

  it.each(systems)('a program compiles and runs by %s', async (_, type, options) => {
    await shop.write('package.json', JSON.stringify({ type }));
    await shop.write('program.ts', program);
    const paths = typesOfReact(19);
    const lib = ['es2023', 'dom', 'dom.iterable'];
    await shop.compile({ lib, types: [], outDir: 'built', ...options, paths });
    expect(await shop.run([process.execPath, 'built/program.js'])).toBe('true true\n');
  });

  it('a program gets one function, by require and by import of either system', async () => {
    await shop.write(
      'both.cjs',
      `const { ${exported}: required } = require('@turnout/${name}');
       import('@turnout/${name}').then(({ ${exported}: imported }) => console.log(typeof required, typeof imported));`,
    );
    expect(await shop.run([process.execPath, 'both.cjs'])).toBe('function function\n');
  });

  it('the types fit the modules in each resolution, by the judgement of arethetypeswrong', async () => {
    const judged = await checkPackage(createPackageFromTarballData(tarball));
    expect(judged).toMatchObject({ types: { kind: 'included' }, problems: [] });
  });

  it('the package has no flaw by the judgement of publint', async () => {
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    expect(messages).toEqual([]);
  });
});
