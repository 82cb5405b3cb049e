// Loaded late: only a failed payment is explained.
import type { DeclineKind } from './decline-kinds.ts';
import { declineTexts } from './page-texts/all-texts.ts';
import { languageFor } from './page-texts/languages.ts';
import type { DeclineText } from './page-texts/page-texts.ts';

/**
 * The text of a decline, in the language of a locale such as `de-CH`; in English where its language
 * has no texts. No text names a lost or stolen card, a suspicion, or a code.
 */
export function declineText(locale: string, kind: DeclineKind): DeclineText {
  return declineTexts[languageFor(locale)][kind];
}
