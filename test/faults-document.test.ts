import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const families = { C: 12, D: 13, K: 12, R: 8, W: 14, N: 6, Q: 10 };
const wanted = Object.entries(families).flatMap(([family, count]) =>
  Array.from({ length: count }, (_, index) => `${family}${index + 1}`),
);

interface Row {
  readonly name: string;
  readonly fault: string;
  readonly proof: string;
}

/** A file with a name that stands in it, such as `describe › it`. */
interface Named {
  readonly file: string;
  readonly name: string;
}

const rows = readFileSync('docs/faults.md', 'utf8')
  .split('\n')
  .flatMap((line): Row[] => {
    const [, name, fault = '', proof = ''] = line.split('|').map((cell) => cell.trim());
    return name && /^[A-Z]\d+$/.test(name) ? [{ name, fault, proof }] : [];
  });

const namedBy = ({ proof }: Row): Named[] =>
  [...proof.matchAll(/`(test\/[^`]+)`:((?:,? “[^”]+”)+)/g)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  );

/** All texts in a test and in the tables beside it from which it takes its cases. */
function textsOf(file: string): readonly string[] {
  const source = readFileSync(file, 'utf8');
  const beside = [...source.matchAll(/from '(\.\/[^']+)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
  return [source, ...beside.map((path) => readFileSync(path, 'utf8'))].flatMap((text) =>
    [...text.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)].map(
      ([, single, double, template]) => single ?? double ?? template ?? '',
    ),
  );
}

const placeholder = /%[sijd]|\$\w+/;

/** A title whose holes are filled; one that is nothing but a hole says nothing. */
function isMadeFrom(title: string, template: string): boolean {
  if (!placeholder.test(template) || !/\w{3,}.*\w{3,}/.test(template.split(placeholder).join(''))) {
    return false;
  }
  const pattern = template
    .split(placeholder)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+');
  return new RegExp(`^${pattern}$`).test(title);
}

const isThere = ({ file, name }: Named) => {
  const texts = textsOf(file);
  return name
    .split(' › ')
    .every((title) => texts.some((text) => text === title || isMadeFrom(title, text)));
};

describe('the list of faults and of what proves that they do no harm', () => {
  it('has every row once, in order', () => {
    expect(rows.map(({ name }) => name)).toEqual(wanted);
    expect(rows.filter(({ fault }) => fault.length < 10)).toEqual([]);
  });

  it.each(rows)('$name names tests that there are, or says why there are none', (row) => {
    const all = namedBy(row);
    if (all.length === 0) expect(row.proof).toMatch(/^(Does not apply yet|Untested): .{20,}/);
    // Whatever is put as the name of a test is read as one.
    expect(all).toHaveLength(row.proof.match(/“/g)?.length ?? 0);
    expect(all.filter(({ file }) => !/\.test\.ts$/.test(file) || !existsSync(file))).toEqual([]);
    expect(all.filter((one) => !isThere(one))).toEqual([]);
  });

  it('would notice a test that is gone', () => {
    const file = 'test/faults/rows.test.ts';
    expect(isThere({ file, name: 'by 1 day changes nothing: every time is ours' })).toBe(true);
    expect(isThere({ file, name: 'by 1 day changes everything' })).toBe(false);
  });
});
