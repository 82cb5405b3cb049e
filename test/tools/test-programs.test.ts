import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  missingLines,
  missingPrograms,
  type TestProgram,
  testPrograms,
} from '../../tools/tests/test-programs.ts';

const program = (name: string, isThere: boolean): TestProgram => ({
  name,
  tests: `tests of ${name}`,
  isThere: () => isThere,
  packages: { 'apt-get': [name] },
});

it('a whole test run names each missing program with its tests, and the one command that installs them', () => {
  const programs = { a: program('A', false), b: program('B', true), c: program('C', false) };
  const missing = missingPrograms(programs);
  expect(missing).toEqual(['a', 'c']);
  expect(missingLines(missing, programs)).toEqual([
    'Skipped without A: tests of A.',
    'Skipped without C: tests of C.',
    'To install what is missing: npm run programs -- --install',
  ]);
});

it('a test run on a machine with all programs prints no line about them', () => {
  expect(missingLines([])).toEqual([]);
});

it('each program is installed by a package or by a command of its own', () => {
  for (const [name, { packages, command }] of Object.entries<TestProgram>(testPrograms)) {
    expect([name, Boolean(packages['apt-get'] ?? command)]).toEqual([name, true]);
  }
});

it('CI installs the programs of the same list', () => {
  const ci = readFileSync(path.join(import.meta.dirname, '..', '..', '.ci', 'run'), 'utf8');
  expect(ci).toContain('npm run --silent programs -- --install');
  expect(ci).not.toContain('apt-get install');
});
