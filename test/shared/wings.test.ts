import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsBelow, type SourceImport } from '../support/documents/source-imports.ts';

const root = join(import.meta.dirname, '..', '..');

/** From the highest wing to the lowest: each may import itself and those after it. */
const wings = [
  ...['webhooks', 'switch', 'operator', 'merchants', 'sandbox'],
  ...['vault', 'connectors', 'vocabulary', 'platform'],
];

/**
 * Folders of one wing that import each other. Each pair is a debt: this list only becomes shorter, and
 * a pair that is gone from the sources is taken out here.
 */
const pairsOfFolders: readonly string[] = [
  'switch: disputes ⇄ payments',
  'switch: mandates ⇄ payments',
  'switch: payment-links ⇄ payments',
  'switch: payment-methods ⇄ payments',
  'switch: payments ⇄ refunds',
];

const imports = importsBelow('shared');

const wingOf = (file: string) => file.split('/')[1] ?? '';
/** The folder inside a wing; a file directly in a wing has none. */
const folderOf = (file: string) => {
  const parts = file.split('/');
  return parts.length > 3 ? parts[2] : undefined;
};
const isInWing = (file: string) => wings.includes(wingOf(file));
const line = ({ from, to }: SourceImport) => `${from} → ${to}`;

it('the top of shared has the nine wings and the files that span them, and nothing else', () => {
  expect(readdirSync(join(root, 'shared')).sort()).toEqual(
    [...wings, 'list-operations.ts', 'list-registry.ts', 'operations.ts'].sort(),
  );
});

it('a file of another wing is imported by its name, and one of the same wing by its path', () => {
  const otherwise = imports.filter(
    ({ from, to, specifier }) =>
      isInWing(from) && specifier.startsWith('#') === (wingOf(from) === wingOf(to)),
  );
  expect(otherwise.map(line)).toEqual([]);
});

it('package.json resolves the name of each wing, in the order of the wings', () => {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // The client has a name too, which programs outside of `shared/` use.
  const { '#turnout/node': _, ...names } = imports;
  expect(names).toEqual(
    Object.fromEntries(wings.map((wing) => [`#${wing}/*`, `./shared/${wing}/*`])),
  );
  expect(Object.keys(names)).toEqual(wings.map((wing) => `#${wing}/*`));
});

it('two folders of one wing import each other only where the list says so', () => {
  const edges = new Set(
    imports.flatMap(({ from, to }) => {
      const [one, other] = [folderOf(from), folderOf(to)];
      const isInside = wingOf(from) === wingOf(to) && one && other && one !== other;
      return isInside ? [`${wingOf(from)}: ${one} → ${other}`] : [];
    }),
  );
  const pairs = [...edges].flatMap((edge) => {
    const [wing, one = '', other = ''] = edge.split(/: | → /);
    const isPair = one < other && edges.has(`${wing}: ${other} → ${one}`);
    return isPair ? [`${wing}: ${one} ⇄ ${other}`] : [];
  });
  expect(pairs.sort()).toEqual(pairsOfFolders);
});
