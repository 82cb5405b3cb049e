import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('docs/{*,decisions/*}.md', { cwd: root }),
].sort();

/** What pages say themselves: without blocks of code, and without names of tests, which they quote. */
const prose = (page: string) =>
  readFileSync(join(root, page), 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/“[^”]*”/g, '');

/** Words that name no actor. A sentence says caller, merchant, customer, connector or function instead. */
const unnamed = /\b(?:whoever|whomever|somebody|someone|anybody|nobody|everybody)\b/gi;

it.each(pages)('%s names the actor of every sentence', (page) => {
  expect(prose(page).match(unnamed) ?? []).toEqual([]);
});

it.each(pages)('%s calls Hyperswitch by its name', (page) => {
  expect(prose(page)).not.toMatch(/\bthe original\b/i);
});
