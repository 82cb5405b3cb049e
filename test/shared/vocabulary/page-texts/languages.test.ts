import { mandateTexts, pageTexts } from '#vocabulary/page-texts/all-texts.ts';
import { languageFor, languages } from '#vocabulary/page-texts/languages.ts';

/** Each text of a language, by its path: `checkout.outcome.paid.0`. */
function textsIn(node: unknown, path = ''): readonly (readonly [path: string, text: string])[] {
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(Object(node)).flatMap(([name, below]) =>
    textsIn(below, path === '' ? name : `${path}.${name}`),
  );
}

/** Letters of the languages that are not written in Latin ones. */
const letters: Readonly<Record<string, RegExp>> = {
  el: /\p{Script=Greek}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  zh: /\p{Script=Han}/u,
  ko: /\p{Script=Hangul}/u,
};

/** Names that stay as they are in other languages. */
const names =
  /IBAN|CPF|BSB|Sort code|[Rr]outing|Powered by Turnout|MM \/ |^Shop$|^Details?$|^Total$/;
/** Words that some languages share with English. */
const shared =
  /^(?:checkout\.(?:date|reference|groups\.card|sum)|form\.optional|mandates\.creditor)$/;

/** The texts of pages and those of mandates, by language. */
const all = Object.fromEntries(
  languages.map((one) => [one, { ...pageTexts[one], mandates: mandateTexts[one] }]),
);
const { en, ...others } = all;
const english = textsIn(en);
/** Each placeholder once, because some languages repeat a name and others do not. */
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();

describe("the pages' texts", () => {
  it("the pages' texts exist in twenty-two languages", () => {
    expect(Object.keys(pageTexts)).toHaveLength(22);
  });

  it.each(Object.entries(others))(
    "the pages' texts exist in %s for everything in English, with the same placeholders",
    (_, texts) => {
      const found = textsIn(texts);
      expect(found.map(([path]) => path)).toEqual(english.map(([path]) => path));
      for (const [at, [path, text]] of found.entries()) {
        const [, original = ''] = english[at] ?? [];
        expect([path, text.trim() === '']).toEqual([path, false]);
        expect([path, placeholders(text)]).toEqual([path, placeholders(original)]);
        const isSame = text === original && !names.test(text) && !shared.test(path);
        expect([path, isSame ? text : 'its own']).toEqual([path, 'its own']);
      }
    },
  );

  it.each(Object.entries(letters))("the pages' texts of %s are in its letters", (code, script) => {
    const found = textsIn(Reflect.get(all, code));
    const foreign = found.filter(([, text]) => !script.test(text) && !names.test(text));
    expect(foreign).toEqual([]);
  });

  it.each([
    ['de', 'de'],
    ['pt-BR', 'pt'],
    ['FR-ca', 'fr'],
    ['zh-Hans-CN', 'zh'],
    ['no', 'nb'],
    ['nn-NO', 'nb'],
    ['uk', 'en'],
    ['toString', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])("the pages' texts for %s are those in %s", (tag, language) => {
    expect(languageFor(tag)).toBe(language);
  });
});
