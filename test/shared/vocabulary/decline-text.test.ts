import { declineKinds } from '#vocabulary/decline-kinds.ts';
import { declineText } from '#vocabulary/decline-text.ts';
import { declineTexts } from '#vocabulary/page-texts/all-texts.ts';
import { languages } from '#vocabulary/page-texts/languages.ts';

/** The letters of the languages that are not written in Latin ones. */
const scripts: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  el: /\p{Script=Greek}/u,
  he: /\p{Script=Hebrew}/u,
  ja: /\p{Script=Hiragana}/u,
  ko: /\p{Script=Hangul}/u,
  zh: /^[^\p{Script=Hiragana}]*\p{Script=Han}/u,
};

describe('the texts of declines', () => {
  it('each of the twenty-two languages has a text for each kind', () => {
    expect(Object.keys(declineTexts).join(' ')).toBe(
      'en de fr es it pt nl pl cs da sv nb fi hu ro el tr ar he ja zh ko',
    );
    for (const language of languages) {
      expect(Object.keys(declineTexts[language])).toEqual([...declineKinds]);
    }
  });

  it.each(languages)('every sentence of %s is one of its own, in its letters', (language) => {
    const sentences = declineKinds.flatMap((kind) => declineText(language, kind));
    expect(new Set(sentences).size).toBe(2 * declineKinds.length);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^\S[^.。]{4,}[.。]$/u);
      expect(sentence).toMatch(scripts[language] ?? /^[\p{Script=Latin}\p{P}\s]+$/u);
    }
  });

  it.each(languages)('no sentence of %s contains a code', (language) => {
    const sentences = declineKinds.flatMap((kind) => declineText(language, kind));
    expect(sentences.filter((one) => /[\p{N}_{}<>&]|\p{Lu}{2}/u.test(one))).toEqual([]);
  });

  it('a locale has the texts of its language, and English ones where there are none', () => {
    expect(declineText('de-CH', 'unknown')).toBe(declineTexts.de.unknown);
    expect(declineText('nn-NO', 'unknown')).toBe(declineTexts.nb.unknown);
    expect(declineText('no', 'unknown')).toBe(declineTexts.nb.unknown);
    expect(declineText('is', 'unknown')).toBe(declineTexts.en.unknown);
  });
});
