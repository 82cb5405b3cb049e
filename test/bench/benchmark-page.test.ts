import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { benchmarkFile, benchmarkPage, commandFor, parts } from '../../bench/benchmark-page.ts';

const root = join(import.meta.dirname, '../..');
const written = globSync('docs/benchmarks/*.md', { cwd: root }).sort();

/** The parts of a page, as the command writes them. */
function partsOf(page: string) {
  const form = /^# .*\n\nWritten by `([^`]+)`\. [^\n]*\n\n([^\n]+)\n\n([\s\S]+)\n$/;
  const [, command = '', machine = '', tables = ''] = form.exec(page) ?? [];
  return { command, machine, tables };
}

it.each(written)('%s is as the benchmark writes it, and names its command and machine', (file) => {
  const page = readFileSync(join(root, file), 'utf8');
  const part = parts.find((one) => benchmarkFile(one) === file);
  if (!part) throw new Error(`There is no part ${basename(file)}.`);
  const { command, machine, tables } = partsOf(page);
  expect(command).toMatch(new RegExp(`^npm run bench -- --only ${part}( --\\w+ \\S+)* --write$`));
  expect(machine).toMatch(/\d cores, \d+ GB, .*Node\.js v\d.*\d{4}-\d\d-\d\dT.*load before [\d.]+/);
  expect(tables).toMatch(/^\| .* \|\n\| --- \|/m);
  expect(page).toBe(benchmarkPage({ part, command, machine, tables }));
});

it('the page of benchmarks links to each of them', () => {
  const index = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8');
  const linked = written.filter((file) => index.includes(`](benchmarks/${basename(file)})`));
  expect(linked).toEqual(written);
});

it('a page names the options that its part was measured with, and no others', () => {
  const all = { rounds: 60, operation: 'payments.c' };
  expect(commandFor('cold', all)).toBe(
    'npm run bench -- --only cold --rounds 60 --operation payments.c --write',
  );
  expect(commandFor('load', all)).toBe('npm run bench -- --only load --rounds 60 --write');
  expect(commandFor('sizes', {})).toBe('npm run bench -- --only sizes --write');
});
