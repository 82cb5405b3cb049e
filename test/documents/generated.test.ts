import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  differencesOf,
  type Sources,
  storedText,
  writeMade,
} from '../../scripts/documents/generator.ts';
import { generators } from '../../scripts/documents/generators.ts';
import { generate } from '../../scripts/generate.ts';
import { recordedAnswers } from '../support/requests/recorded-answers.ts';
import { runCommand } from '../support/runner/run-command.ts';

const root = join(import.meta.dirname, '..', '..');

let recorded: ReturnType<typeof recordedAnswers> | undefined;
const sources: Sources = {
  read: storedText,
  recorded() {
    recorded ??= recordedAnswers();
    return recorded;
  },
};

const inGit = generators.filter(({ isIgnored }) => !isIgnored);

it.each(
  inGit.filter(({ comparedBy }) => comparedBy === undefined).map((one) => [one.name, one] as const),
)('the files of "npm run generate -- %s" are those that it writes', async (_, generator) => {
  const made = await generator.make(sources);
  const remedy = 'npm run generate';
  expect({ remedy, differences: await differencesOf(generator, made) }).toEqual({
    remedy,
    differences: [],
  });
});

it('a generator that another test compares has its file there', () => {
  const compared = generators.flatMap(({ comparedBy }) => comparedBy ?? []);
  expect(compared).toEqual(['test/tools/laptop-synthesis.test.ts']);
  for (const file of compared) {
    expect(readFileSync(join(root, file), 'utf8')).toContain('npm run generate');
  }
});

it('every generated file is in Git or ignored by it, as its generator states', () => {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  for (const { writes, isIgnored = false } of generators) {
    for (const file of writes) {
      const isOnList = ignored.includes(`/${file}`) || file.startsWith('.turnout/');
      expect([file, isOnList]).toEqual([file, isIgnored]);
      if (!isIgnored) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    }
  }
});

describe('the comparison of generated files', () => {
  const folder = mkdtempSync(join(root, '.turnout', 'generated-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const name = (file: string) => relative(root, join(folder, file));
  const generator = { writes: [name('')] };

  it('a difference is reported with the file, its first differing line, and both texts', async () => {
    await writeMade(generator, { [name('a.md')]: 'one\ntwo\nthree\n' });
    expect(await differencesOf(generator, { [name('a.md')]: 'one\n2\n3\n' })).toEqual([
      `${name('a.md')}:2: "two" should be "2"`,
    ]);
  });

  it('a file that is missing, has other bytes or is not made any more is reported and put right', async () => {
    await writeMade(generator, { [name('old.md')]: '', [name('b.br')]: new Uint8Array([1]) });
    const made = { [name('new.md')]: 'new\n', [name('b.br')]: new Uint8Array([2]) };
    expect(await differencesOf(generator, made)).toEqual([
      `${name('new.md')} is missing`,
      `${name('b.br')} differs`,
      `${name('old.md')} should be gone`,
    ]);
    await writeMade(generator, made);
    expect(await differencesOf(generator, made)).toEqual([]);
    expect(await writeMade(generator, made)).toEqual([]);
  });
});

it('npm run generate -- --check of named generators says that their files are current', async () => {
  const args = ['operations', 'declines', '--check'];
  expect(await runCommand(generate, args)).toMatchObject({
    code: 0,
    out: 'All files are current.\n',
  });
});
