import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { testNames } from './test-names.ts';

/** A text that people read, with its place, such as `docs/faults.md:12`. */
interface PlacedText {
  readonly place: string;
  readonly text: string;
}

/** The kinds of texts whose clauses are counted. */
export const textKinds = ['comments', 'test names', 'documents'] as const;
export type TextKind = (typeof textKinds)[number];

const root = join(import.meta.dirname, '../..');
const folders = 'bench,bin,console,functions,lib,local,scripts,shared,site,test,tools';

/** All texts of a kind in the repository: a comment, a name or a line of a page each. */
export const textsOf: Readonly<Record<TextKind, () => readonly PlacedText[]>> = {
  comments: () =>
    globSync(`{${folders}}/**/*.{ts,tsx,mjs,cjs}`, { cwd: root }).sort().flatMap(commentsOf),
  'test names': () =>
    testNames().map(({ file, line, name }) => ({ place: `${file}:${line}`, text: name })),
  documents: () =>
    globSync(['*.md', '.github/*.md', '{docs,shared}/**/*.md'], { cwd: root })
      .sort()
      .flatMap(linesOf),
};

function commentsOf(file: string): readonly PlacedText[] {
  const source = readFileSync(join(root, file), 'utf8');
  return parseSync(file, source).comments.map(({ start, value }) => ({
    place: `${file}:${source.slice(0, start).split('\n').length}`,
    text: value.replace(/^[ \t]*\*/gm, ''),
  }));
}

/** The lines of a page: no headings, no blocks of code, and no program text between back quotes. */
function linesOf(page: string): readonly PlacedText[] {
  return readFileSync(join(root, page), 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line, index) => ({ place: `${page}:${index + 1}`, text: line }))
    .filter(({ text }) => !text.startsWith('#'))
    .map(({ place, text }) => ({ place, text: text.replace(/`[^`]*`/g, '') }));
}

interface ClauseCount {
  readonly words: number;
  readonly clauses: number;
  /** Clauses in a thousand words. */
  readonly rate: number;
}

/** Counts the words of texts, and the word *what* among them, except at the begin of a question. */
export function countWhatClauses(texts: readonly PlacedText[]): ClauseCount {
  const words = sum(texts, ({ text }) => text.match(/[\p{L}\p{N}'’_-]+/gu)?.length ?? 0);
  const clauses = sum(texts, clausesIn);
  return { words, clauses, rate: words === 0 ? 0 : (clauses * 1000) / words };
}

/** The number of *what*-clauses in a text. A question such as "What is paid?" has none. */
export const clausesIn = ({ text }: PlacedText): number =>
  text.replace(/\bWhat [^.?!]*\?/g, '').match(/\bwhat\b/gi)?.length ?? 0;

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0);
