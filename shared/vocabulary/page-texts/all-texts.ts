import * as ar from './ar.ts';
import * as cs from './cs.ts';
import * as da from './da.ts';
import * as de from './de.ts';
import * as el from './el.ts';
import * as en from './en.ts';
import * as es from './es.ts';
import * as fi from './fi.ts';
import * as fr from './fr.ts';
import * as he from './he.ts';
import * as hu from './hu.ts';
import * as it from './it.ts';
import * as ja from './ja.ts';
import * as ko from './ko.ts';
import type { Language } from './languages.ts';
import * as nb from './nb.ts';
import * as nl from './nl.ts';
import type { DeclineTexts, MandateTexts, PageTexts, PayeeTexts } from './page-texts.ts';
import * as pl from './pl.ts';
import * as pt from './pt.ts';
import * as ro from './ro.ts';
import * as sv from './sv.ts';
import * as tr from './tr.ts';
import * as zh from './zh.ts';

// The four are apart, because a function that shows one kind of texts contains no other.

/** The texts of the pages for payers, by language. */
export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  en: en.page,
  de: de.page,
  fr: fr.page,
  es: es.page,
  it: it.page,
  pt: pt.page,
  nl: nl.page,
  pl: pl.page,
  cs: cs.page,
  da: da.page,
  sv: sv.page,
  nb: nb.page,
  fi: fi.page,
  hu: hu.page,
  ro: ro.page,
  el: el.page,
  tr: tr.page,
  ar: ar.page,
  he: he.page,
  ja: ja.page,
  zh: zh.page,
  ko: ko.page,
};

/** The reasons of declines. */
export const declineTexts: Readonly<Record<Language, DeclineTexts>> = {
  en: en.declines,
  de: de.declines,
  fr: fr.declines,
  es: es.declines,
  it: it.declines,
  pt: pt.declines,
  nl: nl.declines,
  pl: pl.declines,
  cs: cs.declines,
  da: da.declines,
  sv: sv.declines,
  nb: nb.declines,
  fi: fi.declines,
  hu: hu.declines,
  ro: ro.declines,
  el: el.declines,
  tr: tr.declines,
  ar: ar.declines,
  he: he.declines,
  ja: ja.declines,
  zh: zh.declines,
  ko: ko.declines,
};

/** The texts of the pages for payees. */
export const payeeTexts: Readonly<Record<Language, PayeeTexts>> = {
  en: en.payee,
  de: de.payee,
  fr: fr.payee,
  es: es.payee,
  it: it.payee,
  pt: pt.payee,
  nl: nl.payee,
  pl: pl.payee,
  cs: cs.payee,
  da: da.payee,
  sv: sv.payee,
  nb: nb.payee,
  fi: fi.payee,
  hu: hu.payee,
  ro: ro.payee,
  el: el.payee,
  tr: tr.payee,
  ar: ar.payee,
  he: he.payee,
  ja: ja.payee,
  zh: zh.payee,
  ko: ko.payee,
};

/** The consents to direct debits. */
export const mandateTexts: Readonly<Record<Language, MandateTexts>> = {
  en: en.mandates,
  de: de.mandates,
  fr: fr.mandates,
  es: es.mandates,
  it: it.mandates,
  pt: pt.mandates,
  nl: nl.mandates,
  pl: pl.mandates,
  cs: cs.mandates,
  da: da.mandates,
  sv: sv.mandates,
  nb: nb.mandates,
  fi: fi.mandates,
  hu: hu.mandates,
  ro: ro.mandates,
  el: el.mandates,
  tr: tr.mandates,
  ar: ar.mandates,
  he: he.mandates,
  ja: ja.mandates,
  zh: zh.mandates,
  ko: ko.mandates,
};
