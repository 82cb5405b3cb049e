import { posix } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import { addressOf, linkTo } from './documents.ts';
import type { Highlight } from './highlight.ts';

export interface Heading {
  /** 1 for the page's title. */
  readonly level: number;
  readonly id: string;
  /** The text without marks. */
  readonly text: string;
}

/** A part of a page below one heading, for the search. */
export interface Section extends Heading {
  readonly words: string;
}

export interface Article {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

type Tokens = readonly Token[];

/** From this length on, a line may end inside of code, after a part of a path or a name. */
const longCode = 24;

/** Reads Markdown of the repository: `read(text, file)`, with the path of the file. */
export function markdownReader(highlight: Highlight) {
  const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false });
  markdown.renderer.rules.fence = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    const language = info.trim().split(/\s+/)[0] ?? '';
    return codeBlock(highlight(content.trimEnd(), language), language);
  };
  markdown.renderer.rules.code_inline = (tokens, index) => {
    const text = markdown.utils.escapeHtml(tokens[index]?.content ?? '');
    return `<code>${text.length < longCode ? text : text.replace(/[/._]+/g, '$&<wbr>')}</code>`;
  };
  markdown.renderer.rules.table_open = () => '<div class="wide-table" tabindex="0"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  return (text: string, file: string): Article => {
    const tokens = markdown.parse(text, {});
    leadLinks(tokens, file);
    const headings = nameHeadings(tokens);
    return {
      title: headings[0]?.text ?? file,
      html: markdown.renderer.render(tokens, markdown.options, {}),
      headings,
      sections: sectionsOf(tokens, headings),
    };
  };
}

/** A block of highlighted code; the page's script adds the button that copies it. */
export const codeBlock = (html: string, language: string): string =>
  `<pre class="code" tabindex="0" data-language="${language}"><code>${html}</code></pre>\n`;

/** Gives each heading the anchor that GitHub gives it. */
function nameHeadings(tokens: Tokens): Heading[] {
  const seen = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return [];
    const text = wordsOf(tokens[index + 1]);
    const base = anchorOf(text);
    const earlier = seen.get(base) ?? 0;
    seen.set(base, earlier + 1);
    const id = earlier === 0 ? base : `${base}-${earlier}`;
    token.attrSet('id', id);
    return [{ level: Number(token.tag.slice(1)), id, text }];
  });
}

/** The anchor of a heading as GitHub writes it: letters, digits, `-` and `_` in lower case. */
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The text of an inline token without marks. */
const wordsOf = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) =>
      type === 'text' || type === 'code_inline' ? content : type === 'softbreak' ? ' ' : '',
    )
    .join('');

function sectionsOf(tokens: Tokens, headings: readonly Heading[]): Section[] {
  const sections: { heading: Heading; words: string[] }[] = [];
  let next = 0;
  let isHeading = false;
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      const heading = headings[next++];
      if (heading) sections.push({ heading, words: [] });
      isHeading = true;
    } else if (token.type === 'inline' && !isHeading) {
      sections.at(-1)?.words.push(wordsOf(token));
    } else if (token.type === 'fence') {
      sections.at(-1)?.words.push(token.content);
    } else if (token.type === 'heading_close') isHeading = false;
  }
  return sections.map(({ heading, words }) => ({ ...heading, words: words.join(' ') }));
}

/** Whether a target is an address of the web, or a place on the same page. */
const isElsewhere = (target: string) => /^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target);

/** Leads links and pictures from files of the repository to addresses of the site. */
function leadLinks(tokens: Tokens, file: string): void {
  const from = addressOf(file) ?? file;
  for (const block of tokens) {
    if (block.type === 'html_block') block.content = ledTags(block.content);
    const open: Token[] = [];
    for (const token of block.children ?? []) {
      if (token.type === 'html_inline') token.content = ledTags(token.content);
      if (token.type === 'image') lead(token, 'src');
      if (token.type === 'link_open') {
        lead(token, 'href');
        open.push(token);
      }
      if (token.type === 'link_close') token.tag = open.pop()?.tag ?? token.tag;
    }
  }

  /** A file that the site does not have is named, and not linked. */
  function lead(token: Token, attribute: 'src' | 'href'): void {
    const target = String(token.attrGet(attribute) ?? '');
    if (isElsewhere(target)) return;
    const address = ledAddress(target);
    if (address !== undefined) {
      token.attrSet(attribute, address);
      return;
    }
    token.tag = 'span';
    token.attrs = [
      ['class', 'file'],
      ['title', posix.join(posix.dirname(file), target)],
    ];
  }

  function ledAddress(target: string): string | undefined {
    const [path = '', anchor] = target.split('#');
    const address = addressOf(posix.join(posix.dirname(file), path));
    if (address === undefined) return undefined;
    return `${linkTo(address, from)}${anchor === undefined ? '' : `#${anchor}`}`;
  }

  /** Tags that are written as HTML, such as a `<picture>` for dark pages. */
  function ledTags(html: string): string {
    return html.replace(/\b(src|srcset|href)="([^"]+)"/g, (whole, attribute, target: string) => {
      const address = isElsewhere(target) ? undefined : ledAddress(target);
      return address === undefined ? whole : `${attribute}="${address}"`;
    });
  }
}
