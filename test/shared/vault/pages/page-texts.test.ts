import { languageOf, textsByLanguage } from '#vault/pages/page-texts.ts';

describe('the languages of the pages', () => {
  const { en, ...others } = textsByLanguage;

  it.each(Object.entries(others))(
    "the pages' texts exist in %s for everything in English",
    (_, texts) => {
      expect(Object.keys(texts)).toEqual(Object.keys(en));
      const same = Object.entries(texts).filter(
        ([name, text]) => text.trim() === '' || text === Reflect.get(en, name),
      );
      expect(same).toEqual([]);
    },
  );

  it.each([
    ['de', 'de'],
    ['pt-BR', 'pt'],
    ['FR-ca', 'fr'],
    ['zh-Hans-CN', 'en'],
    ['toString', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])("the pages' texts for %s are those in %s", (tag, language) => {
    expect(languageOf(tag)).toBe(language);
  });
});
