import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '#platform/http/response/error-catalogue.ts';
import { vaultErrors } from '#vault/vault-error.ts';
import { pageTexts } from '#vocabulary/page-texts/all-texts.ts';
import { testNames } from '../../scripts/documents/test-names.ts';
import { countWhatClauses, type TextKind, textsOf } from '../../scripts/documents/what-clauses.ts';

const root = join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/{*,decisions/*}.md'], { cwd: root }).sort();

/** The sentences of a page, with the names of tests that it quotes, and without blocks of code. */
const prose = (page: string) =>
  readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');

/** Everything that people read of this repository, by where they read it. */
const readTexts: readonly (readonly [name: string, text: string])[] = [
  ...pages.map((page) => [page, prose(page)] as const),
  [
    'the list of test names',
    testNames()
      .map(({ name }) => name)
      .join('\n'),
  ],
  ['the payment link page', JSON.stringify(pageTexts.en.checkout)],
  ['the card form of the vault', JSON.stringify(pageTexts.en.form)],
  ['the error catalogue', Object.values(catalogue).join('\n')],
  ['the list of vault errors', Object.values(vaultErrors).join('\n')],
];

/** Words that name no actor. A sentence says caller, merchant, customer, connector or function instead. */
const unnamed = /\b(?:whoever|whomever|somebody|someone|anybody|nobody|everybody)\b/gi;

it.each(readTexts)('%s names the actor of every sentence', (_, text) => {
  expect(text.match(unnamed) ?? []).toEqual([]);
});

it.each(readTexts)('%s calls Hyperswitch by its name', (_, text) => {
  expect(text).not.toMatch(/\bthe original\b/i);
});

/** What-clauses in a thousand words, as `npm run words` counts them. These limits only go down. */
const mostClauses: Readonly<Record<TextKind, number>> = {
  comments: 1,
  'test names': 0.1,
  documents: 1,
};

it.each(Object.entries(mostClauses))(
  'the %s have at most %d what-clauses in a thousand words',
  (kind, most) => {
    expect(countWhatClauses(textsOf[kind as TextKind]()).rate).toBeLessThanOrEqual(most);
  },
);

it.each([
  'bench',
  'console',
  'functions',
  'lib',
  'local',
  'scripts',
  'shared',
  'site',
  'test/support',

  'tools',
])('the comments of %s have at most one what-clause in a thousand words', (folder) => {
  const texts = textsOf.comments().filter(({ place }) => place.startsWith(`${folder}/`));
  expect(texts.length).toBeGreaterThan(0);
  expect(countWhatClauses(texts).rate).toBeLessThanOrEqual(mostClauses.comments);
});

it('a what-clause is counted in a sentence, and not in a question', () => {
  const rateOf = (text: string) => countWhatClauses([{ place: 'a', text }]);
  expect(rateOf('Stores what was paid.')).toEqual({ words: 4, clauses: 1, rate: 250 });
  expect(rateOf('What is paid? Nothing.')).toMatchObject({ clauses: 0 });
});

/** The subjects of the commits that `main` does not have; undefined without git or without `main`. */
function subjectsOfTheChange(): readonly string[] | undefined {
  try {
    const git = (...args: readonly string[]) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
    if (git('rev-parse', '--is-shallow-repository') === 'true') return undefined;
    return git('log', '--no-merges', '--format=%s', 'main..HEAD').split('\n').filter(Boolean);
  } catch {
    return undefined;
  }
}

const subjects = subjectsOfTheChange();
const whereGitIs = subjects ? it : it.skip;

whereGitIs(
  'the subject of each commit of a change begins with its area (skipped without git history)',
  () => {
    expect(subjects?.filter((one) => !/^[a-z][a-z0-9 .,/-]*: \S/.test(one))).toEqual([]);
    expect(subjects?.filter((one) => one.match(unnamed))).toEqual([]);
  },
);
