import { languageOf } from '#platform/http/accepted-languages.ts';
import { ar } from './ar.ts';
import { cs } from './cs.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { el } from './el.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { hu } from './hu.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { nb } from './nb.ts';
import { nl } from './nl.ts';
import type { PageTexts } from './page-texts.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { ro } from './ro.ts';
import { sv } from './sv.ts';
import { tr } from './tr.ts';
import { zh } from './zh.ts';

/** The texts of the pages for payers, by language. */
export const textsByLanguage = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  cs,
  da,
  sv,
  nb,
  fi,
  hu,
  ro,
  el,
  tr,
  ar,
  he,
  ja,
  zh,
  ko,
} as const satisfies Readonly<Record<string, PageTexts>>;

/** A language that the pages for payers have texts in: the subtag of BCP 47. */
export type Language = keyof typeof textsByLanguage;

const isLanguage = (text: string): text is Language => Object.hasOwn(textsByLanguage, text);

/** Norwegian without its written form, and Nynorsk: their readers also read Bokmål. */
const norwegianTags: ReadonlySet<string> = new Set(['no', 'nn']);

/** The language of a tag such as `pt-BR`, if the pages have its texts. */
export function supportedLanguage(tag: string): Language | undefined {
  const language = languageOf(tag);
  if (norwegianTags.has(language)) return 'nb';
  return isLanguage(language) ? language : undefined;
}

/** The same, or English. */
export const languageFor = (tag: string | undefined): Language =>
  supportedLanguage(tag ?? '') ?? 'en';

/** The texts for a tag such as `de-CH`; in English where its language has none. */
export const textsFor = (tag: string | undefined): PageTexts => textsByLanguage[languageFor(tag)];

const rightToLeft: ReadonlySet<Language> = new Set(['ar', 'he']);

/** The direction of a language's texts, as HTML names it. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  rightToLeft.has(language) ? 'rtl' : 'ltr';
