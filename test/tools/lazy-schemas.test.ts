import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { lazySchemas, withLazySchemas } from '../../tools/bundle/lazy-schemas.ts';
import { sourceModules } from '../../tools/bundle/source-module.ts';

const root = path.join(import.meta.dirname, '..', '..');
const here = path.join(root, 'shared', 'example.ts');
const makersFile = path.join(root, 'shared', 'makers.ts');

const makers = `
import * as v from 'valibot';
/** Text. */
export const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
export function longText() {
  const schema = text(255);
  return schema;
}
export const typed = (of: unknown): v.GenericSchema<string> => pick(of);
/**
 * A row.
 *
 * @lazy
 */
export const row = (a: unknown) => ({ a });
/** Never @lazyish. */
export const plain = (a: unknown) => ({ a });
`;

/** A file with these lines, which may use valibot and the functions of another file. */
function changed(lines: string) {
  const imports =
    "import * as v from 'valibot'; import { longText, plain, row, text as words, typed } from './makers.ts';";
  const source = imports + lines;
  const modules = sourceModules((file) => (file === makersFile ? makers : source));
  const { contents, eager } = withLazySchemas(here, modules);
  const [, rest = source] = contents?.split(imports) ?? [];
  return { text: contents === undefined ? lines : rest, eager };
}

const lazily = (expression: string) => `/* @__PURE__ */ lazySchema(() => (${expression}))`;

describe('a schema at the top of a file', () => {
  it.each([
    ['on one line', 'export const A = ', 'v.string()', ';'],
    ['that is not exported', 'const A = ', 'v.string()', ';'],
    ['with a type', 'export const A: v.GenericSchema<B> = ', 'v.lazy(() => B)', ';'],
    ['on several lines', 'const A = ', 'v.object({\n  a: B,\n\n  c: D,\n})', ';'],
    ['before a comment', 'const A = ', 'v.string()', '; // The reason.'],
    ['around a comment', 'const A =\n  // The reason.\n  ', 'v.pipe(v.string() /* ) */)', ';'],
    ['without a semicolon', 'export const A = ', 'v.string()', '\nconst b = 1\n'],
    ['in an unusual layout', 'export const A\n=', 'v\n.object({a:\n1})', ';const b=2'],
    ['with types handed to it', 'const A = ', 'v.custom<B<C>>((a) => a)', ';'],
    ['with a statement about its type', 'const A = ', 'v.string() as unknown as B', ';'],
    ['by a function of another file', 'const A = ', 'words(64)', ';'],
    ['by a function with a body', 'const A = ', 'longText()', ';'],
    ['by a function whose type says so', 'const A = ', 'typed(1)', ';'],
    ['by a function that says so', 'const A = ', 'row(1)', ';'],
    ['by a function of the same file', 'const own = () => words(1);\nconst A = ', 'own()', ';'],
    [
      'by one of two results',
      'const own = (a: 1) => (a ? v.any() : b());\nconst A = ',
      'own()',
      ';',
    ],
    ['in an object', 'const a = ', '{ b: words(1) }', ';'],
    ['in an object in it', 'const a = ', '{\n  b: plain({ c: v.any() }),\n} as const', ';'],
    ['in an object of a stated type', 'const a: C = ', '{ b: v.any() } satisfies D<E>', ';'],
  ])('a schema is made at its first use %s', (_, before, expression, after) => {
    const { text, eager } = changed(`${before}${expression}${after}`);
    expect(text).toBe(`${before}${lazily(expression)}${after}`);
    expect(eager).toEqual([]);
  });

  it('a schema is made at its first use beside another constant of the same statement', () => {
    expect(changed('const a = v.any(), b = 1, c = v.any();').text).toBe(
      `const a = ${lazily('v.any()')}, b = 1, c = ${lazily('v.any()')};`,
    );
  });

  it.each([
    ['is parsed at once', 'const a = v.parse(A, b);'],
    ['is asked at once', 'const isA = v.is(A, b);'],
    ['is in a function', 'function a() {\n  const A = v.string();\n}'],
    ['is in a function of a constant', 'export const a = (b) => v.parse(v.string(), b);'],
    ['is in a method', 'const a = { b() { return v.string(); } };'],
    ['is in a member of a class', 'class A { readonly b = v.string(); }'],
    ['is in a type', 'type A = v.InferOutput<ReturnType<typeof v.string>>;'],
    ['is none', 'const a = new Map(plain(1));'],
  ])('a file stays as it is where its schema %s', (_, lines) => {
    expect(changed(lines)).toEqual({ text: lines, eager: [] });
  });

  it.each([
    ['can be replaced', '\nlet a = v.string();', 'v.string'],
    ['is the default export', '\nexport default v.string();', 'v.string'],
    ['is in an array', '\nconst a = [\n  v.string()];', 'v.string'],
    ['is handed to another function', '\nconst a = plain(words(1));', 'words'],
    ['belongs to a class', '\nclass A { static b = v.any(); }', 'v.any'],
    ['is used in a statement', '\nplain(v.any());', 'v.any'],
    ['is read at once', '\nconst a = v.picklist([1]).options;', 'v.picklist'],
  ])('a schema is named when every cold start would make it because it %s', (_, lines, call) => {
    const line = lines.slice(0, lines.indexOf(call)).split('\n').length;
    expect(changed(lines).eager).toEqual([{ call, line }]);
  });
});

