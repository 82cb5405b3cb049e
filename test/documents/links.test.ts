import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { pages, prose, root, textOf } from '../support/documents/documentation.ts';

/** The names by which a page's headings are linked to. */
const anchorsOf = (page: string) =>
  [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The targets of links and pictures, in Markdown and in tags. */
const targetsOf = (page: string) =>
  [...prose(page).matchAll(/\]\(([^()\s]+)(?: "[^"]*")?\)|\b(?:href|src|srcset)="([^"]+)"/g)].map(
    ([, target = '', tagged = target]) => tagged,
  );

/** Links to a place in the repository that is not there. */
function brokenLinks(page: string): readonly string[] {
  return targetsOf(page)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : relative(root, join(root, dirname(page), path));
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !anchorsOf(file).includes(anchor);
    });
}

const folders =
  'bench|bin|collection|console|docs|examples|functions|lib|local|packages|scripts|shared|site|test|tools';
/** A path of the repository between back quotes. One with a placeholder, as in `shared/<noun>/`, is none. */
const mentioned = new RegExp(`\`((?:${folders})/[\\w./-]+)\``, 'g');
/** Built or written at run time, and so not in the repository. */
const made = ['dist/'];

function missingPaths(page: string): readonly string[] {
  return [...prose(page).matchAll(mentioned)]
    .map(([, path = '']) => path)
    .filter((path) => !made.some((one) => path.startsWith(one)))
    .filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, `${path}.test.ts`)));
}

const sources = globSync(
  [
    `{${folders.replaceAll('|', ',')},connectors}/**/*.{ts,tsx,mjs,cjs,md,json,grit,css,sh}`,
    '*.{json,yaml}',
  ],
  { cwd: root },
);
const fileNames = new Set(sources.map((file) => basename(file)));
/** The sources with this path or, where it has no folder, with this name. */
const sourcesNamed = (file: string) =>
  sources.filter((source) => source === file || source.endsWith(`/${file}`));
/** The file that every function has after the build, and placeholders for any part. */
const built = new Set(['index.cjs', 'NAME.part.cjs', 'stripe.part.cjs']);

/** Files that a page names without their folder. */
const missingNames = (page: string) =>
  [...prose(page).matchAll(/`([\w.-]+\.(?:ts|mjs|cjs))`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !fileNames.has(name) && !built.has(name))
    // A program that the page has its reader write is named in a command of the page.
    .filter((name) => !new RegExp(`\\b(?:node|cat >)(?: --\\S+)* ${name}`).test(textOf(page)));

const file = '`([\\w./-]+\\.(?:tsx?|mjs|cjs|json|yaml|sh|grit|css))`';
const list = '((?:`[A-Za-z][\\w.]*`(?:, and |, | and ))*`[A-Za-z][\\w.]*`)';
const has = '(?:has|have|contains|lists|exports|declares|names|states|defines|limits)';

/** Names that a page puts into a file: “`a` and `b` in `c.ts`”, “`a` (`c.ts`)”, “`c.ts` has `a`”. */
const namesInFiles = (page: string) => [
  ...[...prose(page).matchAll(new RegExp(`${list} (?:(?:in|of|from) |\\()${file}`, 'g'))].map(
    ([, names = '', path = '']) => ({ names, path }),
  ),
  ...[...prose(page).matchAll(new RegExp(`${file} ${has}(?: the| all)? ${list}`, 'g'))].map(
    ([, path = '', names = '']) => ({ names, path }),
  ),
];

/** Names that a page puts into a file and that are not in it. */
const missingInFiles = (page: string) =>
  namesInFiles(page).flatMap(({ names, path }) => {
    const texts = sourcesNamed(path).map((source) => readFileSync(join(root, source), 'utf8'));
    return [...names.matchAll(/[\w.]+/g)]
      .map(([name]) => name)
      .filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
      .map((name) => `${name} in ${path}`);
  });

describe.each(pages)('%s', (page) => {
  it('a page has no broken link', () => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it('a page names only existing paths of the repository', () => {
    expect([...missingPaths(page), ...missingNames(page)]).toEqual([]);
  });

  it('a page names only exports that the named file has', () => {
    expect(missingInFiles(page)).toEqual([]);
  });
});

const decisions = globSync('docs/decisions/0*.md', { cwd: root });

it('the index of decisions calls each by its title', () => {
  const titles = decisions.map((page) => /^# \d+\. (.*)$/m.exec(textOf(page))?.[1]);
  const index = textOf('docs/decisions/README.md');
  expect(titles).not.toContain(undefined);
  expect(titles.filter((title) => !index.includes(`. [${title}](0`))).toEqual([]);
});

/** The files that a page links to, as paths in the repository. */
const linked = (page: string) =>
  targetsOf(page).map((target) => join(dirname(page), target.split('#')[0] ?? ''));

it('every page of docs/ and every decision is in an index', () => {
  const index = [...linked('docs/README.md'), ...linked('docs/decisions/README.md')];
  const folded = globSync('docs/*', { cwd: root })
    .filter((one) => one.endsWith('.md') && one !== 'docs/README.md')
    .concat(decisions);
  expect(folded.filter((page) => !index.includes(page))).toEqual([]);
});

it('a reader reaches every page and every picture of docs/ from its index by links', () => {
  const reached = new Set(['docs/README.md']);
  // A set that grows while it is iterated is iterated to its last member.
  for (const page of reached) {
    if (!page.endsWith('.md')) continue;
    for (const target of linked(page)) if (existsSync(join(root, target))) reached.add(target);
  }
  const all = globSync('docs/**/*.{md,png,svg}', { cwd: root });
  expect(all.filter((file) => !reached.has(file))).toEqual([]);
});

it('a reader finds names in files in more than twenty places of the pages', () => {
  expect(pages.flatMap(namesInFiles).length).toBeGreaterThan(20);
});
