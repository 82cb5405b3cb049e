import { withLazySchemas } from '../../tools/lazy-schemas.ts';

const changed = (source: string) => withLazySchemas(source)?.replace(/^import [^;]*;/, '');

describe('a schema at the top of a file', () => {
  it.each([
    ['on one line', 'export const A = v.string();', 'v.string()'],
    ['of its own file', 'const A = v.string();', 'v.string()'],
    ['with a type', 'export const A: v.GenericSchema<B> = v.lazy(() => B);', 'v.lazy(() => B)'],
    [
      'on several lines',
      'const A = v.object({\n  a: B,\n\n  c: D,\n});',
      'v.object({\n  a: B,\n\n  c: D,\n})',
    ],
    ['by a word of ours', 'const A = chosenName(64);', 'chosenName(64)'],
    [
      'of an operation',
      "const a = defineOperation({\n  name: 'a.b',\n});",
      "defineOperation({\n  name: 'a.b',\n})",
    ],
    ['with types handed to it', 'const A = v.custom<B<C>>((a) => a);', 'v.custom<B<C>>((a) => a)'],
  ])('a schema at the top of a file is created at its first use: %s', (_, source, expression) => {
    const begin = source.slice(0, source.indexOf(expression));
    expect(changed(source)).toBe(`${begin}/* @__PURE__ */ lazySchema(() => ${expression});`);
  });

  it.each([
    ['on one line', 'const a = { b: given(B) };', '{ b: given(B) }'],
    ['on several lines', 'export const a = {\n  b: v.string(),\n};', '{\n  b: v.string(),\n}'],
    [
      'in which nothing changes',
      'const a = {\n  b: c(given(B)),\n} as const;',
      '{\n  b: c(given(B)),\n} as const',
    ],
    [
      'of a stated type',
      'const a: C = {\n  b: v.any(),\n} satisfies D<E>;',
      '{\n  b: v.any(),\n} satisfies D<E>',
    ],
  ])(
    'a schema at the top of a file is created with the object that it is in: %s',
    (_, source, expression) => {
      const begin = source.slice(0, source.indexOf(expression));
      expect(changed(source)).toBe(`${begin}/* @__PURE__ */ lazySchema(() => (${expression}));`);
    },
  );

  it('a schema at the top of a file leaves the code after it unchanged', () => {
    const source = 'const A = v.object({\n  a: B,\n});\n\nexport const c = d(A);\n';
    expect(changed(source)).toBe(
      'const A = /* @__PURE__ */ lazySchema(() => v.object({\n  a: B,\n}));\n\nexport const c = d(A);\n',
    );
  });
});

it.each([
  ['what is parsed at once', 'const a = v.parse(A, b);'],
  ['what is asked at once', 'const isA = v.is(A, b);'],
  ['a function', 'export const a = (b) => v.parse(A, b);'],
  ['a schema inside a function', 'function a() {\n  const A = v.string();\n}'],
  ['what another function makes', 'const a = new Map();'],
  ['an object without one', 'const a = {\n  b: c(d),\n};'],
  ['an object that parses', 'const a = {\n  b: v.parse(A, c),\n};'],
])('a program with %s is left unchanged', (_, source) => {
  expect(withLazySchemas(source)).toBeUndefined();
});
