import type { Options } from 'minisearch';

/** How the search reads its index: the same where it is written and where it is asked. */
export const searchOptions: Options = {
  fields: ['title', 'page', 'words'],
  storeFields: ['title', 'page', 'excerpt'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    // A reader who asks for a task comes first; the reasons of a decision use the same words.
    boostDocument: (address) => (String(address).startsWith('decisions/') ? 0.4 : 1),
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND',
  },
};
