import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { type BundleFolder, currentBundles } from '../../tools/bundle/current-bundles.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'turnout-bundles-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let root = '';
let said: string[] = [];
beforeEach(() => {
  root = mkdtempSync(path.join(scratch, 'checkout-'));
  said = [];
  source('shared/money.ts', 'export const currency = "EUR";');
  source('node_modules/sdk/index.js', 'export const version = 1;');
  source('functions/payments/create.ts', 'import "../../shared/money.ts"; console.log("create");');
  source('functions/refunds/create.ts', 'import "sdk"; console.log("refund");');
});

function source(name: string, contents: string) {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, contents);
}

const bundleFile = (name: string) => path.join(root, 'dist', name, 'index.cjs');
const read = (name: string) => readFileSync(bundleFile(name), 'utf8');

/** Bundles the functions of the small checkout, each in a call of its own. */
const bundle: BundleFolder['bundle'] = (names) =>
  Promise.all(
    names.map(async (name) => {
      const { outputFiles, metafile } = await build({
        absWorkingDir: root,
        entryPoints: [`functions/${name}.ts`],
        bundle: true,
        write: false,
        metafile: true,
        platform: 'node',
        format: 'cjs',
        logLevel: 'silent',
      });
      const inputs = Object.keys(metafile.inputs);
      return {
        name,
        files: new Map(outputFiles.map(({ contents }) => ['index.cjs', contents])),
        inputs: inputs.filter((one) => !one.startsWith('node_modules/')),
        packageInputs: inputs.filter((one) => one.startsWith('node_modules/')),
      };
    }),
  );

const both = ['payments/create', 'refunds/create'];

/**
 * Brings the bundles up to date. The clock stands later than every file, unless a test states
 * otherwise.
 */
async function update(options: Partial<BundleFolder> = {}) {
  await clockAfterFiles();
  const outdir = path.join(root, 'dist');
  const say = (line: string) => said.push(line);
  return await currentBundles({
    outdir,
    root,
    tools: 'today',
    names: both,
    bundle,
    say,
    ...options,
  });
}

/** Waits until a file that is written now would have a later time than all files before. */
async function clockAfterFiles() {
  const until = Date.now() + 25;
  while (Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
}

it('a build bundles every function of a fresh clone with one line, and none of them the second time', async () => {
  expect((await update()).made).toEqual(both);
  expect(said).toEqual(['Bundling 2 functions.']);
  expect(read('payments/create')).toContain('console.log("create")');
  expect((await update()).made).toEqual([]);
  expect(said).toHaveLength(1);
});

it.each<[string, () => void, readonly string[]]>([
  ['its own source', () => source('functions/refunds/create.ts', '7;'), ['refunds/create']],
  ['a shared source', () => source('shared/money.ts', 'export {};'), ['payments/create']],
  ['a package', () => source('node_modules/sdk/index.js', 'export {};'), ['refunds/create']],
])(
  'a build bundles exactly the functions that read %s after it changed',
  async (_, change, expected) => {
    await update();
    change();
    expect((await update()).made).toEqual(expected);
    expect(said[1]).toBe('Bundling 1 of 2 functions.');
    expect((await update()).made).toEqual([]);
  },
);

it.each<[string, () => void]>([
  ['edited by hand', () => appendFileSync(bundleFile('refunds/create'), '// edited')],
  ['cut short', () => truncateSync(bundleFile('refunds/create'), 5)],
  ['removed', () => rmSync(bundleFile('refunds/create'))],
  ['given a second file', () => writeFileSync(`${bundleFile('refunds/create')}.map`, '{}')],
])('a build replaces a bundle that was %s', async (_, harm) => {
  await update();
  const before = read('refunds/create');
  harm();
  expect((await update()).made).toEqual(['refunds/create']);
  expect(read('refunds/create')).toBe(before);
  expect(readdirSync(path.dirname(bundleFile('refunds/create')))).toEqual(['index.cjs']);
});

it('a build bundles only an added function, and removes the bundle of a removed one', async () => {
  await update({ names: ['payments/create'] });
  expect((await update()).made).toEqual(['refunds/create']);
  expect((await update({ names: ['refunds/create'] })).made).toEqual([]);
  expect(existsSync(bundleFile('payments/create'))).toBe(false);
});

it('a build bundles all functions again when the bundler, a package or an option of the build changed', async () => {
  await update();
  expect((await update({ tools: 'tomorrow' })).made).toEqual(both);
});

it.each<[string, (record: string) => void]>([
  ['is missing', (record) => rmSync(record)],
  ['was cut short', (record) => truncateSync(record, 40)],
  ['was written by another version', (record) => writeFileSync(record, '{"version":9}')],
  [
    'names a source that it does not list',
    (record) =>
      writeFileSync(record, readFileSync(record, 'utf8').replaceAll('"inputs":[', '"inputs":[99,')),
  ],
])('a build bundles the functions again when the record %s', async (_, harm) => {
  await update();
  harm(path.join(root, 'dist', 'bundles.json'));
  expect((await update()).made).toEqual(both);
  expect((await update()).made).toEqual([]);
});

it('a build completes the files of an earlier run that stopped half-way', async () => {
  await update();
  source('shared/money.ts', 'export const currency = "USD";');
  source('functions/payments/create.ts', 'console.log("next");');
  source('functions/refunds/create.ts', 'console.log("next");');
  const [first] = await bundle(['payments/create']);
  writeFileSync(bundleFile('payments/create'), first?.files.get('index.cjs') ?? '');
  expect((await update()).made).toEqual(both);
  expect(read('refunds/create')).toContain('next');
});

it('a build keeps every bundle unchanged when one function cannot be bundled', async () => {
  await update();
  const before = read('payments/create');
  source('functions/payments/create.ts', 'console.log("next");');
  source('functions/refunds/create.ts', 'this is no source');
  await expect(update()).rejects.toThrow('functions/refunds/create.ts');
  expect(read('payments/create')).toBe(before);
});

it('a build bundles a function again whose source changed while it was bundled', async () => {
  await update({
    async bundle(names) {
      const made = await bundle(names);
      source('shared/money.ts', 'console.log("late");');
      return made;
    },
  });
  expect(read('payments/create')).not.toContain('late');
  expect((await update()).made).toEqual(['payments/create']);
  expect(read('payments/create')).toContain('late');
});

it('a build by two commands at once makes the same bundles', async () => {
  await Promise.all([update(), update()]);
  expect((await update()).made).toEqual([]);
  expect(readdirSync(path.join(root, 'dist')).sort()).toEqual([
    'bundles.json',
    'payments',
    'refunds',
  ]);
});

it('a build reports that another command bundled other sources while it read the bundles', async () => {
  const bundles = await update();
  bundles.assertUnchanged();
  source('shared/money.ts', 'console.log("edited");');
  await update();
  expect(() => bundles.assertUnchanged()).toThrow('Another command bundled other sources');
});
