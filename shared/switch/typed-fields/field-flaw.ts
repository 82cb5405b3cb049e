import { isCnpj, isCpf } from '#vocabulary/account-numbers/brazilian-tax-number.ts';
import { ibanFlaw } from '#vocabulary/account-numbers/iban.ts';
import type { FlawTexts } from '#vocabulary/page-texts/page-texts.ts';
import { sentValue } from './field-text.ts';
import { numberForm } from './number-kinds.ts';
import type { TypedField } from './typed-field.ts';

/** Why a field cannot be sent: the name of a text, and the values of its placeholders. */
export interface FieldFlaw {
  readonly word: keyof FlawTexts;
  /** `country` is a code of ISO 3166-1 alpha-2. */
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * The flaw of a typed value; undefined where the value may be sent. The switch checks all again. The
 * fields of a card are checked by the card form's rules instead.
 */
export function flawOf({ kind, isOptional }: TypedField, value: string): FieldFlaw | undefined {
  const text = value.trim();
  if (text === '') return isOptional ? undefined : { word: 'missing' };
  switch (kind) {
    case 'iban':
      return flawOfIban(sentValue(kind, text));
    case 'email':
      return emailAddress.test(text) ? undefined : { word: 'email' };
    case 'phone':
      return /^\+?\d{4,15}$/.test(sentValue(kind, text)) ? undefined : { word: 'phone' };
    case 'name':
      return /\p{L}/u.test(text) ? undefined : { word: 'name' };
    case 'tax number':
      return flawOfTaxNumber(sentValue(kind, text));
    default:
      return flawOfNumber(kind, sentValue(kind, text));
  }
}

/** The addresses that the API takes: those of HTML, in a domain that is below another. */
const emailAddress =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/i;

function flawOfIban(iban: string): FieldFlaw | undefined {
  const flaw = ibanFlaw(iban);
  switch (flaw?.kind) {
    case undefined:
      return undefined;
    case 'country':
      return { word: 'ibanCountry' };
    case 'length': {
      const { country, length } = flaw;
      return { word: 'ibanLength', values: { country, count: String(length) } };
    }
    case 'check digits':
      return { word: 'typo' };
  }
}

function flawOfTaxNumber(number: string): FieldFlaw | undefined {
  if (number.length !== 11 && number.length !== 14) return { word: 'taxNumber' };
  return isCpf(number) || isCnpj(number) ? undefined : { word: 'typo' };
}

function flawOfNumber(kind: TypedField['kind'], digits: string): FieldFlaw | undefined {
  const form = numberForm(kind);
  if (!form) return undefined;
  const [min, max] = form.count;
  if (digits.length < min || digits.length > max) {
    return { word: 'digits', values: { count: min === max ? `${min}` : `${min}–${max}` } };
  }
  return form.isRight?.(digits) === false ? { word: 'typo' } : undefined;
}

/**
 * The text about a flaw, in the language of the page.
 *
 * @param locale BCP 47, in which a country is named
 */
export function flawText({ word, values }: FieldFlaw, texts: FlawTexts, locale: string): string {
  const { country = '', count = '' } = values ?? {};
  return texts[word].replace(/\{(\w+)\}/g, (_, one: string) =>
    one === 'country' ? countryName(country, locale) : count,
  );
}

/** A country's name, or its code where the browser knows no name. */
export const countryName = (code: string, locale: string): string =>
  new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code;
