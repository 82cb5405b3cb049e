import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BuildOptions, build, stop as stopBundler } from 'esbuild';
import {
  buildParts,
  exportsOf,
  importsIn,
  isMarked,
  partSources,
  partsNeededBy,
  partsPlugin,
} from '../../tools/bundle/function-parts.ts';
import { handler } from '../support/parts/function.ts';

const root = path.join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'turnout-parts-'));

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stopBundler();
});

const folderOfSources = 'test/support/parts';

const options = {
  outdir: folder,
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
} as const satisfies BuildOptions;

async function built(file = 'function.ts', part = 'seldom.ts') {
  const late = [`${folderOfSources}/${part}`];
  const building = buildParts(late, options, importsIn);
  const entry = `${folderOfSources}/${file}`;
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: { index: entry },
    plugins: [partsPlugin(late, building)],
    write: false,
    metafile: true,
  });
  const index = outputFiles[0]?.contents ?? new Uint8Array();
  return { index, parts: partsNeededBy(entry, metafile, await building) };
}

/** The answer of the bundle in a process of its own. */
function bundled(numbers: readonly number[]): unknown {
  const script = `console.log(JSON.stringify(require('./index.cjs').handler(${JSON.stringify(numbers)})))`;
  return JSON.parse(
    execFileSync(process.execPath, ['-e', script], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    }),
  );
}

describe('a function with a part', () => {
  const answer = {
    sum: 6,
    isTyped: true,
    here: { payment_id: 'pay_1' },
    there: { payment_id: 'pay_1' },
  };

  it('a function with a part answers from its sources as from its files, errors and log subject of the part included', async () => {
    const { index, parts } = await built();
    writeFileSync(path.join(folder, 'index.cjs'), index);
    expect(handler([1, 2, 3])).toEqual(answer);

    // The part does not exist yet: only the code that needs it fails.
    expect(bundled([])).toEqual({ sum: 0 });
    expect(() => bundled([1, 2, 3])).toThrow(/seldom\.part\.cjs/);
    for (const { file, contents } of parts) writeFileSync(path.join(folder, file), contents);
    expect(bundled([1, 2, 3])).toEqual(answer);
  });

  it('a function has each of its parts once, under the name by which it loads it', async () => {
    const { index, parts } = await built();
    expect(parts.map(({ file }) => file)).toEqual(['seldom.part.cjs']);
    expect(Buffer.from(index).toString()).toContain('require("./seldom.part.cjs")');
  });
});

describe('a part', () => {
  it('a part exports its own functions and those of other files', () => {
    const source =
      "export { a, x as b } from './x.ts';\nexport  async function c() {}\nexport type D = 1;export interface E {}";
    expect(exportsOf(source, 'x.ts')).toEqual(['a', 'b', 'c']);
  });

  it('a part is refused when it would have its own error class beside the one of its function', async () => {
    await expect(built('own-error-function.ts', 'own-error.ts')).rejects.toThrow(
      'own-error.ts may not hold shared/platform/table/put-idempotently.ts',
    );
  });

  it.each([
    ['first comment', '// Loaded late: few need it.\nimport a from "b";', true],
    ['first comment of several lines', '/**\n * Loaded late: few need it.\n */\n', true],
    ['string', 'const a = "// Loaded late: few need it.";', false],
    ['sentence of a comment', '// It is never Loaded late: all need it.\n', false],
  ])('a module is loaded late when its first comment says so: %s', (_, source, isLate) => {
    expect(isMarked('x.ts', source, 'Loaded late')).toBe(isLate);
  });

  it.each(['a();\n// Loaded late: few need it.', '// Another.\n// Loaded late: few need it.'])(
    'a module is refused when another comment than its first says that it is loaded late: %j',
    (source) => {
      expect(() => isMarked('x.ts', source, 'Loaded late')).toThrow('x.ts says "Loaded late:"');
    },
  );

  it('each processor is loaded late', () => {
    const connectors = globSync('shared/connectors/*/connector.ts', {
      cwd: root,
      exclude: ['shared/connectors/interface/**'],
    });
    expect(connectors.length).toBeGreaterThan(10);
    expect(partSources()).toEqual(expect.arrayContaining(connectors));
  });

  it.each([
    'export const a = 1;',
    '  export  const a = 1;',
    'export { a };const a = 1;',
    'export default 1;',
    "export * from './x.ts';",
    'export class A {}',
  ])('a part is refused when it exports something else: %s', (source) => {
    expect(() => exportsOf(source, 'x.ts')).toThrow(/x\.ts/);
  });
});
