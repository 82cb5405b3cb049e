import { mandateTexts } from './all-texts.ts';
import { languageFor } from './languages.ts';
import type { MandateTexts } from './page-texts.ts';

/** The consents to direct debits for a tag such as `de-CH`; in English without its language. */
export const mandateTextsFor = (tag: string): MandateTexts => mandateTexts[languageFor(tag)];
