import { posix } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import { addressOf } from './documents.ts';

/** A group of the side's list, with its links. */
export interface NavigationGroup {
  readonly title: string;
  readonly links: readonly NavigationLink[];
}

interface NavigationLink {
  readonly title: string;
  /** The address in the site, such as `errors.html`. */
  readonly address: string;
}

/**
 * The list at the side of each page: the links in the first column of tables and in the lists of an
 * index page, in groups by its headings. Links to other things than pages are left out.
 *
 * @param file the path of the index in the repository
 */
export function navigationOf(index: string, file: string): readonly NavigationGroup[] {
  const start = { title: 'Documentation', address: 'index.html' };
  const own = { title: titleOf(index), address: addressOf(file) ?? start.address };
  const groups: { title: string; links: NavigationLink[] }[] = [
    { title: 'Start', links: [start, own] },
  ];
  let isHeading = false;
  let cells = 0;
  for (const token of new MarkdownIt().parse(index, {})) {
    if (token.type === 'tr_open') cells = 0;
    if (token.type === 'td_open') cells += 1;
    if (token.type === 'table_close') cells = 0;
    if (token.type === 'heading_open') isHeading = token.tag === 'h1' || token.tag === 'h2';
    else if (token.type === 'inline' && isHeading) {
      groups.push({ title: token.content, links: [] });
      isHeading = false;
    } else if (token.type === 'inline' && token.level > 1 && cells < 2) {
      groups.at(-1)?.links.push(...linksIn(token.children ?? [], file));
    }
  }
  return groups
    .map(({ title, links }) => ({ title, links: firstOfEach(links) }))
    .filter(({ links }) => links.length > 0);
}

const titleOf = (page: string) => /^# (.*)$/m.exec(page)?.[1] ?? '';

const linksIn = (children: readonly Token[], file: string): NavigationLink[] =>
  children.flatMap((token, index) => {
    const href = token.type === 'link_open' ? String(token.attrGet('href')) : '';
    const title = children[index + 1]?.content;
    if (!href.endsWith('.md') || href.includes(':') || title === undefined) return [];
    const address = addressOf(posix.join(posix.dirname(file), href));
    return address === undefined ? [] : [{ title, address }];
  });

const firstOfEach = (links: readonly NavigationLink[]) => [
  ...new Map(links.map((link) => [link.address, link] as const)).values(),
];
