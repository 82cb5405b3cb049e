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
