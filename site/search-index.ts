import MiniSearch from 'minisearch';
import type { Section } from './markdown.ts';
import type { Operation } from './reference/description.ts';
import { searchOptions } from './search-options.ts';

/** A page with its parts, as the search finds them. */
export interface SearchedPage {
  readonly address: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

/** The most letters of a section's text that a result shows. */
const excerptLength = 140;

/** The index of the search, as a script that sets it: pages in a folder may load scripts only. */
export function searchIndex(
  pages: readonly SearchedPage[],
  operations: readonly (Operation & { readonly address: string })[],
): string {
  const index = new MiniSearch(searchOptions);
  index.addAll(
    pages.flatMap(({ address, title, sections }) =>
      sections.map(({ id, level, text, words }) => ({
        id: level === 1 ? address : `${address}#${id}`,
        title: text,
        page: level === 1 ? '' : title,
        // The words of an address, such as `pagination`, are names under which readers look.
        words: level === 1 ? `${words} ${address.split(/[/.-]+/).join(' ')}` : words,
        excerpt: words.slice(0, excerptLength),
      })),
    ),
  );
  index.addAll(
    operations.map(({ address, method, path, summary, description, parameters }) => ({
      id: address,
      title: summary,
      page: `${method} ${path}`,
      words: `${description} ${path.split(/[/{}_]+/).join(' ')} ${parameters.map(({ name }) => name).join(' ')}`,
      excerpt: withoutMarks(description).slice(0, excerptLength),
    })),
  );
  return `globalThis.turnoutSearchIndex = ${JSON.stringify(JSON.stringify(index))};\n`;
}

/** A description without the marks of Markdown. */
const withoutMarks = (text: string) =>
  text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
