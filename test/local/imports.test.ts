import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** The folders of the runtime: each may import those before it. */
const order = [
  ...['assembly', 'aws', 'services', 'iam', 'logs', 'metrics'],
  ...['gate', 'functions', 'events', 'http', 'tables'],
];

const root = path.join(import.meta.dirname, '../..');
const files = globSync('local/**/*.ts', { cwd: root }).sort();
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const folderOf = (file: string) => file.split('/').slice(1, -1)[0] ?? '';

/** The imports of each file: a path of the repository, the name of a wing (`#…`), or a package. */
const imports = files.flatMap((file) =>
  specifiersOf(file).map((specifier) => ({
    file,
    target: specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), specifier)
      : specifier,
  })),
);

function specifiersOf(file: string): readonly string[] {
  const text = textOf(file);
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const exported = staticExports.flatMap(({ entries }) => entries);
  return [
    ...[...staticImports, ...exported].flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
}

it('each folder of the runtime imports only folders before it in their order', () => {
  const folders = new Set(files.map(folderOf).filter((folder) => folder !== ''));
  expect([...folders].sort()).toEqual(order.toSorted());
  const back = imports.filter(
    ({ file, target }) =>
      folderOf(file) !== '' && order.indexOf(folderOf(target)) > order.indexOf(folderOf(file)),
  );
  expect(back).toEqual([]);
});

it('the runtime of assemblies uses no word of the switch', () => {
  const ours =
    /turnout|merchant|payment|refund|payout|dispute|mandate|\bvault|processor|webhook|KEY_ENVIRONMENT/i;
  expect(files.filter((file) => ours.test(textOf(file)))).toEqual([]);
});
