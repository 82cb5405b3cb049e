import { payeeTextsFor } from '#switch/payee-pages/payee-texts.ts';
import { languages } from '#vocabulary/page-texts/languages.ts';

/** The letters of the languages that are not written in Latin ones. */
const scripts: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  el: /\p{Script=Greek}/u,
  he: /\p{Script=Hebrew}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  zh: /^[^\p{Script=Hiragana}]*\p{Script=Han}/u,
};

const textsOf = (language: string): readonly string[] => {
  const { outcome, ...texts } = payeeTextsFor(language);
  return [...Object.values(texts), ...Object.values(outcome).flat()];
};

describe("the texts of payees' pages", () => {
  it.each(languages)('every text of %s is one of its own, in its letters', (language) => {
    const texts = textsOf(language);
    expect(new Set(texts).size).toBeGreaterThanOrEqual(texts.length - 6);
    for (const text of texts) {
      expect(text).toMatch(scripts[language] ?? /^[\p{Script=Latin}\p{P}\s\p{N}]+$/u);
      expect(text).toBe(text.trim());
    }
  });

  it.each(languages.filter((one) => one !== 'en'))(
    'no text of %s is left in English',
    (language) => {
      const english = new Set(textsOf('en'));
      expect(textsOf(language).filter((text) => english.has(text))).toEqual([]);
    },
  );

  it.each(languages)('the deadline of %s has the place of its date', (language) => {
    expect(payeeTextsFor(language).until.match(/\{date\}/g)).toHaveLength(1);
  });

  it('a locale has the texts of its language, and English ones where there are none', () => {
    expect(payeeTextsFor('de-CH')).toBe(payeeTextsFor('de'));
    expect(payeeTextsFor('nn-NO')).toBe(payeeTextsFor('nb'));
    expect(payeeTextsFor('is')).toBe(payeeTextsFor('en'));
  });
});
