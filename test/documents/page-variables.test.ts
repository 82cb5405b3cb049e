import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = globSync(['README.md', 'docs/*.md', 'docs/guides/*.md', 'packages/*/README.md'], {
  cwd: root,
}).sort();

/** Pages whose commands go on where those of another page end, as they say. */
const earlier: Readonly<Record<string, string>> = { 'docs/embedding.md': 'docs/vault.md' };

/** The commands of a page, as for one shell. */
const commandsOf = (page: string): string =>
  [...textOf(page).matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)]
    .map(([, commands = '']) => commands)
    .join('\n');

const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

const printedByInit = namesIn(
  textOf('scripts/turnout/init.ts'),
  /\b(TURNOUT_\w+)=\$\{(?:quoted\()?merchant/g,
);

/** Variables without a value of their own, and without one for their absence, as `${NAME:-…}`. */
function unsetVariables(commands: string): readonly string[] {
  const set = new Set([
    ...namesIn(commands, /(?:^|[\s;(&])([A-Za-z_]\w*)=/gm),
    ...namesIn(commands, /\b(?:for|read(?: -\w+)?) (\w+)/g),
    ...(commands.includes('eval "$(npx turnout init') ? printedByInit : []),
  ]);
  const used = namesIn(commands, /\$\{?([A-Za-z_]\w*)(?!\w|:-)/g);
  return used.filter((name) => !set.has(name));
}

it.each(pages)('%s sets each variable of its commands, so that they run as they stand', (page) => {
  const before = earlier[page];
  const commands = `${before ? commandsOf(before) : ''}\n${commandsOf(page)}`;
  expect(unsetVariables(commands)).toEqual([]);
});

it('a page whose commands use a variable of no page is found', () => {
  expect(printedByInit).toContain('TURNOUT_API_KEY');
  expect(unsetVariables(`S=1; curl $S/$SHOP \${KEY:-none}`)).toEqual(['SHOP']);
  expect(unsetVariables('curl $TURNOUT_URL')).toEqual(['TURNOUT_URL']);
});
