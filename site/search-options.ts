import type { Options } from 'minisearch';

/** How the search reads its index: the same where it is written and where it is asked. */
export const searchOptions: Options = {
  fields: ['title', 'page', 'words'],
  storeFields: ['title', 'page', 'excerpt'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND',
    boostDocument: weightOf,
  },
};

/** Whole pages come before their sections, guides before all, and an operation that creates first. */
function weightOf(address: string): number {
  // The reasons of a decision use the words of the task that a reader asks for.
  if (address.startsWith('decisions/')) return 0.4;
  if (address.includes('#') || address.startsWith('benchmarks/')) return 1;
  if (address.startsWith('guides/')) return 5;
  if (/^(?:vault-)?api\//.test(address)) return address.endsWith('.create.html') ? 2 : 1;
  return 2;
}
