// Loaded late: only a page shows texts.
import { pageTexts } from './all-texts.ts';
import { languageFor } from './languages.ts';
import type { PageTexts } from './page-texts.ts';

/** The texts for a tag such as `de-CH`; in English where its language has none. */
export function textsFor(tag: string | undefined): PageTexts {
  return pageTexts[languageFor(tag)];
}
