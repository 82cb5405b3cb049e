import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chanceMatchesIn } from '../support/runner/chance-matches.ts';
import { withoutRandom } from '../support/runner/without-random.ts';

const root = join(import.meta.dirname, '..', '..');

it('no test searches an answer, a log or an item for a pattern that random text may match', () => {
  const found = globSync('test/**/*.ts', { cwd: root })
    .sort()
    .flatMap((file) =>
      chanceMatchesIn(file, readFileSync(join(root, file), 'utf8')).map(
        ({ line, written }) => `${file}:${line}: ${written}`,
      ),
    );
  expect(found).toEqual([]);
});

it.each([
  ['expect(text).not.toMatch(/(?:\\d[ -]?){12,19}/)', true],
  ["expect(answer.text).not.toContain('737')", true],
  ['expect(logged.join()).not.toMatch(/4242|No order/)', true],
  ['expect(withoutRandom(logged.join())).not.toMatch(/4242|No order/)', false],
  ['expect(text).not.toMatch(/4242424242424242/)', false],
  ["expect(text).not.toContain('sealed')", false],
  ['expect(text).toMatch(/\\d/)', false],
])('a search that random text may answer is found: %s', (written, isFound) => {
  expect(chanceMatchesIn('a.test.ts', `${written};`).map(({ written: one }) => one)).toEqual(
    isFound ? [written] : [],
  );
});

it('a search in a named pattern is found as one in the pattern itself', () => {
  const source = 'const number = /\\d{4}/;\nexpect(text).not.toMatch(number);';
  expect(chanceMatchesIn('a.test.ts', source)).toEqual([
    { line: 2, written: 'expect(text).not.toMatch(number)' },
  ]);
});

it('a text without its random parts keeps card numbers, codes and words', () => {
  const text = [
    'request 018f5e4c-4242-7737-8111-411111111111 at 2026-11-28T10:42:42.737Z (1764326562737)',
    'pay_42424242Abc737xyz000 card 4242 4242 4242 4242 or 4242424242424242 cvc 737',
    'd41d8cd98f00b204e9800998ecf8427e sealed AAGx4242y737ZZ== note x4242424242424242Y',
  ].join('\n');
  expect(withoutRandom(text)).toBe(
    [
      'request (uuid) at (time) ((time))',
      'pay_(id) card 4242 4242 4242 4242 or 4242424242424242 cvc 737',
      '(hex) sealed (bytes) note x4242424242424242Y',
    ].join('\n'),
  );
});