it.each([
  ['its first member', "row({ about: { a: 'Words, {}' }, b: v.any() })", 'row({  b: v.any() })'],
  ['its last member', 'row({ b: 1, about: words })', 'row({ b: 1,  })'],
  ['one of its own values', 'row({ b: { about: 1 } })', 'row({ b: { about: 1 } })'],
  ['a member of a schema', 'v.object({ about: v.any() })', 'v.object({ about: v.any() })'],
])('a function contains no facts for readers of an operation: %s', (_, written, contained) => {
  expect(changed(`const a = ${written};`).text).toBe(`const a = ${lazily(contained)};`);
});

it('a build fails and names the schema that every cold start would make', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-eager-'));
  const file = path.join(folder, 'shared', 'example.ts');
  mkdirSync(path.dirname(file));
  writeFileSync(file, "import * as v from 'valibot';\nexport let a = v.string();\n");
  const building = build({
    entryPoints: [file],
    bundle: true,
    write: false,
    logLevel: 'silent',
    plugins: [lazySchemas()],
  });
  await expect(building).rejects.toThrow(
    /example\.ts:2.*v\.string\(…\) makes a schema at every cold start/s,
  );
  rmSync(folder, { recursive: true });
});

it('each schema that a file of `shared` exports is made at its first use', async () => {
  const modules = sourceModules();
  const calls = /^export const \w+(?:: [^=]+)? =\s+(?![\w.]+;|async|[('"`{[\d]|new |\/)/m;
  const files = globSync('shared/**/*.ts', { cwd: root, exclude: ['**/browser/**'] })
    .map((file) => path.join(root, file))
    .filter((file) => calls.test(modules.read(file).source));
  const schemas = await Promise.all(
    files.map(async (file) => {
      const exported: Record<string, unknown> = await import(pathToFileURL(file).href);
      const { contents = '' } = withLazySchemas(file, modules);
      return Object.entries(exported)
        .filter(([, value]) => typeof value === 'object' && value !== null && '~run' in value)
        .map(([name]) => ({ file, name, isLazy: isLazyIn(contents, name) }));
    }),
  );
  const all = schemas.flat();
  expect(all.length).toBeGreaterThan(400);
  expect(all.filter(({ isLazy }) => !isLazy)).toEqual([]);
});

/** Whether a constant is made by `lazySchema`, or is another name of one that is. */
const isLazyIn = (contents: string, name: string) =>
  new RegExp(String.raw`const ${name}\b[^=]*=\s*/\* @__PURE__ \*/ lazySchema\(`).test(contents) ||
  new RegExp(String.raw`export \{[^}]*\b${name}\b[^}]*\} from|const ${name} = \w+;`).test(contents);
