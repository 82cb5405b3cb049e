import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentAnswer } from '../../console/documents.ts';
import { blocksOf, linkedPath, partsOf } from '../../console/page/markdown-blocks.ts';

it('a page of docs is read into headings, text, lists, tables and code', () => {
  const page = [
    ...['# A title', '', 'Two lines', 'of text.', '', '- one', '  goes on', '- two', ''],
    ...['| A | B |', '|---|---|', '| `x\\|y` | z |', '```sh', '# no heading', '```', '1. first'],
  ];
  expect(blocksOf(page.join('\n'))).toEqual([
    { kind: 'heading', level: 1, text: 'A title' },
    { kind: 'paragraph', text: 'Two lines of text.' },
    { kind: 'list', isOrdered: false, items: ['one goes on', 'two'] },
    {
      kind: 'table',
      rows: [
        ['A', 'B'],
        ['`x|y`', 'z'],
      ],
    },
    { kind: 'code', text: '# no heading' },
    { kind: 'list', isOrdered: true, items: ['first'] },
  ]);
});

it('the parts of a line are text, code, strong words and links', () => {
  expect(partsOf('See **the** [page](errors.md) of `x`.')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'strong', text: 'the' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'page', target: 'errors.md' },
    { kind: 'text', text: ' of ' },
    { kind: 'code', text: 'x' },
    { kind: 'text', text: '.' },
  ]);
});

it.each([
  ['errors.md', 'runbooks/README.md', 'runbooks/errors.md'],
  ['../errors.md#codes', 'runbooks/README.md', 'errors.md'],
  ['../README.md', 'console.md', undefined],
  ['https://example.com/docs/a.md', 'console.md', undefined],
  ['//example.com/docs/a.md', 'console.md', undefined],
])('a link to %s on the page %s leads to %s', (target, page, path) => {
  expect(linkedPath(target, page)).toBe(path);
});

const docs = join(import.meta.dirname, '..', '..', 'docs');
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /^([^/]+\/)?[^/]+\.md$/.test(path),
);

it('the console has every page of docs, and loses no word of it', async () => {
  for (const path of pages) {
    const page = await documentAnswer(path);
    expect([path, page?.markdown]).toEqual([path, readFileSync(join(docs, path), 'utf8')]);
    const shown = JSON.stringify(blocksOf(page?.markdown ?? ''));
    const missing = (
      page?.markdown.replaceAll(/```.*/g, '').match(/[\p{L}\p{N}]{5,}/gu) ?? []
    ).filter((word) => !shown.includes(word));
    expect([path, missing]).toEqual([path, []]);
  }
});

it.each(['../README.md', 'none.md', 'openapi.json', 'decisions/../errors.md', '/etc/passwd', ''])(
  'the console has no page at the path %j',
  async (path) => expect(await documentAnswer(path)).toBeUndefined(),
);
