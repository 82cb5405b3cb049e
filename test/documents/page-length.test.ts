import MarkdownIt, { type Token } from 'markdown-it';
import { pages, textOf } from '../support/documents/documentation.ts';

const style = textOf('site/browser/site.css');

/**
 * The layout of the site in a window of 1280 × 800 pixels, as `site.css` states it. The text is 680
 * pixels wide between the lists at both sides: 85 letters of 8 pixels, half of the font's size. In
 * Chromium the stretches of all pages are up to 5 % lower than this estimate.
 */
const screen = 800 - 56;
const line = 25.6;
const lettersOfLine = 85;
const gap = 16;
const headings: Readonly<Record<string, number>> = { h1: 56, h2: 80, h3: 57, h4: 57 };

const limit = 2;

interface Stretch {
  /** The heading above its end. */
  readonly heading: string;
  readonly screens: number;
}

const wordsOf = ({ children }: Token) =>
  (children ?? [])
    .map(({ type, content }) =>
      type === 'text' || type === 'code_inline' ? content : type === 'softbreak' ? ' ' : '',
    )
    .join('');

/** Whether a token is a picture or code. Tables are left out by their rows. */
const isShown = ({ type, content, children }: Token) =>
  type === 'fence' ||
  type === 'code_block' ||
  (type === 'html_block' && /<(?:img|picture)\b/.test(content)) ||
  (children ?? []).some((child) => child.type === 'image');

/** The stretches of a page between its pictures, tables and blocks of code. */
function stretchesOf(text: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let height = 0;
  let heading = '';
  let openHeading = '';
  let depth = 0;
  let isTable = false;
  const end = () => {
    if (height > 0) stretches.push({ heading, screens: height / screen });
    height = 0;
  };
  for (const token of new MarkdownIt({ html: true }).parse(text, {})) {
    if (token.type === 'table_open' || isShown(token)) end();
    if (token.type === 'table_open') isTable = true;
    if (token.type === 'table_close') isTable = false;
    if (isTable || isShown(token)) continue;
    if (token.type.endsWith('_list_open')) depth += 1;
    if (token.type.endsWith('_list_close')) depth -= 1;
    if (token.type.endsWith('_list_close') && depth === 0) height += gap;
    if (token.type === 'heading_open') openHeading = token.tag;
    if (token.type !== 'inline') continue;
    const words = wordsOf(token);
    if (openHeading !== '') {
      heading = words;
      height += headings[openHeading] ?? 0;
      openHeading = '';
    } else {
      height += Math.ceil(words.length / (lettersOfLine - 5 * depth)) * line;
      if (depth === 0) height += gap;
    }
  }
  end();
  return stretches;
}

it.each(pages)(
  'a reader of %s meets a picture, a table or code at least every two screens',
  (page) => {
    const long = stretchesOf(textOf(page))
      .filter(({ screens }) => screens > limit)
      .map(({ heading, screens }) => `${screens.toFixed(1)} screens until "${heading}"`);
    expect(long).toEqual([]);
  },
);

const guides = pages.filter((page) => page.startsWith('docs/guides/'));

it.each(guides)(
  'the guide %s has at most two screens of text, and shows something on the first',
  (page) => {
    const stretches = stretchesOf(textOf(page)).map(({ screens }) => screens);
    expect(stretches[0]).toBeLessThanOrEqual(0.5);
    expect(stretches.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2);
  },
);

it('a long stretch of text is found, and one that a table or code divides is not', () => {
  const paragraph = `${'word '.repeat(425)}\n\n`;
  const screensOf = (text: string) =>
    stretchesOf(text).map(({ screens }) => Number(screens.toFixed(1)));
  expect(screensOf(`# A page\n\n${paragraph}${paragraph}`)).toEqual([1.8]);
  expect(screensOf(`${paragraph}| a |\n|---|\n| b |\n\n${paragraph}`)).toEqual([0.9, 0.9]);
  expect(screensOf(`${paragraph}\`\`\`sh\nnpm start\n\`\`\`\n\n${paragraph}`)).toEqual([0.9, 0.9]);
  expect(screensOf(`${paragraph}![a picture](a.svg)\n\n${paragraph}`)).toEqual([0.9, 0.9]);
  expect(screensOf(`- ${paragraph}- ${paragraph}`)).toEqual([1.9]);
});

it('the layout of the site is the one that the length of pages is computed for', () => {
  expect(style).toMatch(/font:\s+16px \/ 1\.6 /);
  expect(style).toContain('grid-template-columns: 16rem minmax(0, 1fr) 14rem');
  expect(style).toMatch(/\.columns \{[^}]*gap: 2\.5rem;[^}]*padding: 0 1\.25rem;/);
  expect(style).toMatch(/\nheader \{[^}]*height: 3\.5rem;/);
});
