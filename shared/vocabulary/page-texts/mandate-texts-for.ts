// Loaded late: only a page with a direct debit shows these texts.
import { mandateTexts } from './all-texts.ts';
import { languageFor } from './languages.ts';
import type { MandateTexts } from './page-texts.ts';

/** The consents to direct debits for a tag such as `de-CH`; in English without its language. */
export function mandateTextsFor(tag: string): MandateTexts {
  return mandateTexts[languageFor(tag)];
}
