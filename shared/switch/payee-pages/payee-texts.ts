import { payeeTexts } from '#vocabulary/page-texts/all-texts.ts';
import { languageFor } from '#vocabulary/page-texts/languages.ts';
import type { PayeeTexts } from '#vocabulary/page-texts/page-texts.ts';

/** The texts for a tag such as `de-CH`; in English where its language has none. */
export const payeeTextsFor = (tag: string): PayeeTexts => payeeTexts[languageFor(tag)];
