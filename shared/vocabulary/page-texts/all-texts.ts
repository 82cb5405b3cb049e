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
import type { Language } from './languages.ts';
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
export const textsByLanguage: Readonly<Record<Language, PageTexts>> = {
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
};
