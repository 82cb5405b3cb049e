import fc from 'fast-check';
import { knownLocale } from '#vocabulary/known-locale.ts';
import { languageFor, languages } from '#vocabulary/page-texts/languages.ts';
import { timeElement, timeInUtc } from '#vocabulary/payer-pages/time-element.ts';
import { shownAmount } from '#vocabulary/shown-amount.ts';

const at = '2026-11-03T17:05:00.000Z';

describe('the locale of dates and amounts', () => {
  it.each([
    ['en-GB', 'en-GB'],
    ['EN-gb', 'en-GB'],
    ['en_GB', 'en-GB'],
    ['de-AT', 'de-AT'],
    ['pt-BR', 'pt-BR'],
    ['zh-TW', 'zh-TW'],
    ['zh-Hant-HK', 'zh-Hant-HK'],
    ['ar-EG', 'ar-EG'],
    ['ar-EG-u-nu-latn', 'ar-EG-u-nu-latn'],
    ['no', 'no'],
    ['nn-NO', 'nn-NO'],
    // Malformed: two regions, a variant twice, a subtag that is too long, an empty extension.
    ['en-ab-cd', 'en'],
    ['de-1996-1996', 'de'],
    ['fr-canadacanada', 'fr'],
    ['es-u', 'es'],
    ['pt-', 'pt'],
    // The pages have no texts in these languages, so they are in English.
    ['uk-UA', 'en'],
    ['xx', 'en'],
    ['iw', 'en'],
    ['x-private', 'en'],
    ['', 'en'],
    ['"><script>', 'en'],
  ])('the locale of dates and amounts for %j is %s', (tag, locale) => {
    expect(knownLocale(tag)).toBe(locale);
  });

  it.each([
    ['en-GB', '3 November 2026 at 17:05 UTC'],
    ['en-US', 'November 3, 2026 at 5:05 PM UTC'],
    ['en-IN', '3 November 2026 at 5:05 pm UTC'],
    ['de-AT', '3. November 2026 um 17:05 UTC'],
    ['pt-BR', '3 de novembro de 2026 às 17:05 UTC'],
    ['zh-TW', '2026年11月3日 下午5:05 UTC'],
    ['ar-EG', '٣ نوفمبر ٢٠٢٦ في ٥:٠٥ م UTC'],
    ['en-ab-cd', 'November 3, 2026 at 5:05 PM UTC'],
  ])('a time in UTC has the format of %s: %s', (locale, shown) => {
    // Versions of ICU differ in the space before `PM`.
    expect(timeInUtc(at, locale).replaceAll('\u202f', ' ')).toBe(shown);
  });

  it('a time in the page names its locale for the script that shows it again', () => {
    expect(timeElement(at, 'en-GB')).toBe(
      `<time datetime="${at}" data-locale="en-GB">3 November 2026 at 17:05 UTC</time>`,
    );
  });

  it('the locale of dates and amounts can be formatted in every language and region', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    for (const language of languages) {
      for (const region of letters.flatMap((one) => letters.map((other) => one + other))) {
        const tag = `${language}-${region}`;
        expect([tag, knownLocale(tag).startsWith(`${language}-`)]).toEqual([tag, true]);
      }
    }
  });

  it('a page is formatted in the language of its texts, whatever tag it is asked for', () => {
    const subtag = fc.string({ unit: fc.constantFrom(...'aZ09_-u'), maxLength: 9 });
    const tag = fc
      .tuple(fc.constantFrom(...languages, 'no', 'uk', ''), fc.array(subtag, { maxLength: 4 }))
      .map(([language, more]) => [language, ...more].join('-'));
    fc.assert(
      fc.property(tag, (text) => {
        expect(languageFor(knownLocale(text))).toBe(languageFor(text));
        expect(shownAmount(2_599, 'EUR', text)).toBe(shownAmount(2_599, 'EUR', knownLocale(text)));
        expect(timeInUtc(at, text)).toContain('UTC');
      }),
    );
  });
});
