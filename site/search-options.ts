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
  },
};
